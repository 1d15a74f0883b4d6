// Makes a kernel report its faults while it runs: what checks of barriers, values, memory, buffers and races need.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_INSERT_CHECKS_PASS_H
#define WEFT_COMPILER_PASSES_KERNEL_INSERT_CHECKS_PASS_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class Function;
} // namespace llvm

namespace weft::compiler {

/// What: inserts the checks that the attribute weft-checks names (below): of barriers, values, memory,
/// buffers (as a part of "values") and races.
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

// The checks, in the order in which they are inserted, each in a file of its own.

/// What: if a divergent branch may lead past a barrier, puts a call of weft.check.barrier before each barrier of the
/// kernel, with the barrier's position in the source. The stage link-opencl-builtins has put a call beside each
/// asynchronous copy and beside each wait for a copy's event. These calls become calls of weft.check.together, by which
/// the checker compares what all work-items of the group copy or wait for. The pass adds one more call of
/// weft.check.together at each return of the kernel.
/// Why: all work-items of a group have to reach the same barriers (OpenCL C 3.0, 6.15.8). If they don't, the behaviour
/// is undefined. On fibers each work-item waits on a stack of its own, so the checker can report which work-item waits
/// at which barrier. Calls of weft.check.together don't wait, so they need no fibers.
/// Guarantees: a kernel whose barriers get calls also gets the attribute weft-checks-barriers, and has to run on
/// fibers. Otherwise all work-items reach the same barriers, so the barriers get no calls and the kernel may run on any
/// executor.
void insertBarrierChecks(llvm::Function &kernel);

/// Whether work-items of a group may diverge so that some of them miss a barrier that others reach.
bool mayDivergeAtBarriers(llvm::Function &kernel);

/// What: makes the kernel report operations with an undefined result just before they run. These are integer divisions
/// by zero or with too large a quotient, conversions of floating-point values to integer types that can't hold the
/// value, and shifts by at least as many bits as the value has. For a vector, the report names the first element that
/// is at fault.
/// Why: the result of these operations may be any value, and a different value on each device.
/// Requires: guard-arithmetic hasn't run yet. No earlier pass has moved a conversion to a place that the program
/// reaches without converting.
/// Guarantees: the kernel does the same as before. (OpenCL C defines the result of a shift by too many bits, and
/// Clang's IR reduces the number of bits accordingly. So only shifts in programs from SPIR-V can be reported.)
///
///   %q = sdiv i32 %a, %b      =>     %by.zero = icmp eq i32 %b, 0
///                                    br i1 %by.zero, label %bad, label %behind      ; bad: calls weft.check.report
///                                  behind:
///                                    %q = sdiv i32 %a, %b
void insertValueChecks(llvm::Function &kernel);

/// What: puts a condition around each load, store, atomic instruction and copy. At run time, an access outside of its
/// object, or at an address that is misaligned for its type, is reported and doesn't run; a load that doesn't run gives
/// zero. The object is the argument or variable from which the address is computed. If the pass can't find this object,
/// the condition is a call of the checker, which looks the address up among all objects of the launch.
/// Why: an access outside of its object causes errors that are hard to find, or ends the process.
/// Requires: the metadata weft.buffer and weft.object say which instructions give the addresses of which objects.
/// Guarantees: if no access is outside or misaligned, the kernel does the same as before. An access gets no condition
/// if its offset and the object's size are constants and the access lies within the object. The condition is computed
/// from the offset in the object, not from the address. So later passes can turn the accesses into packets' accesses as
/// before, and can keep private arrays in registers.
///
///   %x = load float, ptr addrspace(1) %a.i      =>     %ok = icmp ult i64 %offset.before, %limit
///                                                      br i1 %ok, label %access, label %bad
///                                                    access:
///                                                      %x.loaded = load float, ptr addrspace(1) %a.i, !weft.checked !0
///                                                    bad:
///                                                      call void @weft.check.report(ptr @site, ...)
///                                                    behind:
///                                                      %x = phi float [ %x.loaded, %access ], [ 0.0, %bad ]
void insertMemoryChecks(llvm::Function &kernel);

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
