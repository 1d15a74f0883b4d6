// Finds single passes by name, with their parameters, for weft-opt and the tests of the passes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline/PassNames.h"

#include "kernel/CombineInstructionsPass.h"
#include "kernel/KernelAttributes.h"
#include "passes/groups/OutlineLongCodePass.h"
#include "passes/groups/StreamStoresPass.h"
#include "passes/groups/WorkItemLoopsPass.h"
#include "passes/kernel/UnrollLoopsPass.h"
#include "passes/masked-memory/LegaliseMaskedMemoryPass.h"

using namespace llvm;

namespace weft::compiler {

namespace {

template <typename Number> bool readNumber(StringRef text, Number &number) { return !text.getAsInteger(10, number); }

void addStage(StringRef name, const StageContext &context, ModulePassManager &passes) {
  passes.addPass(findStage(name)->make(context));
}

/// Runs stages one after the other, except those whose condition doesn't hold.
class StagesPass : public PassInfoMixin<StagesPass> {
public:
  StagesPass(ArrayRef<Stage> stages, StageContext context) : stages_(stages), context_(std::move(context)) {}

  PreservedAnalyses run(Module &module, ModuleAnalysisManager &analyses) {
    for (const Stage &stage : stages_)
      if (stage.when.holds(context_, module))
        stage.make(context_).run(module, analyses);
    return PreservedAnalyses::none();
  }

private:
  ArrayRef<Stage> stages_;
  StageContext context_;
};

/// Makes the schedule of the kernel name packets.
class AskForPackets : public PassInfoMixin<AskForPackets> {
public:
  static PreservedAnalyses run(Module &module, ModuleAnalysisManager &) {
    if (Function *kernel = findKernel(module)) {
      KernelSchedule schedule = scheduleOf(*kernel);
      schedule.executor = ScheduleExecutor::packets;
      setSchedule(*kernel, schedule);
    }
    return PreservedAnalyses::all();
  }
};

bool addExtractKernel(StringRef name, const StageContext &given, ModulePassManager &passes) {
  StageContext context = given;
  context.code.kernel = name;
  addStage("extract-kernel", context, passes);
  return true;
}

bool addInlineWorkItemCalls(StringRef most, const StageContext &given, ModulePassManager &passes) {
  StageContext context = given;
  if (!readNumber(most, context.budget.inlined))
    return false;
  addStage("inline-work-item-calls", context, passes);
  return true;
}

bool addChooseSubGroups(StringRef size, const StageContext &given, ModulePassManager &passes) {
  StageContext context = given;
  if (!readNumber(size, context.profile.packets.usual))
    return false;
  addStage("choose-sub-groups", context, passes);
  return true;
}

bool addCombineInstructions(StringRef mostUses, const StageContext &, ModulePassManager &passes) {
  unsigned uses = 0;
  if (!readNumber(mostUses, uses))
    return false;
  passes.addPass(createModuleToFunctionPassAdaptor(CombineInstructionsPass(uses)));
  return true;
}

bool addUnrollLoops(StringRef most, const StageContext &, ModulePassManager &passes) {
  CompileBudget budget;
  if (!readNumber(most, budget.unrolled))
    return false;
  passes.addPass(UnrollLoopsPass(budget));
  return true;
}

bool addChooseFibers(StringRef most, const StageContext &given, ModulePassManager &passes) {
  StageContext context = given;
  if (!readNumber(most, context.budget.regions))
    return false;
  addStage("choose-fibers", context, passes);
  return true;
}

/// Parses "width[..widest]", the widths of packets.
bool readWidths(StringRef text, TargetProfile::Packets &packets) {
  const auto [usual, widest] = text.split("..");
  return readNumber(usual, packets.usual) && readNumber(widest.empty() ? usual : widest, packets.widest);
}

bool addChooseSchedule(StringRef parameter, const StageContext &given, ModulePassManager &passes) {
  StageContext context = given;
  const auto [widths, most] = parameter.split(";most=");
  if (!readWidths(widths, context.profile.packets) || (!most.empty() && !readNumber(most, context.budget.packets)))
    return false;
  addStage("choose-schedule", context, passes);
  return true;
}

bool addPacketise(StringRef parameter, const StageContext &given, ModulePassManager &passes) {
  StageContext context = given;
  const auto [widths, most] = parameter.split(";most=");
  StringRef rest = widths;
  const bool mayStayOnLoops = rest.consume_back(";if-quicker");
  context.profile = TargetProfile::generic();
  context.profile.legal.maskedStoresAreFast = rest.consume_back(";stores-with-masks");
  context.profile.legal.masked = context.profile.legal.maskedStoresAreFast ? 4 : 0;
  context.profile.legal.permuted = rest.consume_back(";permutes-bytes") ? 1 : 0;
  if (!readWidths(rest, context.profile.packets) || (!most.empty() && !readNumber(most, context.budget.packets)))
    return false;
  if (!mayStayOnLoops)
    passes.addPass(AskForPackets());
  passes.addPass(StagesPass(stagesBetween("fork-packets", "commit-packets"), context));
  return true;
}

bool addCommitPackets(StringRef most, const StageContext &given, ModulePassManager &passes) {
  StageContext context = given;
  if (!readNumber(most, context.budget.packetCode))
    return false;
  addStage("commit-packets", context, passes);
  return true;
}

bool addWorkItemLoops(StringRef length, const StageContext &, ModulePassManager &passes) {
  unsigned most = 0;
  if (!readNumber(length, most))
    return false;
  passes.addPass(WorkItemLoopsPass({.growth = 1,
                                    .growthMargin = 0,
                                    .longKernel = 0,
                                    .length = most,
                                    .partialCopyKnownSize = most,
                                    .partialCopyAnySize = most}));
  return true;
}

bool addUnrollAndJam(StringRef registers, const StageContext &given, ModulePassManager &passes) {
  StageContext context = given;
  const auto [count, bytes] = registers.split("x");
  context.profile = TargetProfile::generic();
  if (!readNumber(count, context.profile.registers.count) || !readNumber(bytes, context.profile.registers.bytes))
    return false;
  addStage("unroll-and-jam", context, passes);
  return true;
}

bool addStreamStores(StringRef line, const StageContext &, ModulePassManager &passes) {
  unsigned bytes = 0;
  if (!readNumber(line, bytes) || !isPowerOf2_32(bytes))
    return false;
  passes.addPass(StreamStoresPass(bytes));
  return true;
}

bool addOutlineLongCode(StringRef limits, const StageContext &, ModulePassManager &passes) {
  const auto [kernel, section] = limits.split(";");
  OutliningLimits given{.kernel = 0, .regions = 2, .section = 0};
  if (!readNumber(kernel, given.kernel) || !readNumber(section, given.section))
    return false;
  passes.addPass(OutlineLongCodePass(given));
  return true;
}

bool addLegaliseMaskedMemory(StringRef rules, const StageContext &context, ModulePassManager &passes) {
  const auto isRule = [](StringRef name) {
    return any_of(maskedMemoryRules(), [&](const MaskedMemoryRule &rule) { return rule.name == name; });
  };
  SmallVector<StringRef> names;
  rules.split(names, ';');
  if (!all_of(names, isRule))
    return false;
  passes.addPass(LegaliseMaskedMemoryPass(context.profile, names));
  return true;
}

constexpr ParameterisedPass table[] = {
    {"extract-kernel", "name", "extracts the kernel of this name", addExtractKernel},
    {"inline-work-item-calls", "instructions", "more instructions after inlining are an error", addInlineWorkItemCalls},
    {"choose-sub-groups", "size", "the sub-group size if the kernel requires none", addChooseSubGroups},
    {"combine-instructions", "uses", "a variable with more uses is hidden from LLVM's InstCombine",
     addCombineInstructions},
    {"unroll-loops", "instructions", "the most instructions of an unrolled loop; doesn't simplify the copies",
     addUnrollLoops},
    {"choose-fibers", "instructions", "kernels with more instructions in their regions run on fibers", addChooseFibers},
    {"choose-schedule", "width[..widest][;most=instructions]",
     "the lanes of packets, and the most instructions of a kernel on packets", addChooseSchedule},
    {"packetise", "width[..widest][;permutes-bytes][;stores-with-masks][;if-quicker][;most=instructions]",
     "runs fork-packets to commit-packets, for a CPU with these vectors and features", addPacketise},
    {"commit-packets", "instructions", "packet versions with more instructions are given up", addCommitPackets},
    {"work-item-loops", "instructions",
     "the most instructions of a region; the copies of regions are no longer than the kernel", addWorkItemLoops},
    {"unroll-and-jam", "registers x bytes", "the number of the CPU's vector registers and their size, as in 16x32",
     addUnrollAndJam},
    {"stream-stores", "bytes", "the size of the CPU's cache lines", addStreamStores},
    {"outline-long-code", "instructions;section",
     "outlines regions of kernels with two regions and at least this number of instructions, and sections of this "
     "length",
     addOutlineLongCode},
    {"legalise-masked-memory", "rule[;rule..]", "applies only these rules, also to unoptimised kernels",
     addLegaliseMaskedMemory},
};

} // namespace

ArrayRef<ParameterisedPass> parameterisedPasses() { return table; }

bool addPass(StringRef name, const StageContext &context, ModulePassManager &passes) {
  const Stage *stage = findStage(name);
  const PassInOptimise *inner = findPassInOptimise(name);
  if (stage || inner) {
    passes.addPass(stage ? stage->make(context) : inner->make(context));
    return true;
  }
  const auto [base, rest] = name.split('<');
  StringRef parameter = rest;
  if (!parameter.consume_back(">"))
    return false;
  const auto *found = find_if(table, [&, wanted = base](const ParameterisedPass &pass) { return pass.name == wanted; });
  return found != std::end(table) && found->add(parameter, context, passes);
}

} // namespace weft::compiler
