// The parts of a recorded launch, from which it can be made anew.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_LAUNCHES_LAUNCH_STATE_H
#define WEFT_RUNTIME_CORE_LAUNCHES_LAUNCH_STATE_H

#include <array>

#include "core/launches/LaunchPlan.h"
#include "core/programs/Kernel.h"

namespace weft::core {

/// What a launch is recorded with. An update changes it, and a launch for another device is made from it.
struct LaunchState {
  /// A copy that belongs to the command alone. It has the arguments, and keeps the memory objects among them. Never
  /// changes once the state belongs to a command-buffer.
  RefPtr<Kernel> kernel;
  cl_uint workDim = 0;
  std::array<size_t, 3> globalOffset{}, globalSize{}, localSize{};
  bool hasLocalSize = false;

  LaunchState() = default;
  /// Copies the kernel. The request's dimensions have been checked.
  LaunchState(const Kernel &itsKernel, const LaunchRequest &request);

  /// The request's arrays are the arrays of this state.
  LaunchRequest request() const {
    return {workDim, globalOffset.data(), globalSize.data(), hasLocalSize ? localSize.data() : nullptr};
  }
};

} // namespace weft::core

#endif
