// Ends loops over packets where none of those that are left has anything to do.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_END_PACKET_LOOPS_PASS_H
#define WEFT_COMPILER_PASSES_HOST_END_PACKET_LOOPS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: a loop over packets whose trips do nothing but what stands behind a guard ends where the guard does: at a
/// bound that ids are compared with, or, where they are compared with one number, after the one packet that has it,
/// which is no loop then.
/// Why: trees of sums halve the work-items that take part with each step, and one work-item writes a group's result.
/// Sixteen packets of a group of 256 are asked for it else.
/// Requires: LLVM's optimisation has taken place: what is the same for all packets has left the loop.
/// Guarantees: the same accesses in the same order. Loops that leave a value behind, and those without
/// weft.packet.loop, are left alone.
///
///   loop:                                                 entry:
///     %x = phi i32 [ 0, %entry ], [ %next, %latch ]         %end = call i32 @llvm.umin(i32 %size, i32 %width)
///     %few = icmp ult i32 %x, %width                        %any = icmp ult i32 0, %width
///     br i1 %few, label %body, label %latch                 br i1 %any, label %loop, label %done
///   latch:                                            =>  loop:
///     %next = add nuw nsw i32 %x, 16                        ..
///     %more = icmp ult i32 %next, %size                     %more = icmp ult i32 %next, %end
///     br i1 %more, label %loop, label %done                 br i1 %more, label %loop, label %done
class TrimPacketLoopsPass : public llvm::PassInfoMixin<TrimPacketLoopsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
