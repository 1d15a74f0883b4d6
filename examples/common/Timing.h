// Wall-clock timing of repeated work.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_EXAMPLES_COMMON_TIMING_H
#define WEFT_EXAMPLES_COMMON_TIMING_H

#include <algorithm>
#include <chrono>
#include <vector>

namespace weft::host {

/// Seconds that one call takes.
template <typename Work> double secondsOf(Work &&work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// The median over `runs` calls, after one that isn't counted (it wakes threads and maps pages).
template <typename Work> double medianSeconds(unsigned runs, Work &&work) {
  work();
  std::vector<double> samples(runs);
  for (double &sample : samples)
    sample = secondsOf(work);
  std::ranges::nth_element(samples, samples.begin() + runs / 2);
  return samples[runs / 2];
}

} // namespace weft::host

#endif
