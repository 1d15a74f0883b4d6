// Builtins on OpenCL C's vectors, taken apart before a kernel becomes one for packets.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_TAKE_APART_VECTOR_BUILTINS_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_TAKE_APART_VECTOR_BUILTINS_PASS_H

#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"

namespace weft::compiler {

class BuiltinLibrary;

/// What: makes one call for each element of a builtin that does the same to all (sin of a float4: four sines), and
/// replaces calls of the others that have no pointers (dot, select, isequal) by the builtin's body.
/// Why: the packet's lanes are then the only vectors that are left to call builtins with.
/// Requires: builtins by their mangled names.
/// Guarantees: no builtin without pointers takes or gives a vector of OpenCL C; or the kernel is given up.
///
///   %s = call <2 x float> @_Z3sinDv2_f(<2 x float> %v)  =>  %a = extractelement <2 x float> %v, i64 0
///                                                           %b = call float @_Z3sinf(float %a)
///                                                           %c = insertelement <2 x float> poison, float %b, i64 0
///                                                           ...
class TakeApartVectorBuiltinsPass : public llvm::PassInfoMixin<TakeApartVectorBuiltinsPass> {
public:
  /// `builtins` must outlive the pass.
  explicit TakeApartVectorBuiltinsPass(const BuiltinLibrary &builtins) : builtins_(builtins) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  llvm::Error takeApart(llvm::Function &kernel) const;

  const BuiltinLibrary &builtins_;
};

} // namespace weft::compiler

#endif
