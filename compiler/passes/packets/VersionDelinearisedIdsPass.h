// Keeps packets within the rows that a kernel divides its ids into.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_VERSION_DELINEARISED_IDS_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_VERSION_DELINEARISED_IDS_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/TargetProfile.h"

namespace weft::compiler {

class BuiltinLibrary;

/// What: finds a division of an id of dimension 0, or of its sum with a value that is the same for the group, by a
/// value that is the same for all work-items. The pass copies the kernel for groups whose rows, of the length of the
/// divisor, are worth separate packets. A packet of the copy lies within a row: the quotient is the row's index, which
/// the packet's lanes share, and the remainders are consecutive. Why: kernels often get one dimension and compute two
/// or three from it ("x = i % width, y = i / width"). Packets that go from the end of one row to the start of the next
/// gather elements that are contiguous within each row, and divide vectors. Requires: a kernel whose ids are lowered,
/// which is for one work-item and can't observe its sub-groups; packets have a width. Guarantees: the same results. The
/// pass treats divisors that are multiples of the row length ("i / (width * height)") in the same way. It does the same
/// for the counter of a loop ("for (i = id; i < n; i += size)") where no work-item of the group reaches a second
/// iteration. A kernel with barriers or checks, or longer than CodeSizes::delinearisedCopy, stays as it is. Each group
/// tests once whether it may run the copy. The row length must be at least TargetProfile::Rows::minDelinearisedRow of a
/// packet's width. As a share of the width, it must also be at least the estimated time of a packet within a row, as a
/// share of the time of another packet. No id that is divided may be negative, and other divisors must be multiples of
/// the row length.
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
