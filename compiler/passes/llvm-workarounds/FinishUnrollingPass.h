// Unrolls loops over packets that LLVM leaves, because it counts their gathers and scatters as many accesses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_LLVM_WORKAROUNDS_FINISH_UNROLLING_PASS_H
#define WEFT_COMPILER_PASSES_LLVM_WORKAROUNDS_FINISH_UNROLLING_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: the stage unroll-packet-loop marks loops whose packets exchange values. This pass unrolls the marked loops
/// that LLVM hasn't unrolled.
/// Why: LLVM counts a gather or scatter as one access for each lane, so such a loop seems too long to LLVM. But gathers
/// and scatters become shuffles, or disappear, once ForwardStoresPass knows where each lane's element is.
/// Requires: that the pass runs within `optimise`, after LLVM's own unrolling.
/// Guarantees: other loops stay as they are.
class FinishUnrollingPass : public llvm::PassInfoMixin<FinishUnrollingPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
