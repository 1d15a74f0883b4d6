// How asynchronous copies of a kernel that is checked are marked.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_ASYNC_COPIES_H
#define WEFT_COMPILER_KERNEL_ASYNC_COPIES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Instruction.h"

namespace weft::compiler {

/// Metadata, !{}, of the loads and stores by which an asynchronous copy is made.
inline constexpr llvm::StringLiteral byCopyMetadata = "weft.by.copy";
/// To those who look for races such an access is another work-item's than the one that makes it.
inline bool isByCopy(const llvm::Instruction &access) { return access.hasMetadata(byCopyMetadata); }
/// Behind an asynchronous copy: `i64 @weft.copy.made(i64 to, i64 from, i64 others, i64 event)`, of its addresses, a
/// number made of its other arguments, and the event that it is given. Returns the copy's own.
inline constexpr llvm::StringLiteral copyMadeName = "weft.copy.made";
/// In front of a wait, for each of its events: `void @weft.copy.awaited(i64 event)`.
inline constexpr llvm::StringLiteral copyAwaitedName = "weft.copy.awaited";

} // namespace weft::compiler

#endif
