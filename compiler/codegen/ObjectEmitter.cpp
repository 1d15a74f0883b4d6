// Turns optimised IR into an object file or assembly, in memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/ObjectEmitter.h"

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Pass.h"

#include "codegen/LargeBlocks.h"
#include "codegen/LargeLoops.h"
#include "codegen/StackFrames.h"
#include "codegen/SystemFunctions.h"

namespace weft::compiler {
namespace {

/// Collects the code generator's diagnostics: errors (for example a register constraint that can't be met) and the
/// sizes of stack frames.
struct ReportCollector : llvm::DiagnosticHandler {
  ReportCollector(std::string &text, StackFrames &frames) : text(text), frames(frames) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    if (const auto *frame = llvm::dyn_cast<llvm::DiagnosticInfoStackSize>(&info))
      frames.add(*frame);
    if (info.getSeverity() != llvm::DS_Error)
      return true;
    llvm::raw_string_ostream stream(text);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    return true;
  }
  std::string &text;
  StackFrames &frames;
};

llvm::Expected<ObjectBytes> emit(llvm::Module &module, llvm::TargetMachine &target, llvm::CodeGenFileType type) {
  std::string problems;
  StackFrames frames;
  StackFrames::request(module);
  llvm::LLVMContext &context = module.getContext();
  std::unique_ptr<llvm::DiagnosticHandler> before = context.getDiagnosticHandler();
  context.setDiagnosticHandler(std::make_unique<ReportCollector>(problems, frames));
  ObjectBytes bytes;
  llvm::raw_svector_ostream stream(bytes);
  const CutLargeBlocks cut(target);
  const SkipLoopStrengthReduction leave(module);
  llvm::legacy::PassManager passes;
  passes.add(new llvm::TargetLibraryInfoWrapperPass(systemFunctionInfo(target.getTargetTriple())));
  passes.add(CutLargeBlocks::beforeCodeGenPrepare());
  const bool unable = target.addPassesToEmitFile(passes, stream, nullptr, type, /*DisableVerify=*/true);
  if (!unable)
    passes.run(module);
  context.setDiagnosticHandler(std::move(before));
  if (unable)
    return llvm::createStringError("LLVM's code generator has no output of this kind.");
  if (!problems.empty())
    return llvm::createStringError("Code can't be generated: " + problems + ".");
  if (type == llvm::CodeGenFileType::ObjectFile)
    if (llvm::Error error = writeStackBytes(bytes, frames.deepestChain(module)))
      return std::move(error);
  return bytes;
}

} // namespace

llvm::Expected<ObjectBytes> emitObject(llvm::Module &module, llvm::TargetMachine &target) {
  return emit(module, target, llvm::CodeGenFileType::ObjectFile);
}

llvm::Expected<ObjectBytes> emitAssembly(llvm::Module &module, llvm::TargetMachine &target) {
  return emit(module, target, llvm::CodeGenFileType::AssemblyFile);
}

} // namespace weft::compiler
