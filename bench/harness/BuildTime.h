// Measures the time from a kernel's source text to the end of its first runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_BENCH_HARNESS_BUILD_TIME_H
#define WEFT_BENCH_HARNESS_BUILD_TIME_H

#include <map>
#include <string>

#include "common/Session.h"

namespace weft::bench {

/// The seconds for the first and the second one-line kernel of this process. Each kernel has a new source text.
struct BuildTimes {
  double first;
  double second;
};

BuildTimes measureBuildTimes(const host::DeviceInView &where);

/// Returns the seconds from the source text of a benchmark to the end of its 1st, 10th and 100th run. The next run
/// begins after the end of the one before. The times include the creation and filling of the buffers. No further run
/// begins once `most` seconds have passed. The process has built nothing before. Throws std::runtime_error if there is
/// no such benchmark.
std::map<unsigned, double> measureFirstRuns(const host::DeviceInView &where, const std::string &benchmark, double most);

} // namespace weft::bench

#endif
