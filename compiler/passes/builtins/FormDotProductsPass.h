// Replaces sums of products of bytes, or of 16-bit halves, of 32-bit words by calls that stand for a dot product.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_BUILTINS_FORM_DOT_PRODUCTS_PASS_H
#define WEFT_COMPILER_PASSES_BUILTINS_FORM_DOT_PRODUCTS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: replaces two kinds of code by calls of weft.dot (kernel/DotProduct.h). The first kind is calls of `dot`,
/// `dot_acc_sat` and their packed forms on bytes (OpenCL C 3.0, section 6.15.3). The second kind is the expressions
/// that kernels write instead: products of the four bytes, or the two signed halves, of one 32-bit value with those of
/// another, added up in 32 bits. If a loaded vector is used only by dot products, the pass replaces the load by loads
/// of 32-bit integers.
/// Why: CPUs have one instruction for a dot product. After packets are formed, no pass could recognise the product any
/// more, because each of its bytes is then in a different vector of lanes. Also, each work-item then loads one element
/// of 32 bits instead of four of 8 bits, so the elements of neighbouring work-items are contiguous.
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
