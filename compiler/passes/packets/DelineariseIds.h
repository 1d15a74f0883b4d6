// Turns a linear id, from which the kernel computes a row and a column by division, into two ids.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_DELINEARISE_IDS_H
#define WEFT_COMPILER_PASSES_PACKETS_DELINEARISE_IDS_H

#include <cstdint>

namespace llvm {
class Function;
} // namespace llvm

namespace weft::compiler {

/// Gives a kernel whose local ids of dimension 0 are divided into rows (findRowLength) an id for each: the remainder of
/// the division becomes the id of dimension 0, the quotient becomes the id of dimension 1, and the former dimension 1
/// becomes dimension 2. Packets along the linear id would go from the end of one row to the start of the next, so no
/// access would be contiguous in all packets. Powers of two don't need this: PacketShapes finds that a packet lies
/// within a row, or has whole rows. The kernel gets the attribute weft-delinearised. Returns the length of rows, or 0
/// if the kernel has none.
///
///   "weft-local-size"="243,1,1"           "weft-local-size"="27,9,1" "weft-delinearised"
///   %l = call i32 @weft.local.id.0()      %column = call i32 @weft.local.id.0()
///   %row = udiv i32 %l, 27             => %row = call i32 @weft.local.id.1()
///   %column = urem i32 %l, 27             %first = mul nuw nsw i32 %row, 27
///                                         %l = add nuw nsw i32 %first, %column
uint64_t delineariseIds(llvm::Function &kernel);

} // namespace weft::compiler

#endif
