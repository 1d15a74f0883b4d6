// Lowers vloadN, vstoreN, and loads and stores of halfs to loads and stores.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_BUILTINS_VECTOR_ACCESSES_H
#define WEFT_COMPILER_PASSES_BUILTINS_VECTOR_ACCESSES_H

namespace llvm {
class CallInst;
class Function;
} // namespace llvm

namespace weft::compiler {

/// Whether `function` is vloadN, vstoreN, or vload_half, vstore_half and similar (OpenCL C 3.0, section 6.15.7). It
/// isn't if it stores a double as half, or rounds to half in another mode than to nearest.
bool isVectorAccess(const llvm::Function &function);

/// Replaces a call of a function for which isVectorAccess holds by a load or store that has the alignment of one
/// element, and by a conversion from or to float if the elements are halfs.
///
///   %v = call <4 x float> @_Z6vload4mPU3AS1Kf(i64 %i, ptr addrspace(1) %p)
/// =>
///   %offset = mul i64 %i, 4
///   %place = getelementptr float, ptr addrspace(1) %p, i64 %offset
///   %v = load <4 x float>, ptr addrspace(1) %place, align 4
void lowerVectorAccess(llvm::CallInst &call);

} // namespace weft::compiler

#endif
