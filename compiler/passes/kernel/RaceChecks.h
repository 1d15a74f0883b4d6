// Makes a kernel check each access to memory that work-items share for data races.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_RACE_CHECKS_H
#define WEFT_COMPILER_PASSES_KERNEL_RACE_CHECKS_H

namespace llvm {
class Function;
} // namespace llvm

namespace weft::compiler {

/// What: adds code to each access to memory that may be global or local. The code records the access in that memory's
/// shadow, which says who accessed each byte last, and checks the shadow for accesses of other work-items
/// (ShadowChecks). In two cases it instead puts a call of weft.check.access before the access and at each barrier and
/// fence, and the checker finds races from these calls: if atomic operations, fences or sub-group barriers order
/// accesses, too, or if the shadow's words can't distinguish the accesses to that memory.
/// Why: if two work-items access the same bytes, one of them writes, and nothing orders the two accesses, the result
/// may be any value. Only a checker that knows the accesses of all work-items can find this race.
/// Guarantees: the kernel does the same as before. Accesses to private variables and constants are not reported.
void insertRaceChecks(llvm::Function &kernel);

} // namespace weft::compiler

#endif
