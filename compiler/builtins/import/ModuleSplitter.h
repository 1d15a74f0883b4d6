// Splits a module of builtins into the small modules of an archive.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_BUILTINS_IMPORT_MODULE_SPLITTER_H
#define WEFT_COMPILER_BUILTINS_IMPORT_MODULE_SPLITTER_H

#include <map>
#include <string>
#include <vector>

#include "llvm/IR/Module.h"

namespace weft::compiler {

/// One part of a module: all overloads of one function, or a single helper or table. Every symbol that a part uses and
/// does not define is defined by another part.
struct ModulePart {
  std::vector<llvm::GlobalObject *> definitions;
  std::string bitcode;
};

/// Makes every helper and table visible under a name that starts with `prefix`, then splits the module. Changes the
/// module.
std::map<std::string, ModulePart> splitModule(llvm::Module &module, llvm::StringRef prefix);

} // namespace weft::compiler

#endif
