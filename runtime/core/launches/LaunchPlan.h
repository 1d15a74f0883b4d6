// From the arguments of clEnqueueNDRangeKernel to a checked index space and the code for it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_LAUNCHES_LAUNCH_PLAN_H
#define WEFT_RUNTIME_CORE_LAUNCHES_LAUNCH_PLAN_H

#include "core/objects/Device.h"
#include "core/programs/Kernel.h"

namespace weft::core {

/// As the application gave it. The arrays have workDim elements; each may be null.
struct LaunchRequest {
  cl_uint workDim;
  const size_t *globalOffset;
  const size_t *globalSize;
  const size_t *localSize;
  /// A local size that is chosen is to be one that an application may give: where the program asks for whole groups,
  /// one that divides the global size. (Kernels that can't tell take others as well.)
  bool onlyWhatMayBeGiven = false;
};

/// Work-items without which a launch has nothing to do: an empty global size, which OpenCL 2.1 and later allow.
bool isEmpty(const LaunchRequest &request);

/// CL_INVALID_WORK_DIMENSION: not from 1 to CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS.
Result<> checkDimensions(const LaunchRequest &request);

/// Fills in the index space of a request that is not empty, a new one, in place: a copy waits for the stores before it.
/// A local size of 0 in each dimension says that none was given. Errors: CL_INVALID_WORK_DIMENSION,
/// CL_INVALID_GLOBAL_OFFSET, CL_INVALID_GLOBAL_WORK_SIZE.
Result<> checkRange(const LaunchRequest &request, cpu::NDRange &range);

/// What of a launch follows from the request and the kinds of the arguments.
struct LaunchPlan {
  cpu::NDRange range;
  std::shared_ptr<const cpu::KernelCode> code;
  std::shared_ptr<const cpu::KernelCode> codeOfWholeGroups; ///< null: `code` runs them as well
  uint64_t localBytes = 0;                                  ///< all local memory of a group
  uint32_t flags = 0;                                       ///< WeftLaunchFlags
};

/// Checks the local size against the kernel, or chooses one; fetches the code for these images and samplers (for any,
/// where none are given) and this memory (of Kernel::retainMemory; for memory that doesn't meet, where none is given),
/// which may have to be compiled. Fills in `plan`, a new one, in place, for the same reason. Errors:
/// CL_INVALID_PROGRAM_EXECUTABLE, CL_INVALID_WORK_GROUP_SIZE, CL_INVALID_WORK_ITEM_SIZE, CL_OUT_OF_RESOURCES (local
/// memory), those of checkRange and KernelVariant.
Result<> planLaunch(const Device &device, const Kernel &kernel, const LaunchRequest &request, LaunchPlan &plan,
                    std::span<MemoryObject *const> memory = {}, const ArgumentConstants &constants = {});

} // namespace weft::core

#endif
