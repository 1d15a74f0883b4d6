// Derives a checked index space and the code for it from the arguments of clEnqueueNDRangeKernel.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_LAUNCHES_LAUNCH_PLAN_H
#define WEFT_RUNTIME_CORE_LAUNCHES_LAUNCH_PLAN_H

#include "core/objects/Device.h"
#include "core/programs/Kernel.h"

namespace weft::core {

/// The launch as the application has requested it. The arrays have workDim elements; each may be null.
struct LaunchRequest {
  cl_uint workDim;
  const size_t *globalOffset;
  const size_t *globalSize;
  const size_t *localSize;
  /// Whether the local size that Weft chooses must be valid for the application, too, which then uses it in its own
  /// launches. If the program requires that all groups have the same size, the local size must then divide the global
  /// size. (If this is false, Weft may choose another local size for a kernel whose result doesn't depend on it.)
  bool requiresValidLocalSize = false;
};

/// Whether the launch has no work-items: OpenCL 2.1 and later allow an empty global size.
bool isEmpty(const LaunchRequest &request);

/// CL_INVALID_WORK_DIMENSION: the count of dimensions is not from 1 to CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS.
Result<> checkDimensions(const LaunchRequest &request);

/// Checks the index space of a request that is not empty, and writes it to `range`, a new object. (It isn't returned by
/// value, because a copy would have to wait for the stores to the original.) If the request gives no local size, the
/// local size is 0 in each dimension. Errors: CL_INVALID_WORK_DIMENSION, CL_INVALID_GLOBAL_OFFSET,
/// CL_INVALID_GLOBAL_WORK_SIZE.
Result<> checkRange(const LaunchRequest &request, cpu::NDRange &range);

/// What a launch needs that follows from its request and from the kinds of its arguments.
struct LaunchPlan {
  cpu::NDRange range;
  std::shared_ptr<const cpu::KernelCode> code;
  /// The code for groups of the full local size; null if `code` runs these groups, too.
  std::shared_ptr<const cpu::KernelCode> fullGroupCode;
  /// The comparison of the code for groups of the full local size with other code; null if there is none.
  std::shared_ptr<cpu::CodeTrial> trial;
  uint64_t localBytes = 0; ///< the bytes of all local memory of a group
  uint32_t flags = 0;      ///< WeftLaunchFlags
};

/// Plans a launch, and writes the result to `plan`, a new object (not returned by value, as in checkRange). Checks
/// whether the kernel allows the requested local size, or chooses one. Gets the code, which may have to be compiled. If
/// image formats and samplers are given, the code may be for these only; otherwise it is for any. `memory` is the
/// result of Kernel::retainMemory. If objects in `memory` overlap, the code is for overlapping memory. If `memory` is
/// empty, the code is for memory that doesn't overlap. Errors: CL_INVALID_PROGRAM_EXECUTABLE,
/// CL_INVALID_WORK_GROUP_SIZE, CL_INVALID_WORK_ITEM_SIZE, CL_OUT_OF_RESOURCES (local memory), those of checkRange and
/// KernelVariant.
Result<> planLaunch(const Device &device, const Kernel &kernel, const LaunchRequest &request, LaunchPlan &plan,
                    std::span<MemoryObject *const> memory = {}, const ArgumentConstants &constants = {});

} // namespace weft::core

#endif
