// Makes a kernel, written for one work-item, work on a packet of them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_PACKETISE_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_PACKETISE_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/CompileBudget.h"
#include "codegen/TargetProfile.h"

namespace weft::compiler {

class BuiltinLibrary;

/// What: turns values that differ between the work-items of a packet into vectors with a lane for each. Uniform values
/// and branches stay scalar. Where lanes part, the code that some of them run is skipped if none does, and else runs
/// with a mask; a loop runs until no lane is left in it.
/// Why: a loop over work-items becomes vector code whatever its body holds: inner loops, divergence, barriers.
/// Requires: ids lowered to weft.local.id.N, barriers to weft.barrier (lower-work-item-functions).
/// Where the kernel has weft-sub-groups, packets are its sub-groups and have their size.
/// Guarantees: weft.local.id.0 is then the id of the packet's first lane and weft.packet.mask.W tells which lanes there
/// are; the kernel has the attribute weft-packet-width. A kernel with something that can't be packetised is left as it
/// is.
///
///   %x = call i32 @weft.local.id.0()          %x = call i32 @weft.local.id.0()
///   %p = getelementptr float, %a, i32 %x  =>  %p = getelementptr float, %a, i32 %x
///   %v = load float, %p                       %v = call <8 x float> @llvm.masked.load(%p, %mask, poison)
class PacketisePass : public llvm::PassInfoMixin<PacketisePass> {
public:
  /// `builtins` tells which functions have overloads for vectors; it must outlive the pass. For kernels that can't tell
  /// their sub-groups apart: `profile` has the widths that choosePacketWidth chooses from; only `ifQuicker`: PacketCost
  /// decides where there is nothing in the way. What is above the budget is left as it is.
  PacketisePass(const BuiltinLibrary &builtins, const TargetProfile &profile, bool ifQuicker,
                const CompileBudget &budget = {})
      : builtins_(builtins), profile_(profile), ifQuicker_(ifQuicker), budget_(budget) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  const BuiltinLibrary &builtins_;
  /// Whether it worked; else the function has changed, but for one work-item only.
  bool packetise(llvm::Function &kernel, unsigned width, bool ifQuicker) const;

  TargetProfile profile_;
  bool ifQuicker_;
  CompileBudget budget_;
};

} // namespace weft::compiler

#endif
