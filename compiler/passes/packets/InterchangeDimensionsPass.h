// Chooses the dimension along which work-items form packets.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_INTERCHANGE_DIMENSIONS_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_INTERCHANGE_DIMENSIONS_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/TargetProfile.h"

namespace weft::compiler {

class BuiltinLibrary;

/// What: swaps dimension 0 and dimension 1 or 2 if packets along the other dimension take less time, by the estimate of
/// PacketCost. The pass swaps the local ids that the kernel reads, and the local size that the code is compiled for.
/// Why: where dimension 0 numbers the rows of a matrix, neighbouring lanes read elements that are a row apart. Along
/// dimension 1 the elements are contiguous. The swap is allowed because the work-items of a group may run in any order.
/// Requires: ids are lowered to weft.local.id.N, and the kernel can't observe its sub-groups. Guarantees: after a swap,
/// weft-packet-dimension says which of the program's dimensions is dimension 0 in the code. If launches can't choose
/// groups that are long along any dimension (canRepartitionGroups), groups may have only one work-item along the other
/// dimension. So code for any local size then keeps its dimensions, and the attribute weft-gains-by-size says that code
/// for one local size would swap them.
///
///   "weft-local-size"="8,64,1"            "weft-local-size"="64,8,1" "weft-packet-dimension"="1"
///   %row = call i32 @weft.local.id.0()    %row = call i32 @weft.local.id.1()
///   %x = call i32 @weft.local.id.1()  =>  %x = call i32 @weft.local.id.0()
class InterchangeDimensionsPass : public llvm::PassInfoMixin<InterchangeDimensionsPass> {
public:
  /// `builtins` must outlive the pass.
  InterchangeDimensionsPass(const BuiltinLibrary &builtins, const TargetProfile &profile)
      : builtins_(builtins), profile_(profile) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  double cyclesForItem(llvm::Function &kernel) const;

  const BuiltinLibrary &builtins_;
  TargetProfile profile_;
};

} // namespace weft::compiler

#endif
