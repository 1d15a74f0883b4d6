// Converts a module of builtins to the form in which the archive of flat builtins stores it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_BUILTINS_IMPORT_FLAT_MODULE_H
#define WEFT_COMPILER_BUILTINS_IMPORT_FLAT_MODULE_H

#include <memory>

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace weft::compiler {

/// Returns the module with every pointer in address space 0 and without triple and data layout.
llvm::Expected<std::unique_ptr<llvm::Module>> flattenAddressSpaces(const llvm::Module &module);

/// Drops attributes and metadata that would bind functions to the target they were compiled for, or keep them from
/// being inlined. The dropped traits are attributes with a target's or a tool's name, sign and zero extension of
/// parameters, calling conventions, and metadata other than value ranges and loop hints. (Programs are compiled for
/// spir64, whose calls extend parameters in another way.) Unless `keepConvergent`, drops `convergent` as well, which is
/// only for functions that work-items run together.
void dropTargetTraits(llvm::Module &module, bool keepConvergent);

} // namespace weft::compiler

#endif
