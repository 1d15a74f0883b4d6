// Makes a kernel check for reads of buffer memory that nothing has written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_BUFFER_CHECKS_H
#define WEFT_COMPILER_PASSES_KERNEL_BUFFER_CHECKS_H

namespace llvm {
class Function;
} // namespace llvm

namespace weft::compiler {

/// What: makes the kernel use a buffer's marks, which say for each byte whether it has been written
/// (WeftCheckArgument::written). The kernel checks the marks before a read of the buffer, and sets them after a write.
/// The launch passes no marks for a buffer whose bytes have all been written. If no argument of a launch has marks, the
/// launch's groups run a copy of the code that has no checks (SafeGroups). A kernel that is too long to be copied
/// (CodeSizes::safeGroupsCopy) has only the code with checks, and tests at each access whether the buffer has marks.
/// Why: memory that nothing has written may hold any value, and a different value on each device. A branch for each
/// access would prevent many optimisations of loops over buffers, so the groups of a launch without marks run code
/// without these branches.
/// Guarantees: the kernel does the same as before. It may be impossible to follow an argument's address, for example
/// because the kernel stores the address. Then reads through the argument aren't checked, and the kernel reports to the
/// checker that any byte of the argument's buffer may have been written. A copy of a whole struct isn't checked as a
/// read, because the struct may have padding that nothing writes.
///
///   %b = load float, ptr addrspace(1) %x      =>    br i1 %is.marked, label %look, label %behind
///                                                look:
///                                                   %marks = load i32, ptr %x.marks
///                                                   %is.unwritten = icmp ne i32 %marks, -1
///                                                   br i1 %is.unwritten, label %bad, label %behind  ; bad: calls
///                                                behind:                                    ; weft.check.report
///                                                   %b = load float, ptr addrspace(1) %x
void insertBufferChecks(llvm::Function &kernel);

} // namespace weft::compiler

#endif
