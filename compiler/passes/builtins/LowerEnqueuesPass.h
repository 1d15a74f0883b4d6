// Makes calls that enqueue kernels, or ask about what is enqueued, calls of the launch's functions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_BUILTINS_LOWER_ENQUEUES_PASS_H
#define WEFT_COMPILER_PASSES_BUILTINS_LOWER_ENQUEUES_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: calls the functions of WeftLaunch::enqueuer (EnqueueAbi.h) for those of EnqueueFunctions.h; what is to be
/// enqueued is written into a WeftEnqueueRequest.
/// Why: queues, events and the code of other kernels are the runtime's, and generated code links with nothing.
/// Requires: the kernel has the ABI's signature, one address space, and the only calls of these functions
/// (bind-arguments, inline-work-item-calls, flatten-address-spaces); kernels are given by their names (extract-kernel).
/// Guarantees: none of these calls is left; the kernel has weft-enqueues if there was one.
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
