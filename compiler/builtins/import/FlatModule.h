// Brings a module of builtins into the form that the archive of flat builtins holds.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_BUILTINS_IMPORT_FLATMODULE_H
#define WEFT_COMPILER_BUILTINS_IMPORT_FLATMODULE_H

#include <memory>

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace weft::compiler {

/// Returns the module with every pointer in address space 0 and without triple and data layout.
llvm::Expected<std::unique_ptr<llvm::Module>> flattenAddressSpaces(const llvm::Module &module);

/// Drops what would bind functions to the target they were compiled for, or keep them from being inlined: attributes
/// with a target's or a tool's name, sign and zero extension of parameters (the caller is made by Clang for spir64,
/// which extends otherwise), calling conventions, metadata other than value ranges and what loops ask for; and, unless
/// what it is about are functions that work-items run together, `convergent`, which is for them alone.
void dropTargetTraits(llvm::Module &module, bool keepConvergent);

} // namespace weft::compiler

#endif
