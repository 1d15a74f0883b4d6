// Reports in remarks how a packet runs an instruction. The log and the report get their facts from these remarks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/PacketRemark.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Instructions.h"

#include "analysis/InstructionKinds.h"
#include "analysis/PacketShapes.h"
#include "builtins/archive/AddressSpaces.h"
#include "codegen/CompileBudget.h"
#include "recipes/AccessPlans.h"
#include "schedule/PacketLegality.h"

using namespace llvm;

namespace weft::compiler {

namespace {

using Argument = DiagnosticInfoOptimizationBase::Argument;

StringRef nameOfSpace(unsigned space) {
  switch (space) {
  case spirGlobal:
    return "global";
  case spirConstant:
    return "constant";
  case spirLocal:
    return "local";
  case spirGeneric:
    return "generic";
  default:
    return "private";
  }
}

/// Returns whether the address depends on a load through values that differ between lanes.
bool dependsOnLoad(const Value &pointer, const PacketShapes &shapes) {
  SmallPtrSet<const Value *, 16> seen;
  SmallVector<const Value *> worklist = {&pointer};
  while (!worklist.empty() && seen.size() < SearchLimits::index) {
    const auto *instruction = dyn_cast<Instruction>(worklist.pop_back_val());
    if (!instruction || shapes.isUniform(*instruction) || !seen.insert(instruction).second)
      continue;
    if (isa<LoadInst>(instruction) && instruction != &pointer)
      return true;
    append_range(worklist, instruction->operand_values());
  }
  return false;
}

std::string reasonFor(const Value &pointer, const PacketShapes &shapes) {
  if (const std::optional<int64_t> stride = shapes.strideOf(pointer))
    return *stride == 0 ? "all lanes have one address" : "lanes are " + std::to_string(*stride) + " bytes apart";
  if (shapes.hasUniformStride(pointer))
    return "the stride between lanes isn't known when the kernel is compiled";
  return dependsOnLoad(pointer, shapes) ? "the address depends on loaded values" : "the address has no constant stride";
}

bool isWanted(const LLVMContext &context) {
  const DiagnosticHandler *handler = context.getDiagHandlerPtr();
  return handler && handler->isAnalysisRemarkEnabled("packet-facts");
}

/// Emits a remark on `access`. The arguments after the sentence aren't part of its text; readers find them by name.
void remark(const char *pass, const Instruction &access, StringRef sentence, StringRef kind, bool masked,
            const std::string &reason) {
  auto &changeable = const_cast<Instruction &>(access);
  const uint64_t bytes = access.getDataLayout().getTypeStoreSize(getLoadStoreType(&changeable)).getKnownMinValue();
  OptimizationRemarkAnalysis remark(pass, "Access", &access);
  remark << sentence << DiagnosticInfoOptimizationBase::setExtraArgs()
         << Argument("Access", isa<LoadInst>(access) ? "load" : "store") << Argument("Kind", kind)
         << Argument("Space", nameOfSpace(getLoadStoreAddressSpace(&changeable))) << Argument("Bytes", bytes)
         << Argument("Masked", masked ? "yes" : "no") << Argument("Why", reason);
  access.getContext().diagnose(remark);
}

/// Reports a uniform load, which stays scalar and has no access plan. Loads from Weft's own structs aren't reported, as
/// they aren't in the program's source.
void remarkOnUniformLoad(const LoadInst &load, const PacketShapes &shapes) {
  const unsigned space = load.getPointerAddressSpace();
  if (load.getDebugLoc() && (space == spirGlobal || space == spirConstant || space == spirLocal) &&
      shapes.isUniform(*load.getPointerOperand()))
    remark("packet-facts", load, "loads one element for all lanes", "uniform", false, "all lanes have one address");
}

} // namespace

void remarkOnAccess(const Instruction &access, const AccessPlans &plans, const PacketShapes &shapes) {
  auto &changeable = const_cast<Instruction &>(access);
  Type *type = getLoadStoreType(&changeable);
  const bool isVector = type->isVectorTy();
  const bool isLoad = isa<LoadInst>(access);
  const RemarkWords words = plans.of(access).remark();
  std::string sentence = (isLoad ? words.load : words.store).str();
  if (sentence.empty() || (!words.isNotable && !isWanted(access.getContext())))
    return;
  if (const size_t at = sentence.find("elements"); isVector && at != std::string::npos)
    sentence.replace(at, StringRef("elements").size(), "vectors");
  remark(words.isNotable ? "packetise" : "packet-facts", access, sentence, words.word,
         shapes.isDivergentBlock(*access.getParent()), reasonFor(*getLoadStorePointerOperand(&access), shapes));
}

void remarkOnScalarised(const Instruction &instruction, const std::string &what) {
  OptimizationRemarkAnalysis remark("packetise", "EachLane", &instruction);
  remark << Argument("What", what) << " runs for one work-item after the other";
  instruction.getContext().diagnose(remark);
}

void remarkOnLines(const Function &kernel, const PacketShapes &shapes, const PacketLegality &legality) {
  if (!isWanted(kernel.getContext()))
    return;
  struct Line {
    const Instruction *first = nullptr;
    unsigned uniform = 0, lanes = 0, eachLane = 0;
    bool masked = false;
  };
  MapVector<std::pair<const DIFile *, unsigned>, Line> lines;
  for (const BasicBlock &block : kernel)
    for (const Instruction &instruction : block) {
      if (const auto *load = dyn_cast<LoadInst>(&instruction); load && shapes.isUniform(*load))
        remarkOnUniformLoad(*load, shapes);
      const DebugLoc &location = instruction.getDebugLoc();
      if (!location || location.getLine() == 0 || isMarker(instruction) || isa<PHINode, AllocaInst>(instruction))
        continue;
      Line &line = lines[{location->getFile(), location.getLine()}];
      if (!line.first)
        line.first = &instruction;
      const auto differs = [&](const Use &use) { return !shapes.isUniform(*use); };
      const bool isUniform = shapes.isUniform(instruction) && none_of(instruction.operands(), differs);
      if (isUniform)
        ++line.uniform;
      else if (legality.isScalarisedPerLane(instruction))
        ++line.eachLane;
      else
        ++line.lanes;
      line.masked |= shapes.isDivergentBlock(block) && !isUniform;
    }
  for (const auto &[place, line] : lines) {
    OptimizationRemarkAnalysis remark("packet-facts", "Line", line.first);
    remark << Argument("Uniform", line.uniform) << " for all lanes, " << Argument("Lanes", line.lanes)
           << " as vectors, " << Argument("EachLane", line.eachLane) << " for one lane after the other"
           << DiagnosticInfoOptimizationBase::setExtraArgs() << Argument("Masked", line.masked ? "yes" : "no");
    kernel.getContext().diagnose(remark);
  }
}

} // namespace weft::compiler
