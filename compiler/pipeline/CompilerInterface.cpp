// Implements the C functions of WeftCompiler.h. Each runs one piece of work, guarded against crashes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "WeftCompiler.h"

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include "CodeRequest.h"
#include "builtins/BuiltinLibrary.h"
#include "codegen/HostTarget.h"
#include "codegen/ObjectEmitter.h"
#include "codegen/SharedObjectLinker.h"
#include "frontend/Blocks.h"
#include "frontend/BuildOptions.h"
#include "frontend/Constructors.h"
#include "frontend/FormatWarnings.h"
#include "frontend/FunctionPointers.h"
#include "frontend/LightCleanup.h"
#include "frontend/Manifest.h"
#include "frontend/Program.h"
#include "frontend/ProgramVariables.h"
#include "frontend/SourceCompiler.h"
#include "frontend/Spir64Verifier.h"
#include "frontend/spirv/SpirvReader.h"
#include "passes/kernel/ExtractKernelPass.h"
#include "pipeline/GuardedRun.h"
#include "pipeline/KernelPipeline.h"
#include "pipeline/RequestSettings.h"
#include "pipeline/WarmUp.h"

namespace weft::compiler {
namespace {

/// A result together with the memory that its spans point to.
struct OwnedResult : WeftCompilerResult {
  OwnedResult() : WeftCompilerResult{WEFT_COMPILER_OK, {nullptr, 0}, {nullptr, 0}, {nullptr, 0}} {}

  void fail(WeftCompilerStatus why, llvm::StringRef sentence) {
    status = why;
    codeText.clear();
    manifestText.clear();
    if (!logText.empty() && logText.back() != '\n')
      logText += '\n';
    logText += "error: ";
    logText += sentence;
    if (!sentence.ends_with("\n"))
      logText += '\n';
  }
  void fail(WeftCompilerStatus why, llvm::Error error) { fail(why, llvm::toString(std::move(error))); }

  void publish() {
    log = {logText.c_str(), logText.size()};
    code = {codeText.data(), codeText.size()};
    manifest = {manifestText.data(), manifestText.size()};
  }

  std::string logText;
  std::string codeText;
  std::string manifestText;
};

llvm::StringRef text(const WeftBytes &bytes) { return bytes.size ? llvm::StringRef(bytes.data, bytes.size) : ""; }

/// Measures how long each stage takes. Adds a line for each stage to the log if `wanted`.
class StageClock {
public:
  explicit StageClock(bool wanted) : wanted_(wanted) {}
  void endStage(const char *name, std::string &log) {
    const uint64_t now = StageTime::now();
    if (wanted_) {
      char line[96];
      std::snprintf(line, sizeof line, "%-32s %8.3f ms\n", name, static_cast<double>(now - start_) / 1e6);
      log += line;
    }
    times_.push_back({name, start_, now});
    start_ = now;
  }
  const std::vector<StageTime> &times() const { return times_; }

private:
  bool wanted_;
  uint64_t start_ = StageTime::now();
  std::vector<StageTime> times_;
};

/// Returns the description of the kernel's compilation for the runtime's trace and for weftc.
std::string describeGeneration(const KernelPipelineOutcome &outcome, const StageClock &clock) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream);
  const auto writeTimes = [&](const std::vector<StageTime> &times) {
    for (const StageTime &time : times)
      json.object([&] {
        json.attribute("name", time.name);
        json.attribute("begun", time.begun);
        json.attribute("ended", time.ended);
      });
  };
  json.object([&] {
    json.attributeArray("stages", [&] {
      writeTimes(clock.times());
      writeTimes(outcome.times);
    });
    json.attributeArray("facts", [&] {
      for (const std::string &fact : outcome.facts)
        json.rawValue(fact);
    });
  });
  return text;
}

/// Completes a program that won't be linked with others, so that a missing definition is an error. Only the symbols
/// that the host can name stay visible.
llvm::Error makeExecutable(llvm::Module &program) {
  if (llvm::Error error = verifyCalls(program))
    return error;
  callConstructors(program);
  resolveFunctionPointers(program);
  if (llvm::Error error = checkRecursion(program))
    return error;
  if (llvm::Error error = verifyNames(program, BuiltinLibrary::embedded()))
    return error;
  internaliseProgram(program);
  layOutProgramVariables(program);
  return llvm::Error::success();
}

void publishProgram(llvm::Module &program, OwnedResult &result) {
  result.codeText = writeProgram(program);
  result.manifestText = writeManifest(program);
}

