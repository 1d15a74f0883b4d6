// Marks memory for LLVM that only one group accesses. Nobody reads this memory after the group has ended.
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
/// allocation function: `noalias ptr @weft.group.private.memory(ptr)`, whose argument is the address that WeftGroup
/// has. So LLVM knows that no other pointer points to this memory, and that stores without a later load in the kernel
/// are dead. Each argument that is local memory is an object of its own. In unrolled reduction trees and scans in local
/// memory, LLVM then replaces loads by the values that were stored, and removes the stores. claimGroupPrivateMemory
/// changes nothing if one call of the kernel runs a single work-item, because the group's other work-items use the
/// memory afterwards. It changes nothing either if the kernel passes its WeftGroup to a function that may use this
/// memory, for instance to a part of the kernel that was outlined. Two kinds of callees may get the WeftGroup: the
/// checker, to which errors are reported, and a function that runs the whole group instead of the kernel, if the kernel
/// has stored nothing before the call.
void claimGroupPrivateMemory(llvm::Function &kernel);

/// Whether `value` is a call of that allocation function.
bool isGroupPrivateMemory(const llvm::Value &value);

/// Undoes claimGroupPrivateMemory: replaces each call of the allocation function by the address in WeftGroup.
void releaseGroupPrivateMemory(llvm::Module &module);

} // namespace weft::compiler

#endif
