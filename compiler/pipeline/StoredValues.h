// Stores of what has no value.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_STORED_VALUES_H
#define WEFT_COMPILER_PIPELINE_STORED_VALUES_H

namespace llvm {
class Instruction;
class Module;
} // namespace llvm

namespace weft::compiler {

/// The first store, masked store or scatter to memory that a kernel writes whose value, or an element of it that is
/// stored for sure, is poison or undef; null where there is none. Under a mask that isn't constant no element is: LLVM
/// makes such stores of ways that no lane takes. The front end gives all that a program leaves unwritten a value, but
/// for elements of arrays, so that a pass has made such a value, or joined it with another's bytes. In a kernel that
/// `hasRegions` a store of a wholly undefined value doesn't count: a region's copy has paths that no work-item takes.
const llvm::Instruction *findUndefinedStore(const llvm::Module &module, bool hasRegions);

} // namespace weft::compiler

#endif
