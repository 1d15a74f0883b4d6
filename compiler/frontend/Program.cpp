// Reads, writes, links and checks programs in IL form.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/Program.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"

#include "KernelAbi.h"
#include "builtins/archive/MangledName.h"
#include "frontend/BitcodeScan.h"
#include "frontend/DebugScopes.h"
#include "frontend/FunctionPointers.h"
#include "frontend/ProgramVariables.h"
#include "frontend/Spir64Verifier.h"
#include "kernel/KernelAttributes.h"

namespace weft::compiler {
namespace {

/// Collects the diagnostics that LLVM reports during the collector's lifetime. If LLVM's linker fails, only a
/// diagnostic says why.
class DiagnosticCollector {
public:
  DiagnosticCollector(llvm::LLVMContext &context, std::string &text) : context_(context) {
    before_ = context.getDiagnosticHandler();
    context.setDiagnosticHandler(std::make_unique<Handler>(text));
  }
  ~DiagnosticCollector() { context_.setDiagnosticHandler(std::move(before_)); }
  DiagnosticCollector(const DiagnosticCollector &) = delete;
  DiagnosticCollector &operator=(const DiagnosticCollector &) = delete;

private:
  struct Handler : llvm::DiagnosticHandler {
    explicit Handler(std::string &text) : text(text) {}
    bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
      llvm::raw_string_ostream stream(text);
      llvm::DiagnosticPrinterRawOStream printer(stream);
      info.print(printer);
      return true;
    }
    std::string &text;
  };

  llvm::LLVMContext &context_;
  std::unique_ptr<llvm::DiagnosticHandler> before_;
};

/// Keeps LLVM's bitcode reader from printing flaws of debug information to standard error. The verifier reports the
/// same flaws into the log. The option is set before each read, because the linker resets all options.
void silenceBitcodeReader() {
  auto &options = llvm::cl::getRegisteredOptions();
  if (const auto found = options.find("disable-auto-upgrade-debug-info"); found != options.end())
    static_cast<llvm::cl::opt<bool> *>(found->second)->setValue(true);
}

llvm::Error unusable(const std::string &why) {
  return llvm::createStringError("The program's IL can't be used: " + why + ".");
}

/// Fails if both modules define the same symbol. LLVM's linker would report this in its own words, so this check comes
/// first.
llvm::Error checkDuplicates(const llvm::Module &first, const llvm::Module &second) {
  for (const llvm::GlobalObject &object : second.global_objects()) {
    if (object.isDeclaration() || !object.hasExternalLinkage())
      continue;
    const llvm::GlobalValue *other = first.getNamedValue(object.getName());
    if (other && !other->isDeclaration() && other->hasExternalLinkage())
      return llvm::createStringError("The symbol " + readableFunctionName(object.getName()) +
                                     " is defined in more than one of the programs that are linked.");
  }
  return llvm::Error::success();
}

/// If a kernel is called by other functions, Clang moves the kernel's body to a function whose name is a prefix and the
/// kernel's name. Returns the name without the prefix.
llvm::StringRef withoutBodyPrefix(llvm::StringRef name) {
  name.consume_front("__clang_ocl_kern_imp_");
  return name;
}

} // namespace

bool isKernel(const llvm::Function &function) {
  return !function.isDeclaration() && function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL;
}

llvm::Error verifyProgram(llvm::Module &program) {
  if (llvm::Error error = checkDebugScopes(program))
    return unusable("it is not well formed: " + llvm::toString(std::move(error)));
  std::string problems;
  llvm::raw_string_ostream stream(problems);
  if (llvm::verifyModule(program, &stream))
    return unusable("it is not well formed: " + llvm::StringRef(problems).split('\n').first.str());
  return verifySpir64(program);
}

llvm::Expected<std::unique_ptr<llvm::Module>> readProgram(llvm::LLVMContext &context, llvm::StringRef bitcode) {
  // The copy is needed because the reader may read whole words.
  const auto buffer = llvm::MemoryBuffer::getMemBufferCopy(bitcode, "program");
  if (llvm::Error error = scanBitcode(buffer->getBuffer()))
    return unusable(llvm::toString(std::move(error)));
  silenceBitcodeReader();
  auto program = llvm::parseBitcodeFile(buffer->getMemBufferRef(), context);
  if (!program)
    return unusable(llvm::toString(program.takeError()));
  if (llvm::Error error = verifyProgram(**program))
    return std::move(error);
  return program;
}

