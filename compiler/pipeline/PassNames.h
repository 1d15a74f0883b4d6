// Single passes by their names, with parameters where they take some: for weft-opt and the tests of the passes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_PASS_NAMES_H
#define WEFT_COMPILER_PIPELINE_PASS_NAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"

#include "pipeline/Stages.h"

namespace weft::compiler {

/// A pass with numbers of its own instead of the context's: "name<parameter>".
struct ParameterisedPass {
  llvm::StringLiteral name;
  /// What stands between the angle brackets, for people.
  llvm::StringLiteral grammar;
  llvm::StringLiteral sentence;
  /// Adds the pass. False where the parameter can't be read.
  bool (*add)(llvm::StringRef parameter, const StageContext &context, llvm::ModulePassManager &passes);
};

llvm::ArrayRef<ParameterisedPass> parameterisedPasses();

/// Adds what the name stands for: a stage, whether its condition holds or not, or a parameterised pass. False where
/// there is no such name or parameter. What the context refers to must outlive the passes.
bool addPass(llvm::StringRef name, const StageContext &context, llvm::ModulePassManager &passes);

} // namespace weft::compiler

#endif
