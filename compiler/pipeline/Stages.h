// The stages of the kernel pipeline: what each takes and gives, when it runs, and how it is made.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_STAGES_H
#define WEFT_COMPILER_PIPELINE_STAGES_H

#include <optional>
#include <string>

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"

#include "CodeRequest.h"
#include "codegen/CompileBudget.h"
#include "codegen/TargetProfile.h"
#include "pipeline/Attempt.h"
#include "pipeline/Form.h"

namespace llvm {
class PassInstrumentationCallbacks;
class TargetMachine;
} // namespace llvm

namespace weft::compiler {

class BuiltinLibrary;

/// All that stages are made from. What it refers to must outlive it and the passes that are made from it.
struct StageContext {
  StageContext(CodeRequest request, const CompileBudget &limits, llvm::TargetMachine &machine,
               const BuiltinLibrary &library, Attempt how = Attempt::usual);

  CodeRequest code;
  CompileBudget budget;
  llvm::TargetMachine *target;
  const BuiltinLibrary *builtins;
  /// What passes need to know of the target.
  TargetProfile profile;
  Attempt attempt;
  /// Whether somebody asks for all that is known of the kernel. It changes nothing in the code.
  bool takesFacts = false;
  /// Of the pass managers that LLVM's own pipeline runs in; may be null.
  llvm::PassInstrumentationCallbacks *callbacks = nullptr;
};

/// When a stage runs. Everything that it depends on stands in the request or in the module, so that a part of the
/// pipeline can be run on a module that was written out.
struct Condition {
  /// Follows "runs"; for the docs.
  llvm::StringLiteral sentence;
  bool (*holds)(const StageContext &context, llvm::Module &module);
};

/// Whether code is right without a stage.
enum class Need {
  required,
  forSpeed, ///< it only makes code faster, and CodeRequest::without may name it
};

struct Stage {
  llvm::StringLiteral name;
  /// What is so behind it; for the docs.
  llvm::StringLiteral sentence;
  Form takes;
  Form gives;
  const Condition &when;
  /// The passes that it consists of, made anew for each run.
  llvm::ModulePassManager (*make)(const StageContext &context);
  Need need = Need::required;
};

/// Whether the kernel is to stay as it is written (-cl-opt-disable); it stands for all that is linked with it.
bool staysAsWritten(const StageContext &context, llvm::Module &module);

/// All of them, in their order.
llvm::ArrayRef<Stage> allStages();
/// Null where none has the name.
const Stage *findStage(llvm::StringRef name);
/// The first of the names to be left out that no stage has which may be, or nothing.
std::optional<std::string> findRequired(llvm::ArrayRef<std::string> without);
/// Those from one to another, both included; all where a name is "". Empty where a name is unknown, or the second
/// stands before the first.
llvm::ArrayRef<Stage> stagesBetween(llvm::StringRef first, llvm::StringRef last);

} // namespace weft::compiler

#endif
