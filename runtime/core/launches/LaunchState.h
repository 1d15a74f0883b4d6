// The kernel, the arguments and the range of a recorded launch, from which it is prepared, perhaps more than once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_LAUNCHES_LAUNCH_STATE_H
#define WEFT_RUNTIME_CORE_LAUNCHES_LAUNCH_STATE_H

#include <array>

#include "core/launches/LaunchPlan.h"
#include "core/programs/Kernel.h"

namespace weft::core {

/// The state from which a recorded launch is prepared. An update of the launch makes a changed copy. If the
/// command-buffer is copied to queues of other devices, the launch is prepared again from this state.
struct LaunchState {
  /// A copy of the kernel that only the command uses. It has the arguments, and holds references to their memory
  /// objects. It never changes once the state belongs to a command-buffer.
  RefPtr<Kernel> kernel;
  cl_uint workDim = 0;
  std::array<size_t, 3> globalOffset{}, globalSize{}, localSize{};
  bool hasLocalSize = false;

  LaunchState() = default;
  /// Copies the kernel. The request's dimensions have been checked.
  LaunchState(const Kernel &itsKernel, const LaunchRequest &request);

  /// The request. Its arrays are those of this state.
  LaunchRequest request() const {
    return {workDim, globalOffset.data(), globalSize.data(), hasLocalSize ? localSize.data() : nullptr};
  }
};

} // namespace weft::core

#endif
