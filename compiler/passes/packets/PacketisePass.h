// Turns a kernel that is written for one work-item into a kernel for a packet of work-items.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_PACKETISE_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_PACKETISE_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/TargetProfile.h"

namespace weft::compiler {

class BuiltinLibrary;

/// What: turns values that differ between the work-items of a packet into vectors with one element for each lane.
/// Uniform values and branches stay scalar. Where lanes diverge, code that only some lanes run is skipped if no lane
/// runs it, and otherwise runs with a mask. A loop runs until no lane is left in it.
/// Why: a loop over work-items becomes vector code whatever its body holds: inner loops, divergence, barriers.
/// Requires: the steps of PacketPreparation.h have run, and the kernel's schedule has a width, the number of work-items
/// of a packet (choose-packets). If the kernel has weft-sub-groups, its packets are its sub-groups.
/// Guarantees: weft.local.id.0 becomes the id of the packet's first lane, and weft.packet.mask.W returns which lanes
/// the packet has. The kernel has the attribute weft-packet-width. If some code can't be packetised, or if packets are
/// slower, the pass gives packets up: the original is then the kernel again (PacketFork.h).
///
///   %x = call i32 @weft.local.id.0()          %x = call i32 @weft.local.id.0()
///   %p = getelementptr float, %a, i32 %x  =>  %p = getelementptr float, %a, i32 %x
///   %v = load float, %p                       %v = call <8 x float> @llvm.masked.load(%p, %mask, poison)
class PacketisePass : public llvm::PassInfoMixin<PacketisePass> {
public:
  /// `builtins` says which functions have overloads for vectors, and must outlive the pass. `profile` describes the
  /// CPU's vectors. If the kernel's schedule doesn't name packets, the pass compares costs (PacketCost), and gives
  /// packets up if they are slower, or if groups have fewer than TargetProfile::Rows::minGroupItems work-items. It
  /// never does so if the kernel can observe its sub-groups.
  PacketisePass(const BuiltinLibrary &builtins, const TargetProfile &profile)
      : builtins_(builtins), profile_(profile) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  void packetise(llvm::Function &kernel, unsigned width, llvm::FunctionAnalysisManager &analyses) const;

  const BuiltinLibrary &builtins_;
  TargetProfile profile_;
};

} // namespace weft::compiler

#endif
