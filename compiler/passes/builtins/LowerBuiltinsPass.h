// Replaces calls of builtins that are a few instructions by these instructions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_BUILTINS_LOWER_BUILTINS_PASS_H
#define WEFT_COMPILER_PASSES_BUILTINS_LOWER_BUILTINS_PASS_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class CallInst;
class Function;
} // namespace llvm

namespace weft::compiler {

/// What: turns calls of builtins into instructions and intrinsics of LLVM: min, max, clamp, abs, mul24, rotate, select,
/// fma, fmin, fabs and others (OpenCL C 3.0, sections 6.15.2 to 6.15.6, by a table in the .cpp); atomic functions on
/// integers (AtomicBuiltins); vloadN and vstoreN (VectorAccesses); relational functions (RelationalBuiltins);
/// functions with a second result (ResultsThroughPointers); most conversions (SimpleConversions); permutations by
/// constants (ConstantShuffles); and powers by small constants (ConstantPowers). A call that stays loses the
/// attribute convergent if its function accesses no memory and is no collective, so that LLVM may unroll loops that
/// contain the call.
/// Why: later passes understand instructions, but not calls. They see which memory an instruction accesses, and how the
/// addresses of neighbouring work-items differ if mad24 computes an index. In a conditional expression, LLVM turns two
/// instructions into a select, but leaves two calls in two blocks, where the lanes of a packet diverge. The operations
/// of a packet's lanes on one atomic object can be combined.
/// Requires: spir64's mangled names.
/// Guarantees: nothing but these calls changes.
///
///   %low = call i32 @_Z3minjj(i32 %a, i32 %b)
/// =>
///   %low = call i32 @llvm.umin.i32(i32 %a, i32 %b)
class LowerBuiltinsPass : public llvm::PassInfoMixin<LowerBuiltinsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

// The families of builtins that have a file of their own.

/// Whether `function` is an atomic function on integers of 32 or 64 bits (OpenCL C 3.0, 6.15.12.7 and 6.15.12.8).
bool isAtomic(const llvm::Function &function);

/// Replaces a call of a function for which isAtomic holds by an atomic instruction of LLVM. The functions of OpenCL C
/// 1.x are relaxed; those of 2.0 need a constant memory order. The memory scope is ignored. A call stays if it is a
/// compare-and-exchange of 2.0, whose expected value is in memory.
void lowerAtomic(llvm::CallInst &call);

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

/// Whether `function` compares or classifies floating-point numbers (OpenCL C 3.0, section 6.15.6): isequal to
/// isunordered, isfinite, isinf, isnan, isnormal and signbit. These functions return 1 for scalars but -1 for elements
/// of vectors. So the packet version of a scalar call can't call the overload for vectors, and the pass lowers the call
/// before packets are made.
bool isRelationalBuiltin(const llvm::Function &function);

/// Replaces a call of a function for which isRelationalBuiltin holds.
void lowerRelationalBuiltin(llvm::CallInst &call);

/// Whether `function` is sincos, or fract, modf or frexp of float or double (OpenCL C 3.0, section 6.15.2). These
/// functions write memory, so if they stayed calls, a packet would call them once for each work-item.
bool returnsThroughPointer(const llvm::Function &function);

/// Replaces a call of a function for which returnsThroughPointer holds by operations that compute both results, and a
/// store of the second one. The operations are instructions and calls of builtins with vector overloads.
void lowerResultThroughPointer(llvm::CallInst &call);

/// Whether `function` is pow, powr, pown, half_powr or native_powr of float or double (OpenCL C 3.0, section 6.15.2).
bool isPower(const llvm::Function &function);

/// Replaces a call of a function for which isPower holds by multiplications, at most one division and at most one
/// square root. It does so if the exponent is the same constant for all elements, and is a multiple of 0.5 from -8 to
/// 8. Edge cases follow sections 6.15.2 and 7.5.1. Each multiplication, the division and the root have a rounding error
/// of at most 2^-24 (2^-53) of the result. For the exponent -7.5 the most of these errors add up, 15.5; section 7.4
/// allows 16 ulp. Otherwise the call stays.
void lowerConstantPower(llvm::CallInst &call);

/// Whether `function` is shuffle or shuffle2 (OpenCL C 3.0, section 6.15.13).
bool isShuffle(const llvm::Function &function);

/// If the mask is a constant, replaces a call of shuffle or shuffle2 by one shufflevector. As OpenCL C defines, only
/// the low bits of each mask element count: as many bits as are needed to number the input elements. Otherwise the call
/// stays.
void lowerConstantShuffle(llvm::CallInst &call);

/// Whether `function` is one of OpenCL C's explicit conversions (3.0, section 6.4.3) that lowerSimpleConversion
/// handles:
/// - between integers, saturated or not,
/// - from integers to float and double, rounded to the nearest even,
/// - between float and double, exact or rounded to the nearest even,
/// - from float and double to integers in any rounding mode. Saturated conversions are included only if the
///   floating-point type can represent the least and the greatest integer: chars, shorts, and int from double.
bool isSimpleConversion(const llvm::Function &function);

/// Replaces a call of a function for which isSimpleConversion holds. `isSigned` says whether the source type is signed.
void lowerSimpleConversion(llvm::CallInst &call, bool isSigned);

} // namespace weft::compiler

#endif
