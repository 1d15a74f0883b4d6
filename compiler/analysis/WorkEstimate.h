// Estimates how much a work-item computes and how many bytes it moves, by counting the instructions of the kernel's IR.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_WORK_ESTIMATE_H
#define WEFT_COMPILER_ANALYSIS_WORK_ESTIMATE_H

#include <cstdint>
#include <string>
#include <vector>

namespace llvm {
class Function;
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace weft::compiler {

/// The work of one run of a piece of code.
struct WorkCounts {
  double flops = 0;      ///< operations on floating-point numbers; a multiply-add is two, a division or square root one
  double operations = 0; ///< operations on integers, including those that compute addresses
  double functions = 0;  ///< calls of mathematical functions, which don't count as flops here
  double loaded = 0;     ///< bytes of global memory that loads read, whether from a cache or from memory
  double stored = 0;
  double local = 0; ///< bytes of local memory, loaded or stored
};

/// The work of a work-item in one loop, without the loops inside that loop. One LoopWork is for the code outside of all
/// loops.
struct LoopWork {
  /// The trip count of each loop around the work, the outermost first, as an expression in JSON; "null" if it isn't
  /// known. An expression is a number, or a list: ["argument", offset, bytes] of the argument block, ["global", d],
  /// ["local", d], ["groups", d] of the launch, ["+", ..], ["*", ..], ["max", ..], ["min", ..], ["/", a, b].
  std::vector<std::string> trips;
  std::vector<unsigned> lines; ///< source lines where these loops begin; 0 if unknown
  WorkCounts always;           ///< work in each iteration
  WorkCounts sometimes;        ///< work under branches that an iteration may not take
};

/// Estimates the work of a kernel of the form `work-item`: one call of it runs one work-item. Later passes change the
/// amount of work, for example by unrolling loops or coalescing accesses, and the estimate ignores that.
std::vector<LoopWork> estimateWork(llvm::Function &kernel, const llvm::LoopInfo &loops,
                                   llvm::ScalarEvolution &evolution);

} // namespace weft::compiler

#endif
