// Queries about a memory access that work the same way for loads and for stores.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/Accesses.h"

#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft::compiler {

Type *accessedType(const Instruction &access) { return getLoadStoreType(const_cast<Instruction *>(&access)); }

bool isAccess(const Instruction &instruction, bool loads) {
  if (const auto *load = dyn_cast<LoadInst>(&instruction))
    return loads && load->isSimple();
  const auto *store = dyn_cast<StoreInst>(&instruction);
  return !loads && store && store->isSimple();
}

} // namespace weft::compiler
