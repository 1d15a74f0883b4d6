// Splits calls of builtins on OpenCL C's vectors into calls on their elements, before packets are generated.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_SCALARISE_VECTOR_BUILTINS_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_SCALARISE_VECTOR_BUILTINS_PASS_H

#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"

namespace weft::compiler {

class BuiltinLibrary;

/// What: splits a builtin that does the same to all elements into one call for each element (sin of a float4: four
/// calls of sin). Calls of other builtins without pointers (dot, select, isequal) are replaced by the builtin's body.
/// Why: packetise can then use the vector overload of a builtin for the lanes of a packet.
/// Requires: builtins have their mangled names.
/// Guarantees: no builtin without pointers takes or returns a vector of OpenCL C. If the builtins can't be linked,
/// packets are given up. If LLVM can't inline a builtin's body, the pass stops: that call and the remaining calls keep
/// their vectors, and run once for each lane.
///
///   %s = call <2 x float> @_Z3sinDv2_f(<2 x float> %v)  =>  %a = extractelement <2 x float> %v, i64 0
///                                                           %b = call float @_Z3sinf(float %a)
///                                                           %c = insertelement <2 x float> poison, float %b, i64 0
///                                                           ...
class ScalariseVectorBuiltinsPass : public llvm::PassInfoMixin<ScalariseVectorBuiltinsPass> {
public:
  /// `builtins` must outlive the pass.
  explicit ScalariseVectorBuiltinsPass(const BuiltinLibrary &builtins) : builtins_(builtins) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  llvm::Error scalarise(llvm::Function &kernel) const;

  const BuiltinLibrary &builtins_;
};

} // namespace weft::compiler

#endif
