// The stages of the kernel pipeline: the module's form (state) before and after each, when it runs, and its passes.
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

/// Everything from which stages make their passes. All objects that the context refers to must outlive the context and
/// these passes.
struct StageContext {
  StageContext(CodeRequest request, const CompileBudget &limits, llvm::TargetMachine &machine,
               const BuiltinLibrary &library, Attempt how = Attempt::usual);

  CodeRequest code;
  CompileBudget budget;
  llvm::TargetMachine *target;
  const BuiltinLibrary *builtins;
  /// The properties of the target that passes need.
  TargetProfile profile;
  Attempt attempt;
  /// Whether the passes are to report all that they know about the kernel. This changes nothing in the code.
  bool takesFacts = false;
  /// Callbacks for the stage that runs LLVM's own passes: they decide which of these passes are skipped. May be null.
  llvm::PassInstrumentationCallbacks *callbacks = nullptr;
};

/// When a stage runs. A condition depends only on the request and the module, so that a part of the pipeline can be run
/// on a module that was written out.
struct Condition {
  /// The text that follows "runs" in the docs.
  llvm::StringLiteral sentence;
  bool (*holds)(const StageContext &context, llvm::Module &module);
};

/// Whether code is correct without a stage or pass.
enum class Need {
  required,
  forSpeed, ///< it only makes code faster, and CodeRequest::without may name it
};

struct Stage {
  llvm::StringLiteral name;
  /// What holds after the stage, for the docs.
  llvm::StringLiteral sentence;
  Form takes;
  Form gives;
  const Condition &when;
  /// Makes the passes of the stage. They are made again for each run.
  llvm::ModulePassManager (*make)(const StageContext &context);
  Need need = Need::required;
};

/// A pass of Weft that the stage `optimise` runs among LLVM's passes.
struct PassInOptimise {
  llvm::StringLiteral name;
  /// What holds after the pass, for the docs.
  llvm::StringLiteral sentence;
  /// Makes the pass alone, for tests.
  llvm::ModulePassManager (*make)(const StageContext &context);
  /// Returns the name of the pass's class.
  llvm::StringRef (*className)();
  Need need = Need::forSpeed;
};

/// Whether the kernel is to stay as it is written (-cl-opt-disable). The kernel's attribute counts, also for functions
/// that are linked into its module.
bool isUnoptimised(const StageContext &context, llvm::Module &module);

/// All stages, in their order.
llvm::ArrayRef<Stage> allStages();
/// Returns null if no stage has the name.
const Stage *findStage(llvm::StringRef name);
llvm::ArrayRef<PassInOptimise> passesInOptimise();
/// Returns null if no pass in `optimise` has the name.
const PassInOptimise *findPassInOptimise(llvm::StringRef name);
/// Returns the first name in `without` that isn't the name of a stage, or of a pass in `optimise`, that may be left
/// out. Returns nothing if all of them may be left out.
std::optional<std::string> findRequired(llvm::ArrayRef<std::string> without);
/// Returns the stages from `first` to `last`, both included. An empty name stands for the first or the last of all
/// stages. The result is empty if a name is unknown, or if `last` stands before `first`.
llvm::ArrayRef<Stage> stagesBetween(llvm::StringRef first, llvm::StringRef last);

} // namespace weft::compiler

#endif
