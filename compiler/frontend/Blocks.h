// Blocks that kernels enqueue: what Clang makes of them becomes kernels like others, and calls of one function.
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

// Clang makes of a block a literal (its size and alignment, the address of the function that it is, what it captures),
// that function, and, where the block is enqueued, a kernel that calls it with the address of the literal.
//
//   define spir_kernel void @__k_block_invoke_kernel(ptr addrspace(4) %literal, ptr addrspace(3) %local)
//   call i32 @__enqueue_kernel_varargs(target("spirv.Queue") %q, i32 0, ptr %range, ptr addrspace(4) addrspacecast
//        (ptr @__k_block_invoke_kernel to ptr addrspace(4)), ptr addrspace(4) %literal, i32 1, ptr %sizes)
// =>
//   define internal spir_kernel void @__k_block_invoke_kernel(ptr addrspace(1) %literal, ptr addrspace(3) %local)
//        "weft-block"
//   call i32 @__weft_enqueue_kernel(...)                     ; EnqueueFunctions.h
//
// The address of the function in a literal becomes null: blocks are called directly, and an address in one kernel's
// code is none in another's.

/// `uniformGroups`: whether the program was compiled with -cl-uniform-work-group-size.
void takeBlocks(llvm::Module &program, bool uniformGroups);

/// For readers of SPIR-V, which has no such kernels: whether the function can be what a block is, with parameters that
/// are the address of a literal and pointers to local memory; and the kernel that calls it, made if need be.
bool canBeBlock(const llvm::Function &function);
llvm::Function *makeBlockKernel(llvm::Function &function, bool uniformGroups);

/// Section 6.15.12.1: a program built without -g is told no more than that a function has failed.
void hideEnqueueErrors(llvm::Module &program);

/// The blocks' kernels that a function names, itself or through functions that it calls, each once.
std::vector<llvm::StringRef> blocksEnqueuedBy(const llvm::Function &function);

} // namespace weft::compiler

#endif
