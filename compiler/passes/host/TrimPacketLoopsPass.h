// Ends loops over packets as soon as none of the remaining packets has work.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_TRIM_PACKET_LOOPS_PASS_H
#define WEFT_COMPILER_PASSES_HOST_TRIM_PACKET_LOOPS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: in a loop over packets, all the work of an iteration may depend on one condition, the guard. If the guard
/// tests whether ids are below a bound, the pass makes the loop end at this bound. If the guard tests whether an id
/// equals one number, only the packet with this id runs, and the loop disappears.
/// Why: reduction trees halve the number of active work-items with each step, and one work-item writes a group's
/// result. Without the pass, all sixteen packets of a group of 256 work-items test the guard.
/// Requires: that LLVM's optimisation has taken place, so that code which is the same for all packets has left the
/// loop.
/// Guarantees: the same accesses in the same order. Loops whose values are used after them, and loops without
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
