// Fits masked loads and stores, gathers and scatters to the CPU's instructions, by rules.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_MASKED_MEMORY_LEGALISE_MASKED_MEMORY_PASS_H
#define WEFT_COMPILER_PASSES_MASKED_MEMORY_LEGALISE_MASKED_MEMORY_PASS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"

#include "codegen/TargetProfile.h"
#include "passes/masked-memory/MaskedMemoryContext.h"

namespace weft::compiler {

/// A change that fits one kind of access to the CPU. Its header says what changes and why.
struct MaskedMemoryRule {
  llvm::StringLiteral name;
  /// What holds after the rule, for the docs.
  llvm::StringLiteral sentence;
  /// Whether the rule also applies to kernels that were built with -cl-opt-disable.
  bool appliesIfUnoptimised;
  /// Returns whether the function has changed.
  bool (*apply)(llvm::Function &function, MaskedMemoryContext &context);
};

/// All rules, in the order in which each function gets them.
llvm::ArrayRef<MaskedMemoryRule> maskedMemoryRules();

/// What: replaces calls of llvm.masked.load, store, gather and scatter, and the address arithmetic of their lanes, if
/// the CPU has no instruction for them or a slow one, or if other code does the same in less time. Each replacement is
/// a rule (maskedMemoryRules).
/// Why: LLVM's code generator scalarises the accesses that the CPU lacks, with a branch for each lane. It doesn't know
/// which masks are mostly full, and which memory only one group accesses.
/// Requires: host form. The pass runs after optimisation, which finds constant masks and constant distances between
/// lanes, and which would undo some rules.
/// Guarantees: the same contents of memory and the same results. No constant mask of a load or store has a single
/// active lane, because LLVM 22 compiles some of these wrongly (ShortenMaskedAccesses.h).
///
///   %v = call <8 x i8> @llvm.masked.load(ptr %p, <8 x i1> %m, <8 x i8> poison)     ; on a CPU with AVX2
/// =>
///   %all = call i1 @llvm.vector.reduce.and(<8 x i1> %m)
///   br i1 %all, label %plain, label %masked    ; %plain: a load; %masked: a loop over the active lanes
class LegaliseMaskedMemoryPass : public llvm::PassInfoMixin<LegaliseMaskedMemoryPass> {
public:
  /// Applies all rules. If `named` isn't empty, only the rules with these names apply, also to unoptimised kernels.
  explicit LegaliseMaskedMemoryPass(const TargetProfile &profile, llvm::ArrayRef<llvm::StringRef> named = {});

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  TargetProfile profile_;
  llvm::SmallVector<const MaskedMemoryRule *> named_;
};

} // namespace weft::compiler

#endif
