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

/// Asked for once: reading the CPU's identification takes part in every compilation otherwise.
const std::string &hostName() {
  static const std::string name = llvm::sys::getHostCPUName().str();
  return name;
}

/// In which this CPU differs from others of its name.
std::string readHostFeatures(const llvm::Target &target, const llvm::Triple &triple, llvm::StringRef name) {
  const std::unique_ptr<llvm::MCSubtargetInfo> named(target.createMCSubtargetInfo(triple, name, ""));
  const llvm::StringMap<bool> host = llvm::sys::getHostCPUFeatures();
  llvm::SubtargetFeatures features;
  // What it lacks comes last: a feature brings those along that it usually comes with.
  for (const bool isThere : {true, false})
    for (const llvm::SubtargetFeatureKV &feature : named->getAllProcessorFeatures()) {
      const auto known = host.find(feature.Key);
      if (known != host.end() && known->second == isThere && named->hasFeature(feature.Value) != isThere)
        features.AddFeature(feature.Key, isThere);
    }
  return features.getString();
}

bool isKnown(const llvm::Target &target, const llvm::Triple &triple, llvm::StringRef cpu) {
  const std::unique_ptr<llvm::MCSubtargetInfo> any(target.createMCSubtargetInfo(triple, "", ""));
  return any && any->isCPUStringValid(cpu);
}

/// Asked for once, and short: LLVM looks at each feature again wherever it asks what the CPU can do.
const std::string &hostFeatures(const llvm::Target &target, const llvm::Triple &triple) {
  static const std::string text = readHostFeatures(target, triple, hostName());
  return text;
}

} // namespace

llvm::Expected<std::unique_ptr<llvm::TargetMachine>> createHostTarget(llvm::StringRef cpu) {
  const llvm::Triple triple(llvm::sys::getProcessTriple());
  std::string problem;
  const llvm::Target *target = findTarget(triple, problem);
  if (!target)
    return llvm::createStringError("LLVM has no code generator for this machine: " + problem + ".");
  const std::string name = cpu.empty() ? hostName() : cpu.str();
  if (!cpu.empty() && !isKnown(*target, triple, name))
    return llvm::createStringError("The CPU '" + name + "' is none that LLVM knows.");
  const std::string features = cpu.empty() ? hostFeatures(*target, triple) : "";
  std::unique_ptr<llvm::TargetMachine> machine(
      target->createTargetMachine(triple, name, features, llvm::TargetOptions(), llvm::Reloc::PIC_, std::nullopt,
                                  llvm::CodeGenOptLevel::Aggressive));
  if (!machine)
    return llvm::createStringError("LLVM can't generate code for the CPU '" + name + "'.");
  return machine;
}

} // namespace weft::compiler
