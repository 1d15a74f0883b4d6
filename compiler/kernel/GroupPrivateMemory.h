// Tells LLVM which memory is a group's alone, and gone behind it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_OWN_MEMORY_H
#define WEFT_COMPILER_KERNEL_OWN_MEMORY_H

namespace llvm {
class Function;
class Module;
class Value;
} // namespace llvm

namespace weft::compiler {

/// While LLVM optimises a kernel that runs a group, the group's local memory and its scratch are what a function has
/// returned that allocates: `noalias ptr @weft.group.private.memory(ptr)`, of the address that WeftGroup has. No other
/// pointer leads there, and nobody sees what is stored there and not loaded again before the kernel returns. Each
/// argument that is local memory is an object of its own. With trees and scans in local memory, unrolled, loads become
/// the values that were stored, and then no store has a use. Nothing happens where the kernel hands its WeftGroup on,
/// as to regions that are functions of their own, or runs a single work-item, whose group goes on behind it. Two may
/// have it: the checker, which is told of a fault, and a function that runs a group in the kernel's place before this
/// has stored anything.
void claimGroupPrivateMemory(llvm::Function &kernel);

/// Whether `value` is that memory's address.
bool isGroupPrivateMemory(const llvm::Value &value);

/// The addresses are those in WeftGroup again.
void releaseGroupPrivateMemory(llvm::Module &module);

} // namespace weft::compiler

#endif
