// Generates kernels of any length, and measures how the time to compile them grows with the length.
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

/// The kind of code that the lines of a long kernel contain.
enum class LongKernelKind {
  straight,      ///< arithmetic, selections, loads and stores without a loop
  barriers,      ///< `straight` with a barrier in every fourth line, and values that live across all barriers
  loops,         ///< loops with barriers in their bodies and in branches of the bodies
  functions,     ///< functions that the kernel calls, and that query ids
  switches,      ///< exhaustive switches, each followed by a loop and an atomic operation
  branches,      ///< branches within branches
  elseIfs,       ///< one chain of else-ifs, of which at most one condition holds
  blocks,        ///< very many branches, each around one statement
  tables,        ///< a constant table with 16 values for each line
  vectors,       ///< arithmetic on vectors of 16 doubles
  privateArrays, ///< a large private array of each work-item
  calls,         ///< repeated calls of one long function that queries ids
  unrolled,      ///< loops with a pragma that asks for their unrolling
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
  std::string name; ///< the kernel's kind, as in "straight"
  unsigned lines;   ///< number of lines of the kernel's source
  double seconds;   ///< from source text to the end of the first run
};

/// Returns the source of a kernel of about `lines` lines:
/// `longKernel(global float *a, global const float *b, local float *s, int n)`.
std::string longKernel(LongKernelKind kind, unsigned lines);

inline constexpr unsigned shortestLongKernel = 500;

/// Measures every kind with 500, 1000, 2000 and 4000 lines. Each kernel has a new source text, so no cache contains it.
std::vector<CompileTime> measureCompileTimes(const host::DeviceInView &where);

} // namespace weft::bench

#endif
