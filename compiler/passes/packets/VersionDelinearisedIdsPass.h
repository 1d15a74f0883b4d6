// Copies a kernel that divides its ids into rows, so that each packet of the copy lies within a row.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_VERSION_DELINEARISED_IDS_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_VERSION_DELINEARISED_IDS_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/TargetProfile.h"

namespace weft::compiler {

class BuiltinLibrary;

/// What: finds a division of an id of dimension 0, perhaps plus a value that is the same for the group. The divisor is
/// the same for all work-items of the group, and is the length of a row. The pass copies the kernel for groups in which
/// rows are long enough for packets of their own. Each packet of the copy lies within a row: the quotient is the row's
/// index, which the packet's lanes share, and the remainders are consecutive.
/// Why: kernels often get one dimension and compute two or three from it ("x = i % width, y = i / width"). Packets that
/// go from the end of one row to the start of the next gather elements that are contiguous within each row, and divide
/// vectors.
/// Requires: kernel code for one work-item, with lowered ids and a chosen packet width; the kernel can't observe its
/// sub-groups.
/// Guarantees: the same results. In the copy, the pass also replaces divisions by multiples of the row length ("i /
/// (width * height)"). The id may also be the counter of a loop ("for (i = id; i < n; i += size)"). A kernel with
/// barriers or memory checks, or with more than CodeSizes::delinearisedCopy instructions, stays as it is. Each group
/// tests once at run time whether it may run the copy; if not, it runs the original code. It may run the copy if rows
/// are long enough, no id that is divided is negative, and the other divisors are multiples of the row length. If the
/// id is the counter of a loop, no work-item of the group may reach a second iteration. Rows are long enough if their
/// length, divided by the packet's width, is at least TargetProfile::Rows::minDelinearisedRow. Because lanes after a
/// row's end are empty, this quotient must also be at least the estimated time of a packet within a row divided by the
/// time of a packet of the unchanged kernel.
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
