// What calls of printf say of their arguments.
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

/// What WeftPrintArgument says of a value of `type`, the offset aside.
WeftPrintArgument describePrintArgument(llvm::Type &type);

/// Constants of a module, arrays of WeftPrintArgument, of which equal ones are one.
class PrintArgumentTables {
public:
  explicit PrintArgumentTables(llvm::Module &module) : module_(module) {}

  /// NULL for none.
  llvm::Constant *of(llvm::ArrayRef<WeftPrintArgument> table);

private:
  llvm::Module &module_;
  llvm::DenseMap<llvm::Constant *, llvm::Constant *> tables_;
};

} // namespace weft::compiler

#endif
