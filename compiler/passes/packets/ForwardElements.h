// Replaces a load by a value in a register if the work-item has loaded or stored the same element before.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_FORWARD_ELEMENTS_H
#define WEFT_COMPILER_PASSES_PACKETS_FORWARD_ELEMENTS_H

namespace llvm {
class Function;
} // namespace llvm

namespace weft::compiler {

/// Replaces a plain load by the value of an earlier access to the same element in the same block. Indices are compared
/// as sums (AffineAddress): row[i] of an unrolled iteration and row[i - 1] of the next iteration are the same element,
/// and stores to row[i + 1] in between don't alias this element. Returns whether a load was replaced.
bool forwardElements(llvm::Function &kernel);

} // namespace weft::compiler

#endif
