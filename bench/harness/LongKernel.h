// Kernels of any length, to see how the time to compile them grows.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_BENCH_HARNESS_LONG_KERNEL_H
#define WEFT_BENCH_HARNESS_LONG_KERNEL_H

#include <string>
#include <vector>

#include "common/Session.h"

namespace weft::bench {

/// What the lines of a long kernel are made of.
enum class LongKernelKind {
  straight,  ///< arithmetic, selections, loads and stores without a loop
  barriers,  ///< the same with a barrier in each fourth line, values live across all of them
  loops,     ///< loops with barriers in them and in their branches
  functions, ///< functions that call each other and ask for ids
};

struct CompileTime {
  std::string name; ///< "straight"
  unsigned lines;   ///< of the kernel's source
  double seconds;   ///< from source text to the end of the first run
};

/// A kernel `longKernel(global float *a, global const float *b, local float *s, int n)` of about `lines` lines.
std::string longKernel(LongKernelKind kind, unsigned lines);

inline constexpr unsigned shortestLongKernel = 500;

/// Every kind with 500, 1000, 2000 and 4000 lines, each of a text never seen before.
std::vector<CompileTime> measureCompileTimes(const host::DeviceInView &where);

} // namespace weft::bench

#endif
