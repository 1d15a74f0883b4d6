// The metadata and primitives that mark asynchronous copies in a kernel that is checked.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_ASYNC_COPIES_H
#define WEFT_COMPILER_KERNEL_ASYNC_COPIES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Instruction.h"

namespace weft::compiler {

/// Metadata, !{}, of the loads and stores that carry out an asynchronous copy.
inline constexpr llvm::StringLiteral byCopyMetadata = "weft.by.copy";
/// Whether `access` is part of an asynchronous copy. Race checks treat such an access as one of another work-item, not
/// of the work-item that runs it.
inline bool isByCopy(const llvm::Instruction &access) { return access.hasMetadata(byCopyMetadata); }
/// A primitive: `i64 @weft.copy.made(i64 to, i64 from, i64 others, i64 event)`. It is called after an asynchronous
/// copy. The arguments are the copy's two addresses, an integer computed from its other arguments, and the event that
/// the program passes to it. The result is the copy's event.
inline constexpr llvm::StringLiteral copyMadeName = "weft.copy.made";
/// A primitive that is called for each event before a wait for events: `void @weft.copy.awaited(i64 event)`.
inline constexpr llvm::StringLiteral copyAwaitedName = "weft.copy.awaited";

} // namespace weft::compiler

#endif
