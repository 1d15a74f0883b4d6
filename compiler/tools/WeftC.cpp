// weftc: compiles programs on the command line, without the OpenCL runtime.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include "CodeRequest.h"
#include "WeftCompiler.h"
#include "builtins/BuiltinLibrary.h"
#include "codegen/HostTarget.h"
#include "codegen/ObjectEmitter.h"
#include "frontend/Program.h"
#include "frontend/spirv/SpirvReader.h"
#include "pipeline/KernelPipeline.h"
#include "tools/CodeFlags.h"
#include "tools/Version.h"

extern "C" const WeftCompiler *weftGetCompiler(uint32_t abiVersion);

namespace weft::compiler {
namespace {

/// The extensions and features that the runtime offers to programs.
constexpr char deviceExtensions[] =
#define WEFT_LANGUAGE_EXTENSION(name, major, minor, patch) name " "
#define WEFT_LANGUAGE_FEATURE(name) name " "
#include "LanguageExtensions.def"
    ;

enum class Output { il, text, manifest, assembly, sharedObject, facts };

llvm::cl::OptionCategory category("weftc options");
llvm::cl::list<std::string> inputs(llvm::cl::Positional, llvm::cl::OneOrMore, llvm::cl::cat(category),
                                   llvm::cl::desc("<file.cl, SPIR-V or IL>..."));
llvm::cl::opt<Output> emit(
    "emit", llvm::cl::desc("What to make:"), llvm::cl::init(Output::text), llvm::cl::cat(category),
    llvm::cl::values(clEnumValN(Output::il, "il", "the linked program's IL, as bitcode"),
                     clEnumValN(Output::text, "ll", "the linked program's IL, as text"),
                     clEnumValN(Output::manifest, "manifest", "what the host side needs to know"),
                     clEnumValN(Output::assembly, "asm", "one kernel's assembly"),
                     clEnumValN(Output::sharedObject, "so", "one kernel's shared object"),
                     clEnumValN(Output::facts, "facts", "what became of each kernel, or of one, for weft-report")));
llvm::cl::opt<bool>
    report("report", llvm::cl::desc("Make a page (HTML) of how each kernel, or one, was compiled, by weft-report"),
           llvm::cl::cat(category));
llvm::cl::opt<std::string> output("o", llvm::cl::desc("Where it goes ('-' for standard output)"), llvm::cl::init("-"),
                                  llvm::cl::cat(category));
llvm::cl::opt<std::string> buildOptions("options", llvm::cl::desc("Options as for clBuildProgram"),
                                        llvm::cl::cat(category));
llvm::cl::opt<std::string> linkOptions("link-options", llvm::cl::desc("Options as for clLinkProgram"),
                                       llvm::cl::cat(category));
llvm::cl::opt<std::string>
    extensions("extensions", llvm::cl::desc("Extensions and features to define, separated by spaces (the device's)"),
               llvm::cl::init(deviceExtensions), llvm::cl::cat(category));
llvm::cl::opt<std::string> dumpFolder("dump-ir",
                                      llvm::cl::desc("Folder in which a new one receives the IR after each stage"),
                                      llvm::cl::cat(category));
llvm::cl::opt<bool> remarks("remarks", llvm::cl::desc("Print how the kernel became vector code"),
                            llvm::cl::cat(category));
llvm::cl::opt<bool> times("times", llvm::cl::desc("Print the time that each stage takes"), llvm::cl::cat(category));

/// Set by main before use.
const CodeFlags *codeFlags = nullptr;

struct Release {
  void operator()(WeftCompilerResult *result) const { weftGetCompiler(WEFT_COMPILER_ABI_VERSION)->release(result); }
};
using Result = std::unique_ptr<WeftCompilerResult, Release>;

const WeftCompiler &compiler() { return *weftGetCompiler(WEFT_COMPILER_ABI_VERSION); }

/// Prints the compiler's log of the call that returned `made`. Returns an empty result if the call failed.
Result checked(WeftCompilerResult *made) {
  Result result(made);
  llvm::errs() << llvm::StringRef(result->log.data, result->log.size);
  return result->status == WEFT_COMPILER_OK ? std::move(result) : nullptr;
}

/// Compiles an OpenCL C source, reads SPIR-V, or takes IL as it is, and appends the IL to `ils`. The first bytes of a
/// file show which of the three it is.
Result compileOrLoad(const std::string &path, std::vector<std::unique_ptr<llvm::MemoryBuffer>> &loaded,
                     std::vector<WeftBytes> &ils) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (!buffer) {
    llvm::errs() << path << ": " << buffer.getError().message() << "\n";
    return nullptr;
  }
  const WeftBytes bytes{(*buffer)->getBufferStart(), (*buffer)->getBufferSize()};
  Result result;
  if ((*buffer)->getBuffer().starts_with("BC")) {
    ils.push_back(bytes);
    const WeftLinkRequest request{&bytes, 1, "-create-library"};
    result = checked(compiler().linkProgram(&request));
  } else if (startsLikeSpirv((*buffer)->getBuffer())) {
    const WeftSpirvRequest request{bytes, buildOptions.c_str(), nullptr, 0, 0, 0, emit == Output::facts, 0};
    result = checked(compiler().readSpirv(&request));
    if (result)
      ils.push_back(result->code);
  } else {
    const WeftCompileRequest request{
        bytes, buildOptions.c_str(), extensions.c_str(), nullptr, 0, 0, emit == Output::facts, 0};
    result = checked(compiler().compileProgram(&request));
    if (result)
      ils.push_back(result->code);
  }
  loaded.push_back(std::move(*buffer));
  return result;
}

llvm::Error writeOutput(const std::string &path, llvm::StringRef bytes) {
  std::error_code failure;
  llvm::raw_fd_ostream file(path, failure, llvm::sys::fs::OF_None);
  if (failure)
    return llvm::createFileError(path, failure);
  file << bytes;
  return llvm::Error::success();
}

llvm::Expected<std::string> asText(llvm::StringRef il) {
  llvm::LLVMContext context;
  auto program = readProgram(context, il);
  if (!program)
    return program.takeError();
  std::string text;
  llvm::raw_string_ostream stream(text);
  (*program)->print(stream, nullptr);
  return text;
}

llvm::Expected<std::string> asAssembly(llvm::StringRef il) {
  llvm::LLVMContext context;
  auto program = readProgram(context, il);
  if (!program)
    return program.takeError();
  KernelPipelineOptions options{
      .code = codeFlags->request(), .dumpFolder = dumpFolder, .logTimes = times, .budget = {}};
  auto target = createHostTarget(options.code.cpu);
  if (!target)
    return target.takeError();
  auto outcome = runKernelPipeline(**program, options, **target, BuiltinLibrary::embedded());
  if (!outcome)
    return outcome.takeError();
  llvm::errs() << outcome->timings << (remarks ? outcome->remarks : "");
  auto assembly = emitAssembly(**program, **target);
  if (!assembly)
    return assembly.takeError();
  return std::string(assembly->begin(), assembly->end());
}

Result generate(const WeftBytes &il, const CodeRequest &wanted) {
  WeftGenerateRequest request = {};
  request.program = il;
  const std::string code = wanted.text();
  request.code = {code.data(), code.size()};
  request.dumpFolder = dumpFolder.empty() ? nullptr : dumpFolder.c_str();
  request.logTimes = times;
  request.logRemarks = remarks;
  request.takeFacts = emit == Output::facts;
  return checked(compiler().generateKernel(&request));
}

/// Returns the kernels that the flags select: one or all.
llvm::Expected<std::vector<std::string>> wantedKernels(const WeftCompilerResult &program) {
  if (const std::string one = codeFlags->request().kernel; !one.empty())
    return std::vector{one};
  auto manifest = llvm::json::parse(llvm::StringRef(program.manifest.data, program.manifest.size));
  if (!manifest)
    return manifest.takeError();
  std::vector<std::string> names;
  if (const llvm::json::Object *object = manifest->getAsObject())
    if (const llvm::json::Array *kernels = object->getArray("kernels"))
      for (const llvm::json::Value &kernel : *kernels)
        if (auto name = kernel.getAsObject()->getString("name"))
          names.push_back(name->str());
  return names;
}

/// Returns the facts about the kernels in the format of a trace (docs/tracing.md). Unlike a trace, the text has no
/// events with a time.
llvm::Expected<std::string> asFacts(const WeftCompilerResult &program) {
  auto kernels = wantedKernels(program);
  if (!kernels)
    return kernels.takeError();
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream, /*IndentSize=*/1);
  bool made = true;
  const auto fact = [&](llvm::StringRef name, llvm::function_ref<void()> arguments) {
    json.object([&] {
      json.attribute("ph", "M");
      json.attribute("pid", 0);
      json.attribute("name", name);
      json.attributeObject("args", arguments);
    });
  };
  json.array([&] {
    for (const std::string &path : inputs)
      if (auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path); buffer && path != "-")
        fact("weft.program", [&] {
          json.attribute("program", "0");
          json.attribute("name", llvm::json::fixUTF8(path));
          json.attribute("source", llvm::json::fixUTF8((*buffer)->getBuffer()));
        });
    for (const std::string &kernel : *kernels) {
      CodeRequest request = codeFlags->request();
      request.kernel = kernel;
      const Result result = generate(program.code, request);
      made &= result != nullptr;
      if (result)
        fact("weft.code", [&] {
          json.attribute("code", llvm::json::fixUTF8(kernel));
          json.attribute("kernel", llvm::json::fixUTF8(kernel));
          json.attribute("program", "0");
          json.attribute("request", llvm::json::fixUTF8(request.text()));
          json.attributeBegin("made");
          json.rawValue(llvm::StringRef(result->manifest.data, result->manifest.size));
          json.attributeEnd();
        });
    }
  });
  if (!made)
    return llvm::createStringError("not all code was made");
  return text;
}

