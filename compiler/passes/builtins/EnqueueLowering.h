// Replaces calls that enqueue kernels, or query enqueued commands, by calls of the launch's functions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_BUILTINS_ENQUEUE_LOWERING_H
#define WEFT_COMPILER_PASSES_BUILTINS_ENQUEUE_LOWERING_H

namespace llvm {
class Function;
} // namespace llvm

namespace weft::compiler {

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

} // namespace weft::compiler

#endif
