// Makes a kernel record at which barrier each work-item waits, and which asynchronous copies it makes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_BARRIER_CHECKS_H
#define WEFT_COMPILER_PASSES_KERNEL_BARRIER_CHECKS_H

namespace llvm {
class Function;
} // namespace llvm

namespace weft::compiler {

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

} // namespace weft::compiler

#endif
