// How asynchronous copies are marked in a kernel that is checked.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_ASYNC_COPIES_H
#define WEFT_COMPILER_KERNEL_ASYNC_COPIES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Instruction.h"

namespace weft::compiler {

/// Metadata, !{}, of the loads and stores that make an asynchronous copy.
inline constexpr llvm::StringLiteral byCopyMetadata = "weft.by.copy";
/// Whether an asynchronous copy makes the access. For race checks, such an access belongs to another work-item than the
/// one that runs it.
inline bool isByCopy(const llvm::Instruction &access) { return access.hasMetadata(byCopyMetadata); }
/// Called after an asynchronous copy: `i64 @weft.copy.made(i64 to, i64 from, i64 others, i64 event)`. The arguments are
/// the copy's addresses, a number computed from its other arguments, and the event that it is given. Returns the copy's
/// own event.
inline constexpr llvm::StringLiteral copyMadeName = "weft.copy.made";
/// Called before a wait, for each of its events: `void @weft.copy.awaited(i64 event)`.
inline constexpr llvm::StringLiteral copyAwaitedName = "weft.copy.awaited";

} // namespace weft::compiler

#endif
