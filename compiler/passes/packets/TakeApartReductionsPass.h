// Takes apart what asks a vector of a work-item's own for one answer.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_TAKE_APART_REDUCTIONS_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_TAKE_APART_REDUCTIONS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: makes operations on elements of LLVM's reductions of vectors of integers, and of comparisons that ask a vector
/// of conditions, as one number, whether all hold or none.
/// Why: elements are lanes for a packet. The bits of such a number would be taken out of the lanes' masks one by one.
/// Requires: nothing. Guarantees: conditions whose bits are asked for otherwise stay a number.
///
///   %bits = bitcast <3 x i1> %v to i3        %v0 = extractelement <3 x i1> %v, i64 0      ; and so on
///   %none = icmp eq i3 %bits, 0          =>  %any = or i1 (or i1 %v0, %v1), %v2
///                                            %none = xor i1 %any, true
class TakeApartReductionsPass : public llvm::PassInfoMixin<TakeApartReductionsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &kernel, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
