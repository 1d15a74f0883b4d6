// The machine that code is made for.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/HostTarget.h"

#include <array>
#include <atomic>

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

constexpr llvm::CodeGenOptLevel usualLevel = llvm::CodeGenOptLevel::Aggressive;

/// What a machine is made for.
struct HostCpu {
  const llvm::Target *target;
  llvm::Triple triple;
  std::string name;
  std::string features;

  bool isOf(const llvm::TargetMachine &machine) const {
    return machine.getTargetCPU() == name && machine.getTargetFeatureString() == features;
  }
};

llvm::Expected<HostCpu> findCpu(llvm::StringRef cpu) {
  const llvm::Triple triple(llvm::sys::getProcessTriple());
  std::string problem;
  const llvm::Target *target = findTarget(triple, problem);
  if (!target)
    return llvm::createStringError("LLVM has no code generator for this machine: " + problem + ".");
  if (cpu.empty())
    return HostCpu{target, triple, hostName(), hostFeatures(*target, triple)};
  if (!isKnown(*target, triple, cpu))
    return llvm::createStringError("The CPU '" + cpu + "' is none that LLVM knows.");
  return HostCpu{target, triple, cpu.str(), ""};
}

llvm::Expected<std::unique_ptr<llvm::TargetMachine>> create(const HostCpu &cpu) {
  llvm::TargetOptions options;
  // A kernel whose behaviour is undefined faults where it is: it doesn't run on into whatever code stands behind it.
  options.TrapUnreachable = true;
  options.NoTrapAfterNoreturn = true;
  std::unique_ptr<llvm::TargetMachine> machine(cpu.target->createTargetMachine(
      cpu.triple, cpu.name, cpu.features, options, llvm::Reloc::PIC_, std::nullopt, usualLevel));
  if (!machine)
    return llvm::createStringError("LLVM can't generate code for the CPU '" + cpu.name + "'.");
  return machine;
}

/// Machines that nobody works with, owned by whoever takes them out. Without a lock, in which work could be left; never
/// destroyed, as a process may exit while other threads work.
constinit std::array<std::atomic<llvm::TargetMachine *>, 8> idle{};

/// Machines lost so far with work that was left in the middle: some 300 KB each. Behind so many none is kept any more.
constinit std::atomic<unsigned> lost = 0;
constexpr unsigned mostLost = 16;

void keep(std::unique_ptr<llvm::TargetMachine> machine) {
  if (lost.load(std::memory_order_relaxed) >= mostLost)
    return;
  llvm::TargetMachine *kept = machine.release();
  for (std::atomic<llvm::TargetMachine *> &slot : idle) {
    llvm::TargetMachine *none = nullptr;
    if (slot.compare_exchange_strong(none, kept, std::memory_order_acq_rel))
      return;
  }
  delete kept;
}

/// Null where there is none for the CPU.
std::unique_ptr<llvm::TargetMachine> takeCachedMachine(const HostCpu &cpu) {
  for (std::atomic<llvm::TargetMachine *> &slot : idle) {
    std::unique_ptr<llvm::TargetMachine> machine(slot.exchange(nullptr, std::memory_order_acq_rel));
    if (!machine)
      continue;
    if (cpu.isOf(*machine))
      return machine;
    keep(std::move(machine));
  }
  return nullptr;
}

} // namespace

llvm::Expected<std::unique_ptr<llvm::TargetMachine>> createHostTarget(llvm::StringRef cpu) {
  auto found = findCpu(cpu);
  if (!found)
    return found.takeError();
  return create(*found);
}

HostTargetLoan::~HostTargetLoan() {
  if (!machine_)
    return;
  // It may be in any state, and some of its memory has been given back with the rest of the work's.
  [[maybe_unused]] const llvm::TargetMachine *left = machine_.release();
  lost.fetch_add(1, std::memory_order_relaxed);
}

llvm::Expected<llvm::TargetMachine *> HostTargetLoan::borrow(llvm::StringRef cpu) {
  auto found = findCpu(cpu);
  if (!found)
    return found.takeError();
  machine_ = takeCachedMachine(*found);
  if (!machine_) {
    auto made = create(*found);
    if (!made)
      return made.takeError();
    machine_ = std::move(*made);
  }
  return machine_.get();
}

void HostTargetLoan::giveBack() {
  // Less optimisation leaves its choice of an instruction selector behind.
  if (machine_ && machine_->getOptLevel() == usualLevel)
    keep(std::move(machine_));
  machine_.reset();
}

} // namespace weft::compiler
