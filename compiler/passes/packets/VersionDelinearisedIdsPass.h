// Lets packets keep to the rows that a kernel divides its ids into.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_FOLLOW_ROWS_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_FOLLOW_ROWS_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/TargetProfile.h"

namespace weft::compiler {

class BuiltinLibrary;

/// What: where an id of dimension 0, or its sum with what the group has in common, is divided by a number that is the
/// same for all, copies the kernel for groups whose rows of that length are worth packets of their own. A packet of the
/// copy lies within a row: the quotient is the row's number, which its lanes share, and remainders are consecutive.
/// Why: kernels are often given one dimension and compute two or three of it ("x = i % width, y = i / width"). Packets
/// that go from the end of one row to the start of the next gather what is consecutive within each, and divide vectors.
/// Requires: a kernel whose ids are lowered, for one work-item, without sub-groups that it can tell apart; packets have
/// a width. Guarantees: the same results. Numbers that the length is a factor of ("i / (width * height)") divide in the
/// same way, and so does the number of a loop ("for (i = id; i < n; i += size)") where no work-item of the group comes
/// to a second trip. A kernel with barriers or checks, or longer than CodeSizes::followedRows, stays as it is. The
/// test, made once for a group, holds where the length is at least TargetProfile::Rows::followed of a packet, and as
/// much of one as a packet within a row takes of another packet's time by the estimate, no number is negative and other
/// divisors are its multiples.
///
///   %i = add i32 %local.id.0, %base                      %long = icmp uge i32 %width, 4
///   %x = srem i32 %i, %width                             br i1 %long, label %rows.groups, label %other.groups
///   %y = sdiv i32 %i, %width                           rows.groups:
///                                                   =>   call void @weft.barrier() [ "weft-rows"(%first, %width) ]
///                                                        %start = call i32 @weft.packet.start()
///                                                        %row = call i32 @weft.row()
///                                                        %y = add nuw nsw i32 %base.row, %row
///                                                        %x = ...    ; %start + %base - %y * %width, and the lane
class VersionDelinearisedIdsPass : public llvm::PassInfoMixin<VersionDelinearisedIdsPass> {
public:
  /// `builtins` must outlive the pass.
  VersionDelinearisedIdsPass(const BuiltinLibrary &builtins, const TargetProfile &profile)
      : builtins_(builtins), profile_(profile) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  const BuiltinLibrary &builtins_;
  TargetProfile profile_;
};

} // namespace weft::compiler

#endif
