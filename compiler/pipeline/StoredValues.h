// Finds stores of undefined values, which show that a pass has an error.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_STORED_VALUES_H
#define WEFT_COMPILER_PIPELINE_STORED_VALUES_H

namespace llvm {
class Instruction;
class Module;
} // namespace llvm

namespace weft::compiler {

/// Returns the first store of an undefined value to memory that a kernel writes; null if there is none. The store may
/// be masked, or a scatter. Its value, or an element of its value that is certainly stored, is poison or undef. Under a
/// mask that isn't constant, no element is certainly stored: LLVM makes such stores for paths that no lane takes. The
/// front end gives a value to each variable that a program leaves unwritten, except for elements of arrays. So the
/// store shows an error of a pass: the pass has created the undefined value, or has combined the undefined bytes of an
/// array's element with another value. If the kernel `hasRegions`, a store of a wholly undefined value doesn't count: a
/// region's copy has paths that no work-item takes.
const llvm::Instruction *findUndefinedStore(const llvm::Module &module, bool hasRegions);

} // namespace weft::compiler

#endif
