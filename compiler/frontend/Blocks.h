// Blocks that kernels enqueue: their kernels get the form of other kernels, and all enqueues call one function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_BLOCKS_H
#define WEFT_COMPILER_FRONTEND_BLOCKS_H

#include <vector>

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace weft::compiler {

// For each block, Clang generates a literal, which has the block's size and alignment, the address of the block's
// function, and the captured values. Clang also generates that function and, if the block is enqueued, a kernel that
// calls the function with the address of the literal.
//
//   define spir_kernel void @__k_block_invoke_kernel(ptr addrspace(4) %literal, ptr addrspace(3) %local)
//   call i32 @__enqueue_kernel_varargs(target("spirv.Queue") %q, i32 0, ptr %range, ptr addrspace(4) addrspacecast
//        (ptr @__k_block_invoke_kernel to ptr addrspace(4)), ptr addrspace(4) %literal, i32 1, ptr %sizes)
// =>
//   define internal spir_kernel void @__k_block_invoke_kernel(ptr addrspace(1) %literal, ptr addrspace(3) %local)
//        "weft-block"
//   call i32 @__weft_enqueue_kernel(...)                     ; EnqueueFunctions.h
//
// In the literal, the address of the block's function becomes null. Nothing reads it, because calls name the function
// directly; and an address in one kernel's code has no meaning in another kernel.

/// Converts all blocks of the program from Clang's form, above the arrow, to the form below it. `uniformGroups`:
/// whether the program was compiled with -cl-uniform-work-group-size; the kernels of blocks record it.
void lowerClangBlocks(llvm::Module &program, bool uniformGroups);

/// For the SPIR-V reader: SPIR-V enqueues functions, not kernels. canBeBlock returns whether a function can be
/// enqueued: its parameters must be the address of a block's literal and pointers to local memory. makeBlockKernel
/// returns the kernel that calls the function, and creates this kernel at the first request.
bool canBeBlock(const llvm::Function &function);
llvm::Function *makeBlockKernel(llvm::Function &function, bool uniformGroups);

/// Section 6.15.12.1: a program built without -g learns only that an enqueueing function has failed, not why. This
/// function replaces all error codes of enqueueing functions by the one code for a failure.
void hideEnqueueErrors(llvm::Module &program);

/// Returns the names of the kernels of all blocks that are enqueued by a function or by functions that it calls. Each
/// name occurs once.
std::vector<llvm::StringRef> blocksEnqueuedBy(const llvm::Function &function);

} // namespace weft::compiler

#endif
