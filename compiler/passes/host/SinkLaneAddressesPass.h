// Computes the addresses of gathers and scatters in the block of the access, where LLVM's code generator needs them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_SINK_LANE_ADDRESSES_PASS_H
#define WEFT_COMPILER_PASSES_HOST_SINK_LANE_ADDRESSES_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: if the lanes of a gather or scatter have offsets from a common base, the pass computes the addresses in the
/// block of the access. It extends the offsets to 64 bits there, too. Offsets that are known not to be negative are
/// sign-extended.
/// Why: the CPU's gather instruction itself adds the base, and takes offsets of 32 bits. But LLVM's instruction
/// selection sees one block at a time. It sees addresses from another block as vectors of 64-bit elements, of which a
/// register holds half as many. An access that first checks whether its lanes are contiguous has its gather in another
/// block than the addresses.
/// Requires: nothing. The pass runs after optimisation, which would merge equal values again.
/// Guarantees: addresses stay as they are.
///
///   %i = zext nneg <16 x i32> %n to <16 x i64>           =>  gather:
///   %p = getelementptr i32, ptr %a, <16 x i64> %i              %i = sext <16 x i32> %n to <16 x i64>
///   br i1 %inLine, label %load, label %gather                  %p = getelementptr i32, ptr %a, <16 x i64> %i
/// gather:                                                      call @llvm.masked.gather(<16 x ptr> %p, ..)
///   call @llvm.masked.gather(<16 x ptr> %p, ..)
class SinkLaneAddressesPass : public llvm::PassInfoMixin<SinkLaneAddressesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
