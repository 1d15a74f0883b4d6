// How long it takes from source text to the end of its first run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_BENCH_HARNESS_BUILD_TIME_H
#define WEFT_BENCH_HARNESS_BUILD_TIME_H

#include <map>
#include <string>

#include "common/Session.h"

namespace weft::bench {

/// Seconds for the first and the second one-line kernel of this process, each of a text never seen before.
struct BuildTimes {
  double first;
  double second;
};

BuildTimes measureBuildTimes(const host::DeviceInView &where);

/// Seconds from the source text of a benchmark to the end of its 1st, 10th and 100th run, each of which is waited for;
/// buffers are made and filled meanwhile. Ends early behind a run at which `most` seconds have passed. The process has
/// built nothing before. Throws std::runtime_error where there is no such benchmark.
std::map<unsigned, double> measureFirstRuns(const host::DeviceInView &where, const std::string &benchmark, double most);

} // namespace weft::bench

#endif
