// A LaunchExecution that owns its launch, for tests that execute a launch once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_UNIT_DEVICE_CPU_ONE_LAUNCH_H
#define WEFT_TESTS_UNIT_DEVICE_CPU_ONE_LAUNCH_H

#include <memory>
#include <utility>

#include "Device.h"

namespace weft::cpu {

struct OwnLaunch {
  const KernelLaunch launch;
};

/// The execution of a launch that it owns.
class OneLaunch : private OwnLaunch, public LaunchExecution {
public:
  OneLaunch(std::shared_ptr<const KernelCode> code, const NDRange &range, const void *args, uint64_t localBytes,
            const WeftEnqueuer *enqueuer = nullptr, std::shared_ptr<const KernelCode> fullGroupCode = nullptr)
      : OwnLaunch{
            KernelLaunch(std::move(code), range, args, localBytes, nullptr, false, {}, 0, std::move(fullGroupCode))},
        LaunchExecution(launch, enqueuer) {}
};

} // namespace weft::cpu

#endif
