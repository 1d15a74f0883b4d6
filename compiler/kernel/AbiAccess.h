// Builds the loads by which a compiled kernel reads the structs that describe its launch and its group (KernelAbi.h).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_ABI_ACCESS_H
#define WEFT_COMPILER_KERNEL_ABI_ACCESS_H

#include <cstddef>
#include <cstdint>

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// Return the parameters WeftLaunch and WeftGroup of a kernel that has the ABI's signature.
llvm::Value *launchParameter(const llvm::Function &kernel);
llvm::Value *groupParameter(const llvm::Function &kernel);

/// Loads the value at `offset` bytes from `base`. The value must not change while the kernel runs.
llvm::LoadInst *loadInvariant(llvm::IRBuilder<> &builder, llvm::Type *type, llvm::Value *base, uint64_t offset,
                              uint64_t alignment, const llvm::Twine &name);

/// Loads element `dimension` of the uint64_t[3] at `offset` of the struct at `base`. The element is known to be at
/// least `lowest` and less than `range`; a `range` of 0 means that no bounds are known.
llvm::LoadInst *loadSize(llvm::IRBuilder<> &builder, llvm::Value *base, size_t offset, unsigned dimension,
                         uint64_t lowest, uint64_t range, const llvm::Twine &name);

/// Returns the local size in `dimension`. It is a constant if the kernel's local size is fixed, otherwise it is loaded
/// from WeftGroup::localSize.
llvm::Value *loadLocalSize(llvm::IRBuilder<> &builder, llvm::Function &kernel, unsigned dimension);
/// Returns the number of values of the primitive weft.local.id.`number`, which is the local size in the dimension that
/// the primitive stands for. If a pass has exchanged two dimensions (weft-packet-dimension), that dimension may differ
/// from `number`.
llvm::Value *loadNumLocalIds(llvm::IRBuilder<> &builder, llvm::Function &kernel, unsigned number);

/// Attaches objectMetadata, which describes an argument or variable, to the instruction that computes its address.
/// `kind` is a WeftCheckObject. `bytes` is the object's size; 0 if it is known only at the launch.
void describeObject(llvm::Value *address, uint32_t kind, uint32_t argument, uint64_t bytes);

/// Returns where to insert loads of the ABI's structs: in the kernel's entry block, after the allocas.
llvm::BasicBlock::iterator entryInsertionPoint(llvm::Function &kernel);

} // namespace weft::compiler

#endif
