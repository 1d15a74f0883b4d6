// Replaces calls that enqueue kernels, or query enqueued commands, by calls of the launch's functions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_BUILTINS_LOWER_ENQUEUES_PASS_H
#define WEFT_COMPILER_PASSES_BUILTINS_LOWER_ENQUEUES_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: replaces calls of the functions of EnqueueFunctions.h by calls of the functions of WeftLaunch::enqueuer
/// (EnqueueAbi.h). The description of the command to be enqueued is written into a WeftEnqueueRequest.
/// Why: queues, events and the code of other kernels belong to the runtime, and generated code doesn't link with
/// anything.
/// Requires: the kernel has the ABI's signature, one address space, and the only calls of these functions
/// (bind-arguments, inline-work-item-calls, flatten-address-spaces); kernels are given by their names (extract-kernel).
/// Guarantees: none of these calls is left; the kernel has weft-enqueues if it had such a call.
///
///   %r = call i32 @_Z14enqueue_marker...(i64 %q, i32 %n, ptr %events, ptr %event)
///   =>
///   %enqueuer = load ptr, ptr (%launch + 144)
///   %function = load ptr, ptr (%enqueuer + 8)
///   %r = call i32 %function(ptr %enqueuer, i64 %q, i32 %n, ptr %events, ptr %event)
class LowerEnqueuesPass : public llvm::PassInfoMixin<LowerEnqueuesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
