// How much code of one kernel each part of the compiler is given.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_COMPILE_BUDGET_H
#define WEFT_COMPILER_ANALYSIS_COMPILE_BUDGET_H

#include <cstddef>

namespace weft::compiler {

/// Above each of these a kernel is compiled with less ambition, and a remark says so. They are sizes, not times, so
/// that one program gives the same code each time; what they were chosen by is in docs/passes.md, "Budgets".
struct CompileBudget {
  /// Instructions of a kernel that may work on packets, one for each element of a vector, and after that (codeLength).
  size_t packets = 30000;
  size_t packetCode = 100000;
  /// Branches within branches of such a kernel: for LLVM's StructurizeCFG and what walks its tree.
  size_t packetDepth = 500;
  /// Instructions that loops may become which are unrolled for private arrays, or because the program asks for it: a
  /// hash with its message schedule (SHA-256: 4,500) fits.
  size_t unrolled = 8000;
  /// Instructions of all barrier regions together; beyond that work-items are fibers, which need no copies.
  size_t regions = 400000;
  /// Instructions of a kernel with all its functions (codeLength) that get all of LLVM's optimisation; more get -O2
  /// without copies of loops; above the next -O1; above the last none.
  size_t full = 10000;
  size_t brief = 60000;
  size_t quick = 250000;
  /// Branches within branches of a function that get more than -O1, for LLVM's loop vectoriser; and than nothing, for
  /// values that live over all of them in the code generator.
  size_t depth = 500;
  size_t greatestDepth = 1500;
  /// Blocks of a function whose loops LLVM may vectorise: it gives a store under a condition that can't be masked
  /// branches for each lane, and what lives over all of them takes the register allocator's time.
  size_t vectorisedBlocks = 256;
  /// Instructions of a kernel and of what has to be inlined into it; more are an error.
  size_t inlined = 2000000;
};

} // namespace weft::compiler

#endif
