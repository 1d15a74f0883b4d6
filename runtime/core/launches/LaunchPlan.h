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
  /// Whether a local size that Weft chooses must be a size that the application could give. Where the program requires
  /// whole groups, such a size divides the global size. (Kernels that can't notice the difference also accept other
  /// sizes.)
  bool requiresValidLocalSize = false;
};

/// Whether the launch has no work-items: OpenCL 2.1 and later allow an empty global size.
bool isEmpty(const LaunchRequest &request);

/// CL_INVALID_WORK_DIMENSION: the count of dimensions is not from 1 to CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS.
Result<> checkDimensions(const LaunchRequest &request);

/// Fills in `range`, the index space of a request that is not empty. `range` is a new object. It is filled in place
/// because a copy would have to wait for the stores before it. A local size of 0 in each dimension says that no local
/// size was given. Errors: CL_INVALID_WORK_DIMENSION, CL_INVALID_GLOBAL_OFFSET, CL_INVALID_GLOBAL_WORK_SIZE.
Result<> checkRange(const LaunchRequest &request, cpu::NDRange &range);

/// What follows from the request and the kinds of the arguments of a launch.
struct LaunchPlan {
  cpu::NDRange range;
  std::shared_ptr<const cpu::KernelCode> code;
  std::shared_ptr<const cpu::KernelCode> fullGroupCode; ///< the code that runs whole groups; null where `code` runs
                                                        ///< them, too
  uint64_t localBytes = 0;                              ///< the bytes of all local memory of a group
  uint32_t flags = 0;                                   ///< WeftLaunchFlags
};

/// Checks the local size against the kernel, or chooses a local size. Fetches the code, which may have to be compiled.
/// The code is for these images and samplers, or for any where none are given. It is also for this memory (the result
/// of Kernel::retainMemory), or for memory that doesn't overlap where none is given. `plan` is a new object, which is
/// filled in place for the same reason as in checkRange. Errors: CL_INVALID_PROGRAM_EXECUTABLE,
/// CL_INVALID_WORK_GROUP_SIZE, CL_INVALID_WORK_ITEM_SIZE, CL_OUT_OF_RESOURCES (local memory), those of checkRange and
/// KernelVariant.
Result<> planLaunch(const Device &device, const Kernel &kernel, const LaunchRequest &request, LaunchPlan &plan,
                    std::span<MemoryObject *const> memory = {}, const ArgumentConstants &constants = {});

} // namespace weft::core

#endif