/// Checks and cleans up a program that a front end has compiled or read, and stores it in `result`. If `isWhole`, the
/// program won't be linked with others, so it is made executable, too.
void finish(llvm::Module &program, const CompileOptions &options, bool isWhole, OwnedResult &result) {
  if (!options.noWarnings)
    result.logText += warnAboutFormats(program);
  if (!options.debug)
    hideEnqueueErrors(program);
  if (!options.optimise)
    markUnoptimised(program);
  else if (options.checks.any())
    cleanUpForChecks(program, options.checks.has(CodeCheck::values));
  else
    cleanUpLightly(program);
  markChecks(program, options.checks);
  if (llvm::Error error = checkRecursion(program))
    return result.fail(WEFT_COMPILER_FAILED, std::move(error));
  if (llvm::Error error = checkSubGroupSizes(program))
    return result.fail(WEFT_COMPILER_FAILED, std::move(error));
  if (llvm::Error error = checkPrivateVariables(program))
    return result.fail(WEFT_COMPILER_FAILED, std::move(error));
  if (options.argumentInfo)
    markArgumentInfo(program);
  if (isWhole) {
    if (llvm::Error error = verifyProgram(program))
      return result.fail(WEFT_COMPILER_FAILED, std::move(error));
    if (llvm::Error error = makeExecutable(program))
      return result.fail(WEFT_COMPILER_FAILED, std::move(error));
    markLibrary(program, false);
  }
  publishProgram(program, result);
}

void compile(const WeftCompileRequest &request, OwnedResult &result) {
  auto options = parseCompileOptions(request.options);
  if (!options)
    return result.fail(WEFT_COMPILER_INVALID_OPTIONS, options.takeError());
  result.logText = options->warnings;
  llvm::LLVMContext context;
  const auto [extensions, hostExtensions] = llvm::StringRef(request.extensions).split('|');
  SourceRequest source{.source = text(request.source),
                       .options = *options,
                       .extensions = extensions,
                       .hostExtensions = hostExtensions,
                       .headers = {},
                       .zeroPrivateMemory = request.zeroPrivateMemory != 0,
                       .debugLines = request.debugLines != 0};
  for (size_t index = 0; index < request.headerCount; ++index)
    source.headers.emplace_back(request.headers[index].name, text(request.headers[index].text));
  const CompiledSource compiled = compileSource(context, source, result.logText);
  if (!compiled.module) {
    if (!compiled.isBeyondBudget)
      result.logText += adviceOnVersion(source);
    result.status = WEFT_COMPILER_FAILED;
    return;
  }
  finish(*compiled.module, *options, request.isWhole != 0, result);
}

void readModule(const WeftSpirvRequest &request, OwnedResult &result) {
  auto options = parseCompileOptions(request.options);
  if (!options)
    return result.fail(WEFT_COMPILER_INVALID_OPTIONS, options.takeError());
  result.logText = options->warnings;
  SpirvOptions spirvOptions;
  spirvOptions.uniformGroups = options->uniformGroups;
  spirvOptions.zeroPrivateMemory = request.zeroPrivateMemory != 0;
  spirvOptions.definesUnwritten = !options->checks.has(CodeCheck::values);
  spirvOptions.debugLines = options->debug || options->checks.any() || request.debugLines != 0;
  spirvOptions.isValidated = request.isDescribed != 0;
  for (size_t index = 0; index < request.constantCount; ++index)
    spirvOptions.constants[request.constants[index].id] = request.constants[index].value;
  llvm::LLVMContext context;
  auto program = readSpirv(context, text(request.module), spirvOptions, result.logText);
  if (!program)
    return result.fail(WEFT_COMPILER_FAILED, program.takeError());
  markIntermediate(**program);
  finish(**program, *options, request.isWhole != 0, result);
}

void describeModule(const WeftDescribeRequest &request, OwnedResult &result) {
  auto constants = specialisationConstants(text(request.module), request.isUnchecked != 0);
  if (!constants)
    return result.fail(WEFT_COMPILER_FAILED, constants.takeError());
  llvm::raw_string_ostream stream(result.manifestText);
  llvm::json::OStream json(stream);
  json.object([&] {
    json.attributeArray("constants", [&] {
      for (const SpirvConstant &constant : *constants)
        json.object([&] {
          json.attribute("id", constant.id);
          json.attribute("bytes", constant.bytes);
        });
    });
  });
}

