// Maps every address space onto the one that the CPU has.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/FlattenAddressSpacesPass.h"

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Module.h"

#include "passes/TypeRewriter.h"

using namespace llvm;

namespace weft::compiler {

PreservedAnalyses FlattenAddressSpacesPass::run(Module &module, ModuleAnalysisManager &) {
  TypeRewriter(module, [](Type *type) -> Type * {
    return isa<PointerType>(type) ? PointerType::get(type->getContext(), 0) : type;
  }).run();
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
