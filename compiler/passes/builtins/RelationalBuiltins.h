// Lowers OpenCL C's relational functions to comparisons.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_BUILTINS_RELATIONAL_BUILTINS_H
#define WEFT_COMPILER_PASSES_BUILTINS_RELATIONAL_BUILTINS_H

namespace llvm {
class CallInst;
class Function;
} // namespace llvm

namespace weft::compiler {

/// Whether `function` compares or classifies floating-point numbers (OpenCL C 3.0, section 6.15.6): isequal to
/// isunordered, isfinite, isinf, isnan, isnormal and signbit. These functions return 1 for scalars but -1 for elements
/// of vectors. So the packet version of a scalar call can't call the overload for vectors, and the pass lowers the call
/// before packets are made.
bool isRelationalBuiltin(const llvm::Function &function);

/// Replaces a call of a function for which isRelationalBuiltin holds.
void lowerRelationalBuiltin(llvm::CallInst &call);

} // namespace weft::compiler

#endif
