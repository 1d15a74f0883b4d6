// Makes a kernel report its faults while it runs: what checks of barriers, values, memory, buffers and races need.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_INSERT_CHECKS_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_INSERT_CHECKS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: inserts the checks that the attribute weft-checks names: BarrierChecks, ValueChecks, MemoryChecks,
/// BufferChecks (as a part of "values") and RaceChecks. Their headers say what each of them inserts.
/// Why: the checks look at the program's own operations, so they are inserted before any optimisation that could remove
/// a fault.
/// Requires: the form work-item (a call of the kernel runs one work-item).
/// Guarantees: a kernel without faults does the same as before. No later check takes the code of an earlier one for the
/// program's: buffers and races are checked only where the memory checks let an access run, and the accesses to the
/// shadow, which records accesses for the race detector, come last.
class InsertChecksPass : public llvm::PassInfoMixin<InsertChecksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
