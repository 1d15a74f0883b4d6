// Unrolls the loops over packets that LLVM finds too long.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_FINISH_UNROLLING_PASS_H
#define WEFT_COMPILER_PASSES_HOST_FINISH_UNROLLING_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: unrolls the loops that unroll-packet-loop has chosen and that are still there. Why: LLVM counts a gather or
/// scatter as code for each lane. These are shuffles, or gone, once ForwardStoresPass knows where each lane's
/// element is. Requires: within `optimise`, behind LLVM's own unrolling. Guarantees: other loops stay.
class FinishUnrollingPass : public llvm::PassInfoMixin<FinishUnrollingPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
