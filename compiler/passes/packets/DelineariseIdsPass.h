// Turns a linear id, from which the kernel computes a row and a column by division, into two ids.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_DELINEARISE_IDS_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_DELINEARISE_IDS_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/TargetProfile.h"

namespace weft::compiler {

class BuiltinLibrary;

/// What: finds a local id of dimension 0 that the kernel divides by a constant, if the constant is no power of two and
/// divides the local size. The remainder becomes the id of dimension 0, the quotient becomes the id of dimension 1, and
/// the former dimension 1 becomes dimension 2. Why: a kernel that numbers its work-items from 0 and computes rows and
/// columns itself has packets that go from the end of one row to the start of the next. No access is then contiguous in
/// all packets. Powers of two don't need this pass: PacketShapes already finds that a packet lies within a row, or has
/// whole rows. Requires: ids are lowered to weft.local.id.N, and the kernel can't observe its sub-groups. Guarantees:
/// the ids change only in code for one local size, with one work-item in dimension 2. A further condition is the
/// estimated time: the ids change only if packets then take less than the fraction
/// TargetProfile::Rows::maxDelinearisedCost of their time without the change. Both times are estimates of PacketCost,
/// and include empty lanes at the ends of rows. If the ids were changed, the kernel has weft-delinearised, from which
/// launchLocalSize computes the local size of the launch.
///
///   "weft-local-size"="243,1,1"           "weft-local-size"="27,9,1" "weft-delinearised"
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
