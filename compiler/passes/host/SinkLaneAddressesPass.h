// Puts the addresses of gathers and scatters next to them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_SINK_LANE_ADDRESSES_PASS_H
#define WEFT_COMPILER_PASSES_HOST_SINK_LANE_ADDRESSES_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: a gather or scatter whose lanes have a base in common, and are offsets from it, gets these in its own block,
/// and as numbers with a sign where they are no negative ones.
/// Why: the CPU adds the base by itself, and takes offsets of 32 bits. LLVM's instruction selection sees one block at a
/// time: of addresses that come from another one it knows nothing, so that they are vectors of 64 bits, of which a
/// register has half as many. Accesses that first look whether their lanes lie one behind the other gather in a block
/// of their own.
/// Requires: nothing. After optimisation, which makes one value of equal ones again.
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
