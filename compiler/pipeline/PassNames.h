// Finds single passes by name, with their parameters, for weft-opt and the tests of the passes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_PASS_NAMES_H
#define WEFT_COMPILER_PIPELINE_PASS_NAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"

#include "pipeline/Stages.h"

namespace weft::compiler {

/// A pass that is named "name<parameter>". The parameter replaces a value that the pass would otherwise get from the
/// StageContext.
struct ParameterisedPass {
  llvm::StringLiteral name;
  /// A description of the text between the angle brackets, for users.
  llvm::StringLiteral grammar;
  llvm::StringLiteral sentence;
  /// Adds the pass. Returns false if the parameter can't be parsed.
  bool (*add)(llvm::StringRef parameter, const StageContext &context, llvm::ModulePassManager &passes);
};

llvm::ArrayRef<ParameterisedPass> parameterisedPasses();

/// Adds the stage, whether its condition holds or not, or the parameterised pass that the name denotes. Returns false
/// if the name or its parameter is unknown. Everything that the context refers to must outlive the passes.
bool addPass(llvm::StringRef name, const StageContext &context, llvm::ModulePassManager &passes);

} // namespace weft::compiler

#endif
