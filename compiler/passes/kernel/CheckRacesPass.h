// Makes a kernel check each access to memory that work-items share for data races.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_CHECK_RACES_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_CHECK_RACES_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: adds code to each access to memory that may be global or local. The code records the access in the shadow of
/// that memory, and checks the shadow for accesses of other work-items (ShadowChecks). In two cases the pass instead
/// puts a call of weft.check.access before the access, and before each barrier and fence: if operations other than the
/// group's barriers order accesses, too, or if the words of the shadow wouldn't be precise enough for that memory.
/// Why: if one of two accesses writes and nothing orders the two work-items, the result may be any value. Only a
/// checker that knows all accesses can find the race.
/// Requires: the form work-item, after check-memory, so that accesses that are left out are not reported; the attribute
/// weft-checks has "races".
/// Guarantees: the kernel does the same as before. Accesses to private variables and constants are not reported.
class CheckRacesPass : public llvm::PassInfoMixin<CheckRacesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
