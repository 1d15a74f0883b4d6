// What the rules for masked memory have in common: the facts that they get, and how they collect accesses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_MASKED_MEMORY_MASKED_MEMORY_CONTEXT_H
#define WEFT_COMPILER_PASSES_MASKED_MEMORY_MASKED_MEMORY_CONTEXT_H

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"

#include "codegen/CompileBudget.h"
#include "codegen/TargetProfile.h"

namespace weft::compiler {

/// What a rule knows besides the function that it changes. All functions of a module share one context.
struct MaskedMemoryContext {
  const TargetProfile &profile;
  const llvm::Function *kernel;                     ///< null if the module has none
  size_t branchesLeft = CodeSizes::branchesOnMasks; ///< how many more accesses may get a branch
};

/// Collects the accesses of the kind `Access` for which `isWanted` holds. Rules collect accesses before they change the
/// first one, because they erase calls and split blocks.
template <typename Access>
std::vector<Access> collectAccesses(
    llvm::Function &function, llvm::function_ref<bool(const Access &)> isWanted = [](const Access &) { return true; }) {
  std::vector<Access> accesses;
  for (llvm::Instruction &instruction : llvm::instructions(function))
    if (std::optional<Access> access = Access::of(instruction); access && isWanted(*access))
      accesses.push_back(std::move(*access));
  return accesses;
}

} // namespace weft::compiler

#endif
