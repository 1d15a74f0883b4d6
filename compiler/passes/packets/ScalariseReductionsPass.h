// Splits reductions of OpenCL C vectors into operations on the elements.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_SCALARISE_REDUCTIONS_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_SCALARISE_REDUCTIONS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: replaces LLVM's reductions of integer vectors by operations on elements. The pass does the same for
/// comparisons that take a vector of conditions as one integer and test whether all conditions hold, or none.
/// Why: on packets, each element becomes a vector of lanes. The bits of the integer would have to be extracted from
/// these vectors one by one.
/// Requires: nothing.
/// Guarantees: if the integer is used in another way, the conditions stay cast to an integer.
///
///   %bits = bitcast <3 x i1> %v to i3        %v0 = extractelement <3 x i1> %v, i64 0      ; and so on
///   %none = icmp eq i3 %bits, 0          =>  %any = or i1 (or i1 %v0, %v1), %v2
///                                            %none = xor i1 %any, true
class ScalariseReductionsPass : public llvm::PassInfoMixin<ScalariseReductionsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &kernel, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
