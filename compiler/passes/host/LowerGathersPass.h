// Lowers gathers and scatters of elements that the CPU has no instruction for.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_LOWER_GATHERS_PASS_H
#define WEFT_COMPILER_PASSES_HOST_LOWER_GATHERS_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/TargetProfile.h"

namespace weft::compiler {

/// What: a gather of 8 or 16 bits becomes a gather of the 32 bits that each element lies in, shifted, where the CPU
/// gathers 32 bits. Other gathers that the CPU has no instruction for, and such scatters to memory that no other group
/// accesses (GroupPrivateAddress.h), get a constant mask: inactive lanes access a variable of the function instead, so
/// that all lanes can run.
/// Why: LLVM splits such an access into scalar ones, with a branch for each lane that may be inactive, which a CPU
/// often mispredicts. Scatters to other memory keep their branches, because without them stores to memory that is in no
/// near cache took longer. CPUs gather no elements below 32 bits. To extract 16 addresses and insert 16 bytes takes
/// twice as long as to gather and to shift.
/// Requires: elements that lie at multiples of their size. 32 bits at a multiple of 4 bytes are on one page, so they
/// can be read wherever a part of them can. What other threads write to the other bits is shifted out. The pass runs
/// after optimisation, which knows less about 32 bits than about the element.
/// Guarantees: the same results.
///
///   %v = call <8 x i8> @llvm.masked.gather(<8 x ptr> %p, <8 x i1> %m, ..)
/// =>
///   %q = call <8 x ptr> @llvm.ptrmask(<8 x ptr> %p, <8 x i64> splat (i64 -4))
///   %w = call <8 x i32> @llvm.masked.gather(<8 x ptr> %q, <8 x i1> %m, ..)
///   %s = lshr <8 x i32> %w, %bits          ; 8 * (%p & 3)
///   %v = trunc <8 x i32> %s to <8 x i8>
class LowerGathersPass : public llvm::PassInfoMixin<LowerGathersPass> {
public:
  explicit LowerGathersPass(TargetProfile::Legal legal) : legal_(legal) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  TargetProfile::Legal legal_;
};

} // namespace weft::compiler

#endif
