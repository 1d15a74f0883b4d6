// The metadata and primitives by which checks for errors recognise a kernel's asynchronous copies
// (async_work_group_copy).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_ASYNC_COPIES_H
#define WEFT_COMPILER_KERNEL_ASYNC_COPIES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Instruction.h"

namespace weft::compiler {

/// Metadata, !{}, of the loads and stores that carry out an asynchronous copy.
inline constexpr llvm::StringLiteral byCopyMetadata = "weft.by.copy";
/// Whether `access` is part of an asynchronous copy. Race checks treat such an access as if another work-item made it,
/// not the work-item that runs it.
inline bool isByCopy(const llvm::Instruction &access) { return access.hasMetadata(byCopyMetadata); }
/// A primitive: `i64 @weft.copy.made(i64 to, i64 from, i64 others, i64 event)`. It is called after an asynchronous
/// copy. The arguments are the copy's two addresses, an integer computed from the copy's other arguments, and the event
/// that the program passes to the copy. The result is the copy's event.
inline constexpr llvm::StringLiteral copyMadeName = "weft.copy.made";
/// A primitive that is called before a wait for events, once for each event: `void @weft.copy.awaited(i64 event)`.
inline constexpr llvm::StringLiteral copyAwaitedName = "weft.copy.awaited";

} // namespace weft::compiler

#endif
