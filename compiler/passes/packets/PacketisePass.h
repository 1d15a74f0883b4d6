// Makes a kernel, written for one work-item, work on a packet of them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_PACKETISE_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_PACKETISE_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/TargetProfile.h"

namespace weft::compiler {

class BuiltinLibrary;

/// What: turns values that differ between the work-items of a packet into vectors with a lane for each. Uniform values
/// and branches stay scalar. Where lanes part, the code that some of them run is skipped if none does, and else runs
/// with a mask; a loop runs until no lane is left in it.
/// Why: a loop over work-items becomes vector code whatever its body holds: inner loops, divergence, barriers.
/// Requires: the form that packets are made from (PacketPreparation.h); weft-chosen-width, the work-items of a packet
/// (choose-packets). Where the kernel has weft-sub-groups, packets are its sub-groups.
/// Guarantees: weft.local.id.0 is then the id of the packet's first lane and weft.packet.mask.W tells which lanes there
/// are; the kernel has the attribute weft-packet-width. A kernel with something that can't be packetised, or that is
/// slower so, is given up (PacketFork.h).
///
///   %x = call i32 @weft.local.id.0()          %x = call i32 @weft.local.id.0()
///   %p = getelementptr float, %a, i32 %x  =>  %p = getelementptr float, %a, i32 %x
///   %v = load float, %p                       %v = call <8 x float> @llvm.masked.load(%p, %mask, poison)
class PacketisePass : public llvm::PassInfoMixin<PacketisePass> {
public:
  /// `builtins` tells which functions have overloads for vectors; it must outlive the pass. `profile` tells what there
  /// is to make vectors of. Only `ifQuicker`, and where the kernel can't tell its sub-groups apart, PacketCost decides
  /// if there is nothing in the way.
  PacketisePass(const BuiltinLibrary &builtins, const TargetProfile &profile, bool ifQuicker)
      : builtins_(builtins), profile_(profile), ifQuicker_(ifQuicker) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  void packetise(llvm::Function &kernel, unsigned width, llvm::FunctionAnalysisManager &analyses) const;

  const BuiltinLibrary &builtins_;
  TargetProfile profile_;
  bool ifQuicker_;
};

} // namespace weft::compiler

#endif
