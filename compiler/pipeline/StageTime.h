// The time at which a step of a compilation began and ended.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_STAGE_TIME_H
#define WEFT_COMPILER_PIPELINE_STAGE_TIME_H

#include <chrono>
#include <cstdint>
#include <string>

namespace weft::compiler {

/// The begin and the end of a step of a compilation, in nanoseconds of CLOCK_MONOTONIC. The runtime uses the same
/// clock.
struct StageTime {
  std::string name;
  uint64_t begun = 0;
  uint64_t ended = 0;

  static uint64_t now() {
    const auto time = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(time).count());
  }
};

} // namespace weft::compiler

#endif
