// Creates LLVM's target machines for the CPU that code is generated for, and reuses them.
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
  // The initialiser of a static variable runs once, and other threads wait until it has ended.
  static const bool registered = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)registered;
  return llvm::TargetRegistry::lookupTarget(triple, problem);
}

/// Returns LLVM's name of the CPU. It is read only once: otherwise each compilation would spend time on reading the
/// CPU's identification.
const std::string &hostName() {
  static const std::string name = llvm::sys::getHostCPUName().str();
  return name;
}

/// Returns the features in which this CPU differs from LLVM's description of the CPU called `name`.
std::string readHostFeatures(const llvm::Target &target, const llvm::Triple &triple, llvm::StringRef name) {
  const std::unique_ptr<llvm::MCSubtargetInfo> named(target.createMCSubtargetInfo(triple, name, ""));
  const llvm::StringMap<bool> host = llvm::sys::getHostCPUFeatures();
  llvm::SubtargetFeatures features;
  // Features that the CPU lacks come last, because adding a feature also adds the features that it implies.
  for (const bool isThere : {true, false})
    for (const llvm::SubtargetFeatureKV &feature : named->getAllProcessorFeatures()) {
      const auto known = host.find(feature.Key);
      if (known != host.end() && known->second == isThere && named->hasFeature(feature.Value) != isThere)
        features.AddFeature(feature.Key, isThere);
    }
  return features.getString();
}

/// Returns, as text, the features that the CPU called `name` has but that code doesn't use. LLVM takes the instructions
/// EXTRQ and INSERTQ of AMD's SSE4a for shuffles of bytes. They have no form for AVX. Between AVX instructions they
/// cost so much that a loop over bytes takes seven times as long (Zen 3).
std::string readUnusedFeatures(const llvm::Target &target, const llvm::Triple &triple, llvm::StringRef name) {
  const std::unique_ptr<llvm::MCSubtargetInfo> named(target.createMCSubtargetInfo(triple, name, ""));
  return triple.isX86() && named->checkFeatures("+sse4a") && named->checkFeatures("+avx") ? "-sse4a" : "";
}

/// Returns two texts of features as one.
std::string joined(const std::string &first, const std::string &second) {
  return first + (first.empty() || second.empty() ? "" : ",") + second;
}

bool isKnown(const llvm::Target &target, const llvm::Triple &triple, llvm::StringRef cpu) {
  const std::unique_ptr<llvm::MCSubtargetInfo> any(target.createMCSubtargetInfo(triple, "", ""));
  return any && any->isCPUStringValid(cpu);
}

/// Returns, as text, the features in which this CPU differs from LLVM's description of it, and those that code doesn't
/// use. They are read only once. The text has no other features, because LLVM goes through all features in it wherever
/// it queries what the CPU can do.
const std::string &hostFeatures(const llvm::Target &target, const llvm::Triple &triple) {
  static const std::string text =
      joined(readHostFeatures(target, triple, hostName()), readUnusedFeatures(target, triple, hostName()));
  return text;
}

constexpr llvm::CodeGenOptLevel usualLevel = llvm::CodeGenOptLevel::Aggressive;

/// The CPU that a target machine is created for.
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
  return HostCpu{target, triple, cpu.str(), readUnusedFeatures(*target, triple, cpu)};
}

llvm::Expected<std::unique_ptr<llvm::TargetMachine>> create(const HostCpu &cpu) {
  llvm::TargetOptions options;
  // If a kernel reaches a point with undefined behaviour, it faults there, and doesn't run into the code that follows.
  options.TrapUnreachable = true;
  options.NoTrapAfterNoreturn = true;
  std::unique_ptr<llvm::TargetMachine> machine(cpu.target->createTargetMachine(
      cpu.triple, cpu.name, cpu.features, options, llvm::Reloc::PIC_, std::nullopt, usualLevel));
  if (!machine)
    return llvm::createStringError("LLVM can't generate code for the CPU '" + cpu.name + "'.");
  return machine;
}

/// LLVM's target machines that no thread uses now. A thread that takes a machine out owns it. The array has no lock,
/// because work may be abandoned while it holds a lock. The machines are never destroyed, because a process may exit
/// while other threads still work.
constinit std::array<std::atomic<llvm::TargetMachine *>, 8> idle{};

/// The number of target machines that were lost because the work that used them was abandoned; each takes some 300 KB.
/// Once `mostLost` machines are lost, idle machines are no longer kept.
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

/// Takes an idle machine for `cpu`; returns null if there is none.
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
  // The machine wasn't given back, so the work that used it was abandoned. It may be in any state, and some of its
  // memory was freed together with the work's memory. So it isn't destroyed.
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
  // A machine whose optimisation level was lowered keeps the instruction selector for the lower level, so it isn't
  // reused.
  if (machine_ && machine_->getOptLevel() == usualLevel)
    keep(std::move(machine_));
  machine_.reset();
}

} // namespace weft::compiler
