// Addresses in memory that no other group reaches.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_OWN_ADDRESS_H
#define WEFT_COMPILER_PASSES_HOST_OWN_ADDRESS_H

namespace llvm {
class Function;
class Value;
} // namespace llvm

namespace weft::compiler {

/// Whether `address`, or each lane's where it is a vector, is in the group's local memory, its scratch, or an array of
/// which each lane has an element at a time. Of a kernel in host form.
bool isOwnAddress(const llvm::Value &address, llvm::Function &kernel);

} // namespace weft::compiler

#endif
