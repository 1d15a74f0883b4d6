// Generates a branch between two ways to carry out an access. The condition is the same for all lanes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_RECIPES_UNIFORM_BRANCH_H
#define WEFT_COMPILER_RECIPES_UNIFORM_BRANCH_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

using GeneratedValues = llvm::SmallVector<llvm::Value *, 4>;

/// Creates a branch before `access`. Returns the values that `make` creates if `condition` holds, else the values that
/// `makeElse` creates. Both create equally many values, of the same types. Splits the block before `access`.
GeneratedValues createIfElseValues(llvm::Value *condition, llvm::Instruction &access,
                                   llvm::function_ref<GeneratedValues(llvm::IRBuilder<> &)> make,
                                   llvm::function_ref<GeneratedValues(llvm::IRBuilder<> &)> makeElse);

/// Does the same as createIfElseValues for one value, or for none: `make` and `makeElse` then return nullptr.
llvm::Value *createIfElse(llvm::Value *condition, llvm::Instruction &access,
                          llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &)> make,
                          llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &)> makeElse);

} // namespace weft::compiler

#endif
