// Makes one primitive of sums of products of bytes, or of halves, that lie together.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_BUILTINS_FORM_DOT_PRODUCTS_PASS_H
#define WEFT_COMPILER_PASSES_BUILTINS_FORM_DOT_PRODUCTS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: calls of `dot`, `dot_acc_sat` and their packed forms on bytes (OpenCL C 3.0, section 6.15.3), and what kernels
/// write in their place: products of the four bytes, or the two signed halves, of 32 bits with those of others, added
/// up in 32 bits. Each becomes one weft.dot (kernel/DotProduct.h). Vectors that were loaded for it alone are loaded as
/// integers of 32 bits.
/// Why: CPUs have one instruction for it, which no later pass would find again: on packets each byte becomes a vector
/// of lanes of its own. And 32 bits are a better element of a row than four of 8.
/// Requires: variables are values; instructions are combined.
/// Guarantees: the same sums modulo 2^32.
///
///   %x = load <4 x i8>, ptr %p                      %x = load i32, ptr %p
///   %x0 = extractelement <4 x i8> %x, i64 0         %y = load i32, ptr %q
///   %x0.wide = sext i8 %x0 to i32               =>  %dot = call i32 @weft.dot.8.ss(i32 %x, i32 %y)
///   %p0 = mul i32 %x0.wide, %y0.wide                %sum = add i32 %before, %dot
///   ... three more, and their sum with %before
class FormDotProductsPass : public llvm::PassInfoMixin<FormDotProductsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