std::string writeProgram(const llvm::Module &program) {
  std::string bitcode;
  llvm::raw_string_ostream stream(bitcode);
  llvm::WriteBitcodeToFile(program, stream);
  return bitcode;
}

llvm::Expected<std::unique_ptr<llvm::Module>> linkPrograms(std::vector<std::unique_ptr<llvm::Module>> programs) {
  std::unique_ptr<llvm::Module> whole = std::move(programs.front());
  llvm::Linker linker(*whole);
  for (auto &program : llvm::drop_begin(programs)) {
    if (llvm::Error error = checkDuplicates(*whole, *program))
      return std::move(error);
    std::string problems;
    DiagnosticCollector collector(whole->getContext(), problems);
    if (linker.linkInModule(std::move(program)))
      return llvm::createStringError("The programs can't be linked: " + problems + ".");
  }
  return whole;
}

llvm::Error checkRecursion(llvm::Module &program) {
  llvm::CallGraph graph(program);
  for (auto component = llvm::scc_begin(&graph); !component.isAtEnd(); ++component) {
    if (!component.hasCycle())
      continue;
    for (const llvm::CallGraphNode *node : *component)
      if (const llvm::Function *function = node->getFunction(); function && !isPointerSwitch(*function))
        return llvm::createStringError("The function " + readableFunctionName(withoutBodyPrefix(function->getName())) +
                                       " calls itself, directly or through others; OpenCL C has no recursion.");
  }
  return llvm::Error::success();
}

llvm::Error checkSubGroupSizes(const llvm::Module &program) {
  for (const llvm::Function &function : program)
    if (const uint64_t size = requiredSubGroupSize(function); size != 0 && !llvm::is_contained(subGroupSizes, size))
      return llvm::createStringError("The kernel " + function.getName() + " requires sub-groups of " +
                                     llvm::Twine(size) + " work-items; this device has those of 4, 8, 16 and 32.");
  return llvm::Error::success();
}

llvm::Error checkPrivateVariables(const llvm::Module &program) {
  for (const llvm::Function &function : program) {
    uint64_t bytes = 0;
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (const auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
        const std::optional<llvm::TypeSize> size = variable->getAllocationSize(program.getDataLayout());
        bytes = llvm::SaturatingAdd(bytes, size ? size->getFixedValue() : UINT64_MAX);
      }
    if (bytes > WEFT_PRIVATE_MEMORY_BYTES)
      return llvm::createStringError("The function " + function.getName() + " has private variables of " +
                                     llvm::Twine(bytes) + " bytes; a work-item can have " +
                                     llvm::Twine(WEFT_PRIVATE_MEMORY_BYTES) + " bytes of private memory.");
  }
  return llvm::Error::success();
}

std::vector<const llvm::Function *> withCallees(const llvm::Function &function) {
  llvm::SmallSetVector<const llvm::Function *, 16> reached;
  reached.insert(&function);
  for (size_t index = 0; index < reached.size(); ++index)
    for (const llvm::Instruction &instruction : llvm::instructions(*reached[index]))
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        if (const llvm::Function *called = call->getCalledFunction(); called && !called->isDeclaration())
          reached.insert(called);
  return {reached.begin(), reached.end()};
}

void internaliseProgram(llvm::Module &program) {
  for (llvm::GlobalObject &object : program.global_objects()) {
    const auto *function = llvm::dyn_cast<llvm::Function>(&object);
    const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&object);
    if (variable && isVisibleVariable(*variable))
      object.setLinkage(llvm::GlobalValue::ExternalLinkage);
    else if (!object.isDeclaration() && !(function && isKernel(*function)) && !object.getName().starts_with("llvm."))
      object.setLinkage(llvm::GlobalValue::InternalLinkage);
  }
  llvm::ModuleAnalysisManager analyses;
  llvm::GlobalDCEPass().run(program, analyses);
}

} // namespace weft::compiler