void link(const WeftLinkRequest &request, OwnedResult &result) {
  auto options = parseLinkOptions(request.options);
  if (!options)
    return result.fail(WEFT_COMPILER_INVALID_OPTIONS, options.takeError());
  result.logText = options->warnings;
  llvm::LLVMContext context;
  std::vector<std::unique_ptr<llvm::Module>> inputs;
  for (size_t index = 0; index < request.inputCount; ++index) {
    auto input = readProgram(context, text(request.inputs[index]));
    if (!input)
      return result.fail(WEFT_COMPILER_FAILED, input.takeError());
    inputs.push_back(std::move(*input));
  }
  if (inputs.empty())
    return result.fail(WEFT_COMPILER_FAILED, "There is nothing to link.");
  auto program = linkPrograms(std::move(inputs));
  if (!program)
    return result.fail(WEFT_COMPILER_FAILED, program.takeError());
  if (llvm::Error error = options->createLibrary ? checkRecursion(**program) : makeExecutable(**program))
    return result.fail(WEFT_COMPILER_FAILED, std::move(error));
  markLibrary(**program, options->createLibrary);
  publishProgram(**program, result);
}

/// If the attempt isn't the usual one, notes in the log how the code is made now, and the `failure` of the first
/// attempt.
void noteAttempt(Attempt attempt, const char *failure, OwnedResult &result) {
  if (attempt == Attempt::usual)
    return;
  result.logText += attempt == Attempt::shortVectors ? "note: made with vectors of 256 bits at most: "
                                                     : "note: made without optimisation: ";
  result.logText += llvm::StringRef(failure).split('\n').first;
  result.logText += '\n';
}

/// Calls WeftGenerateRequest::begins when the work on this thread begins, and WeftGenerateRequest::ends when it ends.
class WorkOnThread {
public:
  explicit WorkOnThread(const WeftGenerateRequest &request) : request_(request) {
    if (request_.begins != nullptr)
      request_.begins(request_.argument);
  }
  ~WorkOnThread() {
    if (request_.ends != nullptr)
      request_.ends(request_.argument);
  }
  WorkOnThread(const WorkOnThread &) = delete;
  WorkOnThread &operator=(const WorkOnThread &) = delete;

private:
  const WeftGenerateRequest &request_;
};

/// Generates a kernel's code. `failure` is the message with which the first attempt failed, for the log of later
/// attempts.
void generate(const WeftGenerateRequest &request, Attempt attempt, const char *failure, HostTargetLoan &loan,
              OwnedResult &result) {
  const WorkOnThread told(request);
  noteAttempt(attempt, failure, result);
  StageClock clock(request.logTimes != 0);
  std::optional<CodeRequest> code = CodeRequest::parse(std::string_view(text(request.code)));
  if (!code)
    return result.fail(WEFT_COMPILER_FAILED, "The request for code can't be read.");
  llvm::LLVMContext context;
  auto program = readProgram(context, text(request.program));
  if (!program)
    return result.fail(WEFT_COMPILER_FAILED, program.takeError());
  if (!ExtractKernelPass::hasKernel(**program, code->kernel))
    return result.fail(WEFT_COMPILER_NO_SUCH_KERNEL, "The program has no kernel named '" + code->kernel + "'.");
  if (llvm::any_of(**program, isPointerCall))
    return result.fail(WEFT_COMPILER_FAILED, "The program calls by pointers, and is not linked.");
  clock.endStage("read IL", result.logText);
  std::string dumpFolder = request.dumpFolder ? request.dumpFolder : "";
  tryMakeDumpFolder(dumpFolder, result.logText);
  removeUnknownStages(*code, result.logText);
  auto target = borrowTarget(loan, *code, result.logText);
  if (!target)
    return result.fail(WEFT_COMPILER_FAILED, target.takeError());
  clock.endStage("choose target", result.logText);
  KernelPipelineOptions options{.code = std::move(*code),
                                .dumpFolder = std::move(dumpFolder),
                                .logTimes = request.logTimes != 0,
                                .takeFacts = request.takeFacts != 0,
                                .budget = {},
                                .attempt = attempt};
  auto outcome = runKernelPipeline(**program, options, **target, BuiltinLibrary::embedded());
  if (!outcome)
    return result.fail(WEFT_COMPILER_FAILED, outcome.takeError());
  result.logText += outcome->timings;
  if (request.logRemarks != 0)
    result.logText += outcome->remarks;
  clock.endStage("kernel pipeline", result.logText);
  auto object = emitObject(**program, **target);
  if (!object)
    return result.fail(WEFT_COMPILER_FAILED, object.takeError());
  clock.endStage("emit object", result.logText);
  auto sharedObject = linkSharedObject(llvm::StringRef(object->data(), object->size()));
  if (!sharedObject)
    return result.fail(WEFT_COMPILER_FAILED, sharedObject.takeError());
  clock.endStage("link", result.logText);
  result.codeText = std::move(*sharedObject);
  if (request.takeFacts != 0)
    result.manifestText = describeGeneration(*outcome, clock);
}