/// Writes the report page. The program weft-report makes it from a file of facts, as it does from traces.
int makeReport(const std::string &facts, const char *self) {
  llvm::SmallString<128> path;
  int file = 0;
  if (std::error_code failure = llvm::sys::fs::createTemporaryFile("weft-facts", "json", file, path)) {
    llvm::errs() << "weftc: no temporary file: " << failure.message() << "\n";
    return 1;
  }
  llvm::FileRemover remover(path);
  llvm::raw_fd_ostream(file, /*shouldClose=*/true) << facts;
  // The program is in the same folder as this one.
  llvm::SmallString<128> tool(llvm::sys::fs::getMainExecutable(self, reinterpret_cast<void *>(&makeReport)));
  llvm::sys::path::remove_filename(tool);
  llvm::sys::path::append(tool, "weft-report");
  std::string reason;
  const int status = llvm::sys::ExecuteAndWait(tool, {tool.str(), path.str(), "-o", output.getValue()}, std::nullopt,
                                               {}, 0, 0, &reason);
  if (!reason.empty())
    llvm::errs() << "weftc: " << tool << ": " << reason << "\n";
  return status == 0 ? 0 : 1;
}

/// Returns the schedules that the kernel may have, a line each, with the estimated cycles of a work-item. The last line
/// is the schedule that the compiler chooses.
llvm::Expected<std::string> asSchedules(llvm::StringRef il) {
  llvm::LLVMContext context;
  auto program = readProgram(context, il);
  if (!program)
    return program.takeError();
  const KernelPipelineOptions options{.code = codeFlags->request(), .dumpFolder = {}, .takeFacts = true, .budget = {}};
  auto target = createHostTarget(options.code.cpu);
  if (!target)
    return target.takeError();
  auto outcome = runKernelPipeline(**program, options, **target, BuiltinLibrary::embedded());
  if (!outcome)
    return outcome.takeError();
  std::string text;
  llvm::raw_string_ostream stream(text);
  for (const std::string &fact : outcome->facts) {
    auto parsed = llvm::json::parse(fact);
    if (!parsed)
      return parsed.takeError();
    const llvm::json::Object &object = *parsed->getAsObject();
    if (const auto candidate = object.getString("Candidate"))
      stream << object.getString("Cycles").value_or("") << " cycles: " << *candidate << "\n";
    else if (const auto chosen = object.getString("Schedule"))
      stream << "chosen: " << *chosen << "\n";
  }
  return text;
}

