// Makes masked accesses of gathers and scatters whose lanes find their elements in few runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_ACCESS_RUNS_PASS_H
#define WEFT_COMPILER_PASSES_HOST_ACCESS_RUNS_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/TargetProfile.h"

namespace weft::compiler {

/// What: where the lanes of a gather or scatter are constant distances from an address that they share, replaces it by
/// masked loads or stores, one for each run of neighbouring lanes that find their elements one behind the other, if
/// these take less time by the profile. The lanes of a run are where they were, so nothing is permuted: the access
/// starts as many elements before the run as there are lanes before it, with a mask that leaves these out.
/// Why: a gather or scatter takes about as long for each lane as a masked access does for all of them. Steps of a
/// Fourier transform by 3 and 9, where packets lie in rows of 27, store runs of as many.
/// Requires: nothing. After optimisation, which makes constants of what the lanes of the only packet of a row add to
/// an address. Guarantees: lanes store in the order that they did.
///
///   %p = getelementptr double, ptr %tile, <4 x i64> <i64 0, i64 1, i64 9, i64 10>
///   call void @llvm.masked.scatter(<4 x double> %v, <4 x ptr> align 8 %p, <4 x i1> %goes)
/// =>
///   %m = and <4 x i1> %goes, <i1 1, i1 1, i1 0, i1 0>
///   call void @llvm.masked.store(<4 x double> %v, ptr align 8 %tile, <4 x i1> %m)
///   %n = and <4 x i1> %goes, <i1 0, i1 0, i1 1, i1 1>
///   %q = getelementptr i8, ptr %tile, i64 56
///   call void @llvm.masked.store(<4 x double> %v, ptr align 8 %q, <4 x i1> %n)
class AccessRunsPass : public llvm::PassInfoMixin<AccessRunsPass> {
public:
  explicit AccessRunsPass(const TargetProfile &profile) : profile_(profile) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  TargetProfile profile_;
};

} // namespace weft::compiler

#endif
