// Finds out at run time which address space a generic pointer points to, by its address.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_MEMORY_RANGES_H
#define WEFT_COMPILER_KERNEL_MEMORY_RANGES_H

#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// Creates code that distinguishes address spaces, in a kernel that has the ABI's signature. Local memory is at the
/// address that WeftGroup has, private memory is the stack that the kernel uses and the group's scratch, and everything
/// else is global memory. The bounds of these ranges are loaded once, in the kernel's entry block.
class MemoryRanges {
public:
  explicit MemoryRanges(llvm::Function &kernel) : kernel_(kernel), entry_(kernel.getEntryBlock().getTerminator()) {}

  /// Create an i1: whether `address`, an i64, is in local or in private memory.
  llvm::Value *isLocal(llvm::IRBuilder<> &builder, llvm::Value *address);
  llvm::Value *isPrivate(llvm::IRBuilder<> &builder, llvm::Value *address);

private:
  struct Range {
    llvm::Value *begin = nullptr;
    llvm::Value *bytes = nullptr;
  };

  Range groupMemory(size_t memory, size_t bytes, const llvm::Twine &name);
  Range stack();
  static llvm::Value *isWithin(llvm::IRBuilder<> &builder, llvm::Value *address, const Range &range,
                               const llvm::Twine &name);

  llvm::Function &kernel_;
  llvm::IRBuilder<> entry_;
  Range local_, stack_, scratch_;
};

} // namespace weft::compiler

#endif
