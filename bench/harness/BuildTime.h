// How long it takes from source text to the end of its first run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_BENCH_HARNESS_BUILD_TIME_H
#define WEFT_BENCH_HARNESS_BUILD_TIME_H

#include "common/Session.h"

namespace weft::bench {

/// Seconds for the first and the second one-line kernel of this process, each of a text never seen before.
struct BuildTimes {
  double first;
  double second;
};

BuildTimes measureBuildTimes(const host::DeviceInView &where);

} // namespace weft::bench

#endif
