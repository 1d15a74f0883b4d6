// Reports each access to memory that work-items share to the checker.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_CHECK_RACES_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_CHECK_RACES_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: each access to memory that may be global or local makes the work-item note itself in the shadow of that
/// memory, and look there for accesses of other work-items (ShadowChecks). The pass puts a call of weft.check.access
/// before the access instead, and before each barrier and fence, in two cases: operations other than the group's
/// barriers order accesses too, or the words of that memory's shadow wouldn't be precise enough.
/// Why: two accesses of which one writes give any value if nothing orders the two work-items. Only a checker that knows
/// all accesses can find such a race.
/// Requires: the form work-item, after check-memory, so that accesses that are left out are not reported; the attribute
/// weft-checks has "races".
/// Guarantees: the kernel does the same as before. Accesses to private variables and constants are not reported.
class CheckRacesPass : public llvm::PassInfoMixin<CheckRacesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
