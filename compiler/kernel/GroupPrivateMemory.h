// Tells LLVM which memory belongs to one group alone, and is gone after the group.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_GROUP_PRIVATE_MEMORY_H
#define WEFT_COMPILER_KERNEL_GROUP_PRIVATE_MEMORY_H

namespace llvm {
class Function;
class Module;
class Value;
} // namespace llvm

namespace weft::compiler {

/// While LLVM optimises a kernel that runs a group, the group's local memory and its scratch look like the result of an
/// allocation function: `noalias ptr @weft.group.private.memory(ptr)`, of the address that WeftGroup has. No other
/// pointer points there, and a value that is stored there but not loaded again before the kernel returns is never seen.
/// Each argument that is local memory is an object of its own. In unrolled trees and scans in local memory, loads then
/// become the values that were stored, and the stores are dead. Nothing happens where the kernel passes its WeftGroup
/// on, for instance to regions that are functions of their own, or where it runs a single work-item, whose group goes
/// on after it. Two callees may have the WeftGroup: the checker, which faults are reported to, and a function that runs
/// a group in the kernel's place before this kernel has stored anything.
void claimGroupPrivateMemory(llvm::Function &kernel);

/// Whether `value` is the address of such memory.
bool isGroupPrivateMemory(const llvm::Value &value);

/// Undoes claimGroupPrivateMemory: replaces each call of the allocation function by the address in WeftGroup.
void releaseGroupPrivateMemory(llvm::Module &module);

} // namespace weft::compiler

#endif
