// The machine that code is made for.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/HostTarget.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"

namespace weft::compiler {
namespace {

/// Asked for once: reading the CPU's identification takes part in every compilation otherwise.
const std::string &hostFeatures() {
  static const std::string text = [] {
    llvm::SubtargetFeatures features;
    for (const auto &[name, has] : llvm::sys::getHostCPUFeatures())
      features.AddFeature(name, has);
    return features.getString();
  }();
  return text;
}

const llvm::Target *findTarget(const llvm::Triple &triple, std::string &problem) {
  // A static initialiser runs once, and other threads wait for it.
  static const bool registered = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)registered;
  return llvm::TargetRegistry::lookupTarget(triple, problem);
}

} // namespace

llvm::Expected<std::unique_ptr<llvm::TargetMachine>> createHostTarget(llvm::StringRef cpu) {
  const llvm::Triple triple(llvm::sys::getProcessTriple());
  std::string problem;
  const llvm::Target *target = findTarget(triple, problem);
  if (!target)
    return llvm::createStringError("LLVM has no code generator for this machine: " + problem + ".");
  const std::string name = cpu.empty() ? llvm::sys::getHostCPUName().str() : cpu.str();
  const std::string features = cpu.empty() ? hostFeatures() : "";
  const std::unique_ptr<llvm::MCSubtargetInfo> known(target->createMCSubtargetInfo(triple, "", ""));
  if (!known || !known->isCPUStringValid(name))
    return llvm::createStringError("The CPU '" + name + "' is none that LLVM knows.");
  std::unique_ptr<llvm::TargetMachine> machine(
      target->createTargetMachine(triple, name, features, llvm::TargetOptions(), llvm::Reloc::PIC_, std::nullopt,
                                  llvm::CodeGenOptLevel::Aggressive));
  if (!machine)
    return llvm::createStringError("LLVM can't generate code for the CPU '" + name + "'.");
  return machine;
}

} // namespace weft::compiler
