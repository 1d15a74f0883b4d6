// Tells which addresses are in memory that no other group accesses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_MASKED_MEMORY_GROUP_PRIVATE_ADDRESS_H
#define WEFT_COMPILER_PASSES_MASKED_MEMORY_GROUP_PRIVATE_ADDRESS_H

namespace llvm {
class Function;
class Value;
} // namespace llvm

namespace weft::compiler {

/// Whether `address` is in the group's local memory, in its scratch, or in a private array that the lanes of a packet
/// share, with an element for each lane. If `address` is a vector, the address of each lane must be in such memory.
/// `kernel` is in host form.
bool isGroupPrivateAddress(const llvm::Value &address, llvm::Function &kernel);

} // namespace weft::compiler

#endif