llvm::Expected<std::string> make(const WeftCompilerResult &program) {
  const llvm::StringRef il(program.code.data, program.code.size);
  if (codeFlags->asksForSchedules())
    return asSchedules(il);
  switch (emit) {
  case Output::il:
    return il.str();
  case Output::text:
    return asText(il);
  case Output::manifest:
    return llvm::StringRef(program.manifest.data, program.manifest.size).str() + "\n";
  case Output::assembly:
    return asAssembly(il);
  case Output::facts:
    return asFacts(program);
  case Output::sharedObject: {
    const Result made = generate(program.code, codeFlags->request());
    if (!made)
      return llvm::createStringError("no code was made");
    return std::string(made->code.data, made->code.size);
  }
  }
  return llvm::createStringError("unknown output");
}

int compileAll(const char *self) {
  std::vector<Result> results;
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> loaded;
  std::vector<WeftBytes> ils;
  for (const std::string &path : inputs) {
    results.push_back(compileOrLoad(path, loaded, ils));
    if (!results.back())
      return 1;
  }
  const WeftLinkRequest request{ils.data(), ils.size(), linkOptions.c_str()};
  const Result program = checked(compiler().linkProgram(&request));
  if (!program)
    return 1;
  auto made = make(*program);
  if (made && report)
    return makeReport(*made, self);
  llvm::Error error = made ? writeOutput(output, *made) : made.takeError();
  if (error) {
    llvm::logAllUnhandledErrors(std::move(error), llvm::errs(), "weftc: ");
    return 1;
  }
  return 0;
}

} // namespace
} // namespace weft::compiler

int main(int argc, char **argv) {
  const weft::compiler::CodeFlags flags(weft::compiler::category);
  weft::compiler::codeFlags = &flags;
  weft::compiler::addVersionPrinter("weftc");
  llvm::cl::HideUnrelatedOptions(weft::compiler::category);
  llvm::cl::ParseCommandLineOptions(argc, argv, "Weft's offline compiler for OpenCL C.\n");
  if (weft::compiler::report)
    weft::compiler::emit = weft::compiler::Output::facts;
  return weft::compiler::compileAll(argv[0]);
}