/// Without memory no result can be allocated, so all requests that run out of memory share this result.
constexpr llvm::StringLiteral outOfMemoryText = "The compiler ran out of memory.\n";
constinit WeftCompilerResult outOfMemory = {
    WEFT_COMPILER_OUT_OF_MEMORY, {outOfMemoryText.data(), outOfMemoryText.size()}, {nullptr, 0}, {nullptr, 0}};

void release(WeftCompilerResult *result) {
  if (result != &outOfMemory)
    delete static_cast<OwnedResult *>(result);
}

/// Returns the result of `work`. Returns null if the work failed; `outcome` then has the reason.
std::unique_ptr<OwnedResult> make(llvm::function_ref<void(OwnedResult &)> work, GuardedOutcome &outcome) {
  std::unique_ptr<OwnedResult> result;
  outcome = runGuarded([&] {
    result = std::make_unique<OwnedResult>();
    work(*result);
    result->publish();
  });
  if (outcome.abandoned)
    static_cast<void>(result.release());
  return outcome.kind == GuardedOutcome::Finished ? std::move(result) : nullptr;
}

/// Returns a result that tells the caller why the work hasn't finished.
WeftCompilerResult *explain(const GuardedOutcome &failure) {
  std::unique_ptr<OwnedResult> result;
  if (failure.kind == GuardedOutcome::Failed) {
    GuardedOutcome outcome;
    result = make([&](OwnedResult &made) { made.fail(WEFT_COMPILER_FAILED, failure.message.data()); }, outcome);
  }
  return result ? result.release() : &outOfMemory;
}

WeftCompilerResult *run(llvm::function_ref<void(OwnedResult &)> work) {
  GuardedOutcome outcome;
  std::unique_ptr<OwnedResult> result = make(work, outcome);
  return result ? result.release() : explain(outcome);
}

WeftCompilerResult *compileProgram(const WeftCompileRequest *request) {
  return run([&](OwnedResult &result) { compile(*request, result); });
}
WeftCompilerResult *readSpirvModule(const WeftSpirvRequest *request) {
  return run([&](OwnedResult &result) { readModule(*request, result); });
}
WeftCompilerResult *describeSpirv(const WeftDescribeRequest *request) {
  return run([&](OwnedResult &result) { describeModule(*request, result); });
}
WeftCompilerResult *linkProgram(const WeftLinkRequest *request) {
  return run([&](OwnedResult &result) { link(*request, result); });
}
WeftCompilerResult *generateKernel(const WeftGenerateRequest *request) {
  GuardedOutcome failure; // of the first attempt: later attempts run rarely used code and may fail for other reasons
  for (const Attempt attempt : {Attempt::usual, Attempt::shortVectors, Attempt::unoptimised}) {
    GuardedOutcome outcome;
    HostTargetLoan loan;
    std::unique_ptr<OwnedResult> result =
        make([&](OwnedResult &made) { generate(*request, attempt, failure.message.data(), loan, made); }, outcome);
    if (result) {
      loan.giveBack();
      return result.release();
    }
    if (attempt == Attempt::usual || outcome.kind == GuardedOutcome::OutOfMemory)
      failure = outcome;
    if (outcome.kind == GuardedOutcome::OutOfMemory)
      break;
  }
  return explain(failure);
}

/// Compiles a sample kernel. Errors are ignored: the compilation of a real kernel reports them.
void warmUp(const char *cpu) {
  GuardedOutcome outcome;
  HostTargetLoan loan;
  const std::unique_ptr<OwnedResult> result = make(
      [&](OwnedResult &) {
        llvm::LLVMContext context;
        const std::unique_ptr<llvm::Module> program = makeSampleProgram(context);
        auto target = loan.borrow(cpu);
        if (!target)
          return llvm::consumeError(target.takeError());
        KernelPipelineOptions options;
        options.code.cpu = cpu;
        options.code.kernel = sampleKernel;
        auto made = runKernelPipeline(*program, options, **target, BuiltinLibrary::embedded());
        if (!made)
          return llvm::consumeError(made.takeError());
        llvm::consumeError(emitObject(*program, **target).takeError());
      },
      outcome);
  if (result)
    loan.giveBack();
}

constexpr WeftCompiler functions = {compileProgram, readSpirvModule, describeSpirv, linkProgram,
                                    generateKernel, release,         warmUp};

} // namespace
} // namespace weft::compiler

extern "C" __attribute__((visibility("default"))) const WeftCompiler *weftGetCompiler(uint32_t abiVersion) {
  return abiVersion == WEFT_COMPILER_ABI_VERSION ? &weft::compiler::functions : nullptr;
}
