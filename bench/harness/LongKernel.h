// Kernels of any length, to see how the time to compile them grows.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_BENCH_HARNESS_LONG_KERNEL_H
#define WEFT_BENCH_HARNESS_LONG_KERNEL_H

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/Session.h"

namespace weft::bench {

/// What the lines of a long kernel are made of.
enum class LongKernelKind {
  straight,      ///< arithmetic, selections, loads and stores without a loop
  barriers,      ///< the same with a barrier in each fourth line, values live across all of them
  loops,         ///< loops with barriers in them and in their branches
  functions,     ///< functions that call each other and ask for ids
  switches,      ///< switches whose cases are all that there can be, with loops and atomic operations behind them
  branches,      ///< branches within branches
  elseIfs,       ///< one condition after the other, of which one holds
  blocks,        ///< very many branches around one statement
  tables,        ///< a table of 16 numbers a line
  vectors,       ///< vectors of 16 doubles
  privateArrays, ///< a large array of each work-item's own
  calls,         ///< one long function that asks for ids, called again and again
  unrolled,      ///< loops to be unrolled
};

inline constexpr std::array<std::pair<std::string_view, LongKernelKind>, 13> longKernelKinds = {
    {{"straight", LongKernelKind::straight},
     {"barriers", LongKernelKind::barriers},
     {"loops", LongKernelKind::loops},
     {"functions", LongKernelKind::functions},
     {"switches", LongKernelKind::switches},
     {"branches", LongKernelKind::branches},
     {"else-ifs", LongKernelKind::elseIfs},
     {"blocks", LongKernelKind::blocks},
     {"tables", LongKernelKind::tables},
     {"vectors", LongKernelKind::vectors},
     {"private", LongKernelKind::privateArrays},
     {"calls", LongKernelKind::calls},
     {"unrolled", LongKernelKind::unrolled}}};

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
