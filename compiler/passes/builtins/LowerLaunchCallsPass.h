// Replaces the calls by which a kernel prints, enqueues kernels and reports faults by calls of the launch's functions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_BUILTINS_LOWER_LAUNCH_CALLS_PASS_H
#define WEFT_COMPILER_PASSES_BUILTINS_LOWER_LAUNCH_CALLS_PASS_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class Function;
} // namespace llvm

namespace weft::compiler {

/// What: calls of printf, of the functions that enqueue kernels or query enqueued commands, and of weft.check.* become
/// calls through pointers in WeftLaunch.
/// Why: a kernel becomes a shared object that is linked with no library and has no undefined symbols.
/// Requires: the form flat; no function but the kernel calls these functions (inline-work-item-calls). The pass runs
/// before each pass of LLVM that would take printf for the C library's function and, for example, turn it into puts.
/// Guarantees: none of these calls is left.
class LowerLaunchCallsPass : public llvm::PassInfoMixin<LowerLaunchCallsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

// The parts of the pass, each in a file of its own.

/// What: stores the arguments of each printf into a variable, describes their types in a constant table
/// (WeftPrintArgument), and calls WeftLaunch::print.
/// Why: WeftLaunch::print formats the output and keeps apart the output of work-items that print at the same time. It
/// needs the table because the stored values don't show their types.
/// Guarantees: no call of printf is left. If there was one, the kernel gets the attribute weft-prints.
///
///   %r = call i32 (ptr, ...) @printf(ptr @format, i32 %i, <2 x float> %v)
///   =>
///   store i32 %i, ptr %print.values
///   store <2 x float> %v, ptr (%print.values + 4)
///   %r = call i32 %print(ptr %printer, ptr @format, ptr @weft.print.arguments, i32 2, ptr %print.values)
void lowerPrintf(llvm::Function &kernel);

/// What: replaces calls of the functions of EnqueueFunctions.h by calls of the functions of WeftLaunch::enqueuer
/// (EnqueueAbi.h). For enqueue_kernel, the code first stores the description of the command into a WeftEnqueueRequest.
/// Why: queues, events and the code of other kernels belong to the runtime.
/// Requires: the calls name the kernel to enqueue by a string (extract-kernel).
/// Guarantees: no call of the functions of EnqueueFunctions.h is left. If there was one, the kernel gets the attribute
/// weft-enqueues.
///
///   %r = call i32 @_Z14enqueue_marker...(i64 %q, i32 %n, ptr %events, ptr %event)
///   =>
///   %enqueuer = load ptr, ptr (%launch + 144)
///   %function = load ptr, ptr (%enqueuer + 8)
///   %r = call i32 %function(ptr %enqueuer, i64 %q, i32 %n, ptr %events, ptr %event)
void lowerEnqueues(llvm::Function &kernel);

/// What: replaces calls of weft.check.* (kernel/CheckCalls.h) by calls of the functions to which WeftLaunch::check
/// points. weft.check.arguments becomes a load of WeftCheck::arguments. For weft.check.barrier there are two cases. In
/// a kernel that runs on fibers, it becomes a store of the barrier's position in the source to WeftItem::waitsAt. In
/// other kernels it is only removed, because only fibers have a WeftItem.
/// Why: the passes that form packets and loops copy the calls, so they are replaced after these passes.
/// Guarantees: no function weft.check.* is left.
///
///   call void @weft.check.report(ptr @site, ...)  =>  call void %report(ptr %checker, ptr %launch, ptr %group, ptr
///   @site, ...)
void lowerChecks(llvm::Function &kernel);

} // namespace weft::compiler

#endif
