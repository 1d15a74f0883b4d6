// Makes a kernel check, before each access to memory, whether the access lies within its object.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_MEMORY_CHECKS_H
#define WEFT_COMPILER_PASSES_KERNEL_MEMORY_CHECKS_H

namespace llvm {
class Function;
} // namespace llvm

namespace weft::compiler {

/// What: puts a condition around each load, store, atomic instruction and copy. At run time, an access outside of its
/// object, or at an address that is misaligned for its type, is reported and doesn't run; a load that doesn't run gives
/// zero. The object is the argument or variable from which the address is computed. If the pass can't find this object,
/// the condition is a call of the checker, which looks the address up among all objects of the launch.
/// Why: an access outside of its object causes errors that are hard to find, or ends the process.
/// Requires: the metadata weft.buffer and weft.object say which instructions give the addresses of which objects.
/// Guarantees: if no access is outside or misaligned, the kernel does the same as before. An access gets no condition
/// if its offset and the object's size are constants and the access lies within the object. The condition is computed
/// from the offset in the object, not from the address. So later passes can turn the accesses into packets' accesses as
/// before, and can keep private arrays in registers.
///
///   %x = load float, ptr addrspace(1) %a.i      =>     %ok = icmp ult i64 %offset.before, %limit
///                                                      br i1 %ok, label %access, label %bad
///                                                    access:
///                                                      %x.loaded = load float, ptr addrspace(1) %a.i, !weft.checked !0
///                                                    bad:
///                                                      call void @weft.check.report(ptr @site, ...)
///                                                    behind:
///                                                      %x = phi float [ %x.loaded, %access ], [ 0.0, %bad ]
void insertMemoryChecks(llvm::Function &kernel);

} // namespace weft::compiler

#endif
