// Makes instructions of builtins that are one or two of them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_BUILTINS_LOWER_SIMPLE_BUILTINS_PASS_H
#define WEFT_COMPILER_PASSES_BUILTINS_LOWER_SIMPLE_BUILTINS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: turns calls of builtins such as min, max, clamp, abs, mul24, rotate, select, fma, fmin or fabs (OpenCL C 3.0,
/// sections 6.15.2 to 6.15.6) into instructions and intrinsics of LLVM, on scalars and vectors. The table in the .cpp
/// has them. So do most conversions (SimpleConversions.h) and permutations by constants (ConstantShuffles.h), and
/// powers by small constants become multiplications (ConstantPowers.h). Why: every pass from here on understands them.
/// A conditional expression of two calls stays two blocks, which lanes of a packet take apart; of two instructions it
/// becomes a select. A pointer to a place that mad24 computes is seen to be consecutive. Those that stay and access no
/// memory are no longer convergent, unless they are collectives: loops with them may be unrolled.
/// Requires: spir64's mangled names. Guarantees: nothing changes but those calls.
///
///   %low = call i32 @_Z3minjj(i32 %a, i32 %b)
/// =>
///   %low = call i32 @llvm.umin.i32(i32 %a, i32 %b)
class LowerSimpleBuiltinsPass : public llvm::PassInfoMixin<LowerSimpleBuiltinsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
