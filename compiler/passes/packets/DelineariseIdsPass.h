// Makes rows of a dimension that the kernel itself divides into rows.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_FORM_ROWS_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_FORM_ROWS_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/TargetProfile.h"

namespace weft::compiler {

class BuiltinLibrary;

/// What: where the local id of dimension 0 is divided by a constant that is no power of two, and the local size is a
/// multiple of it, quotient and remainder become the ids of dimensions 1 and 0, and what was dimension 1 is
/// dimension 2. Why: a kernel that numbers its work-items from 0 and computes rows and columns itself has packets that
/// go from the end of one row to the start of the next, so that no access is consecutive in all of them. Powers of two
/// don't need it: shapes see that a packet lies within a row, or has whole ones. Requires: ids lowered to
/// weft.local.id.N, and sub-groups that the kernel can't tell apart. Guarantees: rows are formed where packets then
/// take at most TargetProfile::Rows::formed of the time by the estimate that `packetise` goes by, empty lanes at the
/// ends of rows included; then weft-formed-rows is there (launchLocalSize).
///
///   "weft-local-size"="243,1,1"           "weft-local-size"="27,9,1" "weft-formed-rows"
///   %l = call i32 @weft.local.id.0()      %column = call i32 @weft.local.id.0()
///   %row = udiv i32 %l, 27             => %row = call i32 @weft.local.id.1()
///   %column = urem i32 %l, 27             %first = mul nuw nsw i32 %row, 27
///                                         %l = add nuw nsw i32 %first, %column
class DelineariseIdsPass : public llvm::PassInfoMixin<DelineariseIdsPass> {
public:
  /// `builtins` must outlive the pass.
  DelineariseIdsPass(const BuiltinLibrary &builtins, const TargetProfile &profile)
      : builtins_(builtins), profile_(profile) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  const BuiltinLibrary &builtins_;
  TargetProfile profile_;
};

} // namespace weft::compiler

#endif
