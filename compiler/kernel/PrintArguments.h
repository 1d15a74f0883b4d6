// Describes the types and offsets of a printf call's arguments, so that the runtime can format them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_PRINT_ARGUMENTS_H
#define WEFT_COMPILER_KERNEL_PRINT_ARGUMENTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"

#include "KernelAbi.h"

namespace llvm {
class Constant;
class Module;
class Type;
} // namespace llvm

namespace weft::compiler {

/// Returns the WeftPrintArgument that describes a value of `type`; the caller sets the offset.
WeftPrintArgument describePrintArgument(llvm::Type &type);

/// Creates the constants of a module that are arrays of WeftPrintArgument. Equal arrays share one constant.
class PrintArgumentTables {
public:
  explicit PrintArgumentTables(llvm::Module &module) : module_(module) {}

  /// Returns the constant for `table`; a null pointer for an empty table.
  llvm::Constant *of(llvm::ArrayRef<WeftPrintArgument> table);

private:
  llvm::Module &module_;
  llvm::DenseMap<llvm::Constant *, llvm::Constant *> tables_;
};

} // namespace weft::compiler

#endif
