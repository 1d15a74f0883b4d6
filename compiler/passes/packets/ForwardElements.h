// Takes elements that a work-item has loaded or stored before from registers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_FORWARD_ELEMENTS_H
#define WEFT_COMPILER_PASSES_PACKETS_FORWARD_ELEMENTS_H

namespace llvm {
class Function;
} // namespace llvm

namespace weft::compiler {

/// Puts the value of an earlier access in each block in place of a plain load of the same element. Indices are told
/// apart as sums (StridedAddress): row[i] of an unrolled trip and row[i - 1] of the next one are the same element, and
/// stores to row[i + 1] in between are none of it. Returns whether there were any.
bool forwardElements(llvm::Function &kernel);

} // namespace weft::compiler

#endif
