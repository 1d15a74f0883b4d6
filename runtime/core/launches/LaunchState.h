// What a recorded launch is made of, so that it can be made anew.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_LAUNCHES_LAUNCH_STATE_H
#define WEFT_RUNTIME_CORE_LAUNCHES_LAUNCH_STATE_H

#include <array>

#include "core/launches/LaunchPlan.h"
#include "core/programs/Kernel.h"

namespace weft::core {

/// What a launch is recorded with, what an update changes, and what the launch for another device is made of.
struct LaunchState {
  /// A copy that belongs to the command alone: it has the arguments, and keeps the memory objects among them. Never
  /// changes once the state is a command-buffer's.
  RefPtr<Kernel> kernel;
  cl_uint workDim = 0;
  std::array<size_t, 3> globalOffset{}, globalSize{}, localSize{};
  bool hasLocalSize = false;

  LaunchState() = default;
  /// With a copy of the kernel. The request's dimensions have been checked.
  LaunchState(const Kernel &itsKernel, const LaunchRequest &request);

  /// Its arrays are this state's.
  LaunchRequest request() const {
    return {workDim, globalOffset.data(), globalSize.data(), hasLocalSize ? localSize.data() : nullptr};
  }
};

} // namespace weft::core

#endif
