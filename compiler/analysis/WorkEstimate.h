// How much a work-item computes and moves, counted in its IR.
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

/// What one run of a stretch of code does.
struct WorkCounts {
  double flops = 0;      ///< of floating-point numbers; a multiply-add is two, a division or square root one
  double operations = 0; ///< of integers, those that compute addresses included
  double functions = 0;  ///< calls of functions of mathematics, which are no flops here
  double loaded = 0;     ///< bytes of global memory that loads name, whoever has them: a cache or the memory
  double stored = 0;
  double local = 0; ///< bytes of local memory, loaded or stored
};

/// Work of a work-item outside of any loop, or in one loop but none within it.
struct WorkPart {
  /// The loops around it, the outermost first: how often each goes round, as an expression in JSON, "null" where
  /// nothing is known. An expression is a number, or a list: ["argument", offset, bytes] of the argument block,
  /// ["global", d], ["local", d], ["groups", d] of the launch, ["+", ..], ["*", ..], ["max", ..], ["min", ..],
  /// ["/", a, b].
  std::vector<std::string> trips;
  std::vector<unsigned> lines; ///< of the source where these loops begin; 0 where unknown
  WorkCounts always;           ///< in each round
  WorkCounts sometimes;        ///< behind branches that a round may not take
};

/// Of a kernel of the form `work-item`, which has the ABI's signature. An estimate: later passes make more of it or
/// less, as those that unroll loops or join accesses.
std::vector<WorkPart> estimateWork(llvm::Function &kernel, const llvm::LoopInfo &loops,
                                   llvm::ScalarEvolution &evolution);

} // namespace weft::compiler

#endif
