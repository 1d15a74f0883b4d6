// Chooses the dimension along which work-items make packets.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_CHOOSE_DIMENSION_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_CHOOSE_DIMENSION_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/TargetProfile.h"

namespace weft::compiler {

class BuiltinLibrary;

/// What: where packets along dimension 1 or 2 take less time by the estimate that `packetise` goes by, lets that
/// dimension and dimension 0 change places: the ids that the kernel asks for, and the local size that the code is for.
/// Why: a matrix whose rows are numbered by dimension 0 is read a row apart from lane to lane, and lies one element
/// behind the other along dimension 1. Groups' work-items may run in any order. Requires: ids lowered to
/// weft.local.id.N, and sub-groups that the kernel can't tell apart. Guarantees: where they
/// have changed places, weft-packet-dimension says which one stands for dimension 0. Code for any local size keeps its
/// dimensions where the kernel can tell how the range was cut, and weft-gains-by-size says that code for one would not.
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
