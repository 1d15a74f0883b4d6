// weftc: the offline compiler.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <memory>
#include <string>
#include <vector>

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include "KernelAbi.h"
#include "WeftCompiler.h"
#include "builtins/BuiltinLibrary.h"
#include "codegen/HostTarget.h"
#include "codegen/ObjectEmitter.h"
#include "frontend/Program.h"
#include "pipeline/KernelPipeline.h"

extern "C" const WeftCompiler *weftGetCompiler(uint32_t abiVersion);

namespace weft::compiler {
namespace {

enum class Output { il, text, manifest, assembly, sharedObject };

llvm::cl::OptionCategory category("weftc options");
llvm::cl::list<std::string> inputs(llvm::cl::Positional, llvm::cl::OneOrMore, llvm::cl::cat(category),
                                   llvm::cl::desc("<file.cl or IL>..."));
llvm::cl::opt<Output>
    emit("emit", llvm::cl::desc("What to make:"), llvm::cl::init(Output::text), llvm::cl::cat(category),
         llvm::cl::values(clEnumValN(Output::il, "il", "the linked program's IL, as bitcode"),
                          clEnumValN(Output::text, "ll", "the linked program's IL, as text"),
                          clEnumValN(Output::manifest, "manifest", "what the host side needs to know"),
                          clEnumValN(Output::assembly, "asm", "one kernel's assembly"),
                          clEnumValN(Output::sharedObject, "so", "one kernel's shared object")));
llvm::cl::opt<std::string> output("o", llvm::cl::desc("Where it goes ('-' for standard output)"), llvm::cl::init("-"),
                                  llvm::cl::cat(category));
llvm::cl::opt<std::string> buildOptions("options", llvm::cl::desc("Options as for clBuildProgram"),
                                        llvm::cl::cat(category));
llvm::cl::opt<std::string> linkOptions("link-options", llvm::cl::desc("Options as for clLinkProgram"),
                                       llvm::cl::cat(category));
llvm::cl::opt<std::string>
    extensions("extensions", llvm::cl::desc("Extensions and features to define, separated by spaces"),
               llvm::cl::init("cl_khr_byte_addressable_store cl_khr_fp64 cl_khr_global_int32_base_atomics "
                              "cl_khr_global_int32_extended_atomics cl_khr_local_int32_base_atomics "
                              "cl_khr_local_int32_extended_atomics cl_khr_int64_base_atomics "
                              "cl_khr_int64_extended_atomics __opencl_c_fp64 __opencl_c_int64"),
               llvm::cl::cat(category));
llvm::cl::opt<std::string> kernel("kernel", llvm::cl::desc("The kernel, for asm and so"), llvm::cl::cat(category));
llvm::cl::opt<std::string> cpu("cpu", llvm::cl::desc("The CPU in LLVM's terms (this one)"), llvm::cl::cat(category));
llvm::cl::opt<WeftPackets>
    packets("packets", llvm::cl::desc("Code for packets of work-items"), llvm::cl::ValueOptional,
            llvm::cl::init(WEFT_PACKETS_NEVER),
            llvm::cl::values(clEnumValN(WEFT_PACKETS_WHERE_POSSIBLE, "", "where possible"),
                             clEnumValN(WEFT_PACKETS_WHERE_POSSIBLE, "possible", "where possible"),
                             clEnumValN(WEFT_PACKETS_WHERE_QUICKER, "quicker", "where they seem quicker")),
            llvm::cl::cat(category));
llvm::cl::opt<bool> fibers("fibers", llvm::cl::desc("Code for the fiber executor"), llvm::cl::cat(category));
llvm::cl::opt<bool> wideIndices("wide-indices", llvm::cl::desc("Ids may need more than 31 bits, indices more than 32"),
                                llvm::cl::cat(category));
llvm::cl::list<uint64_t> localSize("local-size", llvm::cl::CommaSeparated, llvm::cl::cat(category),
                                   llvm::cl::desc("x,y,z: code for this local size alone"));
llvm::cl::list<std::string> argumentConstants(
    "argument-constants", llvm::cl::CommaSeparated, llvm::cl::cat(category),
    llvm::cl::desc("index=number,...: code for these formats of images (WEFT_IMAGE_FORMAT) and samplers alone"));
llvm::cl::opt<std::string> dumpFolder("dump-ir",
                                      llvm::cl::desc("Folder in which a new one receives the IR after each stage"),
                                      llvm::cl::cat(category));
llvm::cl::opt<bool> remarks("remarks", llvm::cl::desc("Print how the kernel became vector code"),
                            llvm::cl::cat(category));
llvm::cl::opt<bool> times("times", llvm::cl::desc("Print the time that each stage takes"), llvm::cl::cat(category));

std::vector<WeftArgumentConstant> readArgumentConstants() {
  std::vector<WeftArgumentConstant> constants;
  for (llvm::StringRef entry : argumentConstants) {
    const auto [index, value] = entry.split('=');
    WeftArgumentConstant constant{};
    if (index.getAsInteger(0, constant.argument) || value.getAsInteger(0, constant.value))
      llvm::report_fatal_error(llvm::Twine("not an argument and its number: ") + entry, false);
    constants.push_back(constant);
  }
  return constants;
}

struct Release {
  void operator()(WeftCompilerResult *result) const { weftGetCompiler(WEFT_COMPILER_ABI_VERSION)->release(result); }
};
using Result = std::unique_ptr<WeftCompilerResult, Release>;

const WeftCompiler &compiler() { return *weftGetCompiler(WEFT_COMPILER_ABI_VERSION); }

/// Prints the log; an empty result for a failure.
Result checked(WeftCompilerResult *made) {
  Result result(made);
  llvm::errs() << llvm::StringRef(result->log.data, result->log.size);
  return result->status == WEFT_COMPILER_OK ? std::move(result) : nullptr;
}

/// Sources are compiled; what starts like bitcode is taken as IL.
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
  } else {
    const WeftCompileRequest request{bytes, buildOptions.c_str(), extensions.c_str(), nullptr, 0, 0};
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
  auto target = createHostTarget(cpu);
  if (!target)
    return target.takeError();
  KernelPipelineOptions options;
  options.kernelName = kernel;
  options.fibers = fibers;
  options.packets = packets;
  options.wideIndices = wideIndices;
  for (const WeftArgumentConstant &constant : readArgumentConstants())
    options.argumentConstants.emplace_back(constant.argument, constant.value);
  options.dumpFolder = dumpFolder;
  options.logTimes = times;
  for (size_t index = 0; index < localSize.size() && index < 3; ++index)
    options.localSize[index] = localSize[index];
  auto outcome = runKernelPipeline(**program, options, **target, BuiltinLibrary::embedded());
  if (!outcome)
    return outcome.takeError();
  llvm::errs() << outcome->timings << (remarks ? outcome->remarks : "");
  auto assembly = emitAssembly(**program, **target);
  if (!assembly)
    return assembly.takeError();
  return std::string(assembly->begin(), assembly->end());
}

Result generate(const WeftBytes &il) {
  WeftGenerateRequest request = {};
  request.program = il;
  request.kernelName = kernel.c_str();
  request.packets = packets;
  request.executor = fibers ? WEFT_EXECUTOR_FIBERS : WEFT_EXECUTOR_LOOPS;
  request.wideIndices = wideIndices;
  for (size_t index = 0; index < localSize.size() && index < 3; ++index)
    request.localSize[index] = localSize[index];
  const std::vector<WeftArgumentConstant> constants = readArgumentConstants();
  request.argumentConstants = constants.data();
  request.argumentConstantCount = constants.size();
  request.cpu = cpu.c_str();
  request.dumpFolder = dumpFolder.empty() ? nullptr : dumpFolder.c_str();
  request.logTimes = times;
  request.logRemarks = remarks;
  return checked(compiler().generateKernel(&request));
}

llvm::Expected<std::string> make(const WeftCompilerResult &program) {
  const llvm::StringRef il(program.code.data, program.code.size);
  switch (emit) {
  case Output::il:
    return il.str();
  case Output::text:
    return asText(il);
  case Output::manifest:
    return llvm::StringRef(program.manifest.data, program.manifest.size).str() + "\n";
  case Output::assembly:
    return asAssembly(il);
  case Output::sharedObject: {
    const Result made = generate(program.code);
    if (!made)
      return llvm::createStringError("no code was made");
    return std::string(made->code.data, made->code.size);
  }
  }
  return llvm::createStringError("unknown output");
}

int compileAll() {
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
  llvm::cl::HideUnrelatedOptions(weft::compiler::category);
  llvm::cl::ParseCommandLineOptions(argc, argv, "Weft's offline compiler for OpenCL C.\n");
  return weft::compiler::compileAll();
}
