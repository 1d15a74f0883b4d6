// Builds the loads by which generated code reads the structs of KernelAbi.h.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_ABI_ACCESS_H
#define WEFT_COMPILER_KERNEL_ABI_ACCESS_H

#include <cstddef>
#include <cstdint>

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// The parameters of a kernel that has the ABI's signature.
llvm::Value *launchParameter(llvm::Function &kernel);
llvm::Value *groupParameter(llvm::Function &kernel);

/// Loads the value at `offset` bytes from `base`. The value must not change while the kernel runs.
llvm::LoadInst *loadInvariant(llvm::IRBuilder<> &builder, llvm::Type *type, llvm::Value *base, uint64_t offset,
                              uint64_t alignment, const llvm::Twine &name);

/// Loads element `dimension` of the uint64_t[3] at `offset` of a struct. `range` is the exclusive upper bound, 0 for
/// none.
llvm::LoadInst *loadSize(llvm::IRBuilder<> &builder, llvm::Value *base, size_t offset, unsigned dimension,
                         uint64_t lowest, uint64_t range, const llvm::Twine &name);

/// Loads WeftGroup::localSize of `dimension`; returns a constant where the kernel's local size is fixed.
llvm::Value *loadLocalSize(llvm::IRBuilder<> &builder, llvm::Function &kernel, unsigned dimension);
/// Loads the number of ids that weft.local.id.`number` has: the local size along the dimension that it stands for
/// (weft-packet-dimension).
llvm::Value *loadNumLocalIds(llvm::IRBuilder<> &builder, llvm::Function &kernel, unsigned number);

/// Attaches objectMetadata, which describes an object, to the instruction that makes the object's address. `kind` is a
/// WeftCheckObject; `bytes` is 0 where the launch knows them.
void describeObject(llvm::Value *address, uint32_t kind, uint32_t argument, uint64_t bytes);

/// Where to insert such loads: in the kernel's entry block, after the allocas.
llvm::BasicBlock::iterator entryInsertionPoint(llvm::Function &kernel);

} // namespace weft::compiler

#endif
