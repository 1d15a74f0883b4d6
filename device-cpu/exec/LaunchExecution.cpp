// Executes the work-groups of a launch, on fibers or in loops.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <utility>

#include "Device.h"
#include "GroupMemory.h"
#include "base/ThreadRecord.h"
#include "check/Checker.h"
#include "exec/FaultSignals.h"
#include "exec/Fiber.h"
#include "exec/Printer.h"
#include "exec/WorkItemFibers.h"
#include "memory/Arena.h"

namespace weft::cpu {

namespace {

WeftLaunch describe(const NDRange &range, const void *args, void *programMemory, uint32_t flags) {
  WeftLaunch launch{};
  launch.args = args;
  launch.programMemory = programMemory;
  launch.workDim = range.workDim;
  launch.flags = flags;
  for (unsigned d = 0; d < 3; ++d) {
    const bool used = d < range.workDim;
    launch.globalOffset[d] = used ? range.globalOffset[d] : 0;
    launch.globalSize[d] = used ? range.globalSize[d] : 1;
    launch.localSize[d] = used ? range.localSize[d] : 1;
    launch.numGroups[d] = used ? range.groups(d) : 1;
  }
  return launch;
}

/// Orders this thread's stores that bypassed the caches (WEFT_KERNEL_STREAMS) before its later stores. A thread that
/// sees a later store then sees these stores, too.
void orderStreams() {
#ifdef __x86_64__
  __builtin_ia32_sfence();
#endif
}

/// Goes through the groups of a launch in the order of their linear ids. It advances from group to group by additions,
/// without divisions.
class GroupCursor {
public:
  GroupCursor(const WeftLaunch &launch, uint64_t linearId) : launch_(launch) {
    if (linearId != 0) { // a small launch is one chunk that begins at group 0, and the divisions would take a
                         // noticeable share of its time
      const uint64_t row = launch.numGroups[0];
      const uint64_t slice = row * launch.numGroups[1];
      group.id[0] = linearId % row;
      group.id[1] = linearId % slice / row;
      group.id[2] = linearId / slice;
    }
    for (unsigned d = 0; d < 3; ++d)
      setSize(d);
  }

  void advance() {
    for (unsigned d = 0; d < 3; ++d) {
      if (++group.id[d] < launch_.numGroups[d])
        return setSize(d);
      group.id[d] = 0;
      setSize(d);
    }
  }

  WeftGroup group{};

private:
  /// Sets the group's size in dimension d. The last group of a dimension gets the remaining work-items (OpenCL API
  /// specification, "Mapping work-items onto an NDRange").
  void setSize(unsigned d) {
    const uint64_t begin = group.id[d] * launch_.localSize[d];
    group.localSize[d] = std::min(launch_.localSize[d], launch_.globalSize[d] - begin);
  }

  const WeftLaunch &launch_;
};

/// The text about a fault if there isn't enough memory for a copy of the actual text.
constexpr const char *faultWithoutMemory = "A kernel faulted.";

/// Allocates `bytes` bytes, with WEFT_MEMORY_SLACK more bytes before and after them. If `bytes` is 0, `memory` becomes
/// null. Returns false if there is not enough memory.
bool takeMemory(Arena &arena, uint64_t bytes, size_t alignment, void *&memory) {
  static_assert(WEFT_MEMORY_SLACK % WEFT_MEMORY_ALIGNMENT == 0 && WEFT_MEMORY_SLACK % WEFT_SCRATCH_ALIGNMENT == 0);
  memory = nullptr;
  if (bytes == 0)
    return true;
  auto *start = static_cast<std::byte *>(arena.allocate(bytes + uint64_t{2} * WEFT_MEMORY_SLACK, alignment));
  if (start)
    memory = start + WEFT_MEMORY_SLACK;
  return start != nullptr;
}

/// Returns whether the group has the launch's local size.
bool isFullGroup(const WeftLaunch &launch, const WeftGroup &group) {
  return std::ranges::equal(group.localSize, launch.localSize);
}

/// Returns the memory, besides local memory, that `code` needs to run groups of the launch. `code` is made for the
/// executor loops.
GroupMemory memoryForLoops(const KernelCode &code, const WeftLaunch &launch) {
  return needsGroupMemory(code.info()) ? groupMemory(code.info(), launch.localSize) : GroupMemory{};
}

WeftGroupEntry groupEntry(const KernelCode &code) {
  return reinterpret_cast<WeftGroupEntry>(const_cast<void *>(code.info().entry));
}

} // namespace

KernelLaunch::KernelLaunch(std::shared_ptr<const KernelCode> code, const NDRange &range, const void *args,
                           uint64_t localBytes, void *programMemory, bool zeroesLocalMemory, CheckSetup checks,
                           uint32_t flags, std::shared_ptr<const KernelCode> fullGroupCode,
                           std::shared_ptr<CodeTrial> trial)
    : code_(std::move(code)), fullGroupCode_(std::move(fullGroupCode)),
      description_(describe(range, args, programMemory, flags)), localBytes_(localBytes),
      zeroesLocalMemory_(zeroesLocalMemory), checks_(std::move(checks)), trial_(std::move(trial)) {}

uint64_t KernelLaunch::groups() const {
  return description_.numGroups[0] * description_.numGroups[1] * description_.numGroups[2];
}

uint64_t KernelLaunch::workItems() const {
  return description_.globalSize[0] * description_.globalSize[1] * description_.globalSize[2];
}

/// The additional state of an execution whose kernel prints, is checked or enqueues kernels.
struct LaunchExecution::ExecutionState {
  static constexpr uint64_t flags = WEFT_KERNEL_PRINTS | WEFT_KERNEL_CHECKS | WEFT_KERNEL_ENQUEUES;

  ExecutionState(const KernelLaunch &launch, const WeftEnqueuer *enqueuer) : description(launch.description()) {
    const uint64_t flags = launch.code().info().flags;
    if ((flags & WEFT_KERNEL_PRINTS) != 0) {
      description.print = Printer::print;
      description.printer = &printer.emplace();
    }
    if ((flags & WEFT_KERNEL_CHECKS) != 0) {
      Checker &its =
          checker.emplace(launch.checks().arguments, launch.checks().onNewFault, !launch.zeroesLocalMemory(), flags);
      description.check = &its.functions();
      if ((flags & WEFT_KERNEL_SHADOWS) != 0)
        shadow = &its.shadow();
    }
    if ((flags & WEFT_KERNEL_ENQUEUES) != 0)
      description.enqueuer = enqueuer;
  }
  std::optional<Printer> printer;
  std::optional<Checker> checker;
  WeftLaunch description;
  RaceShadow *shadow = nullptr; ///< the checker's shadow; null for kernels without WEFT_KERNEL_SHADOWS
};

LaunchExecution::LaunchExecution(const KernelLaunch &launch, const WeftEnqueuer *enqueuer)
    : launch_(launch), state_((launch.code().info().flags & ExecutionState::flags) != 0
                                  ? std::make_unique<ExecutionState>(launch, enqueuer)
                                  : nullptr),
      description_(state_ ? state_->description : launch.description()) {}

LaunchExecution::~LaunchExecution() {
  if (const char *text = fault(); text != faultWithoutMemory)
    std::free(const_cast<char *>(text));
}

bool LaunchExecution::flushPrinted() { return !state_ || !state_->printer || state_->printer->flush(); }

CheckFaults LaunchExecution::takeFaults() {
  return state_ && state_->checker ? state_->checker->takeFaults() : CheckFaults();
}

void LaunchExecution::run(uint64_t begin, uint64_t end, Arena &arena) {
  if (hasFaulted())
    return;
  arena.reset();
  ThreadRecord *record = ThreadRecord::ofThisThread();
  RunningLaunch running;
  running.code = &launch_.code();
  running.kernel = launch_.code().name().c_str();
  running.launch = &description_;
  running.isAbandonable = record != nullptr && faultsEndExecutions();
  const RunningLaunchScope note(record, running);
  const bool ran =
      running.isAbandonable ? runGroupsThatMayFault(begin, end, arena, running) : runGroups(begin, end, arena, running);
  if ((description_.flags & WEFT_LAUNCH_STREAMS) != 0)
    orderStreams();
  if (!ran)
    ranOutOfMemory_.store(true, std::memory_order_relaxed);
}

bool LaunchExecution::runGroups(uint64_t begin, uint64_t end, Arena &arena, RunningLaunch &running) const {
  if (launch_.code().info().executor == WEFT_EXECUTOR_FIBERS)
    return runFibers(begin, end, arena, running);
  if (CodeTrial *trial = launch_.trial()) [[unlikely]]
    return runInTrial(*trial, begin, end, arena, running);
  return runLoops(launch_.fullGroupCode(), begin, end, arena, running);
}

/// Runs the groups, and measures as many as the trial wants to know about, if it is this thread's turn.
bool LaunchExecution::runInTrial(CodeTrial &trial, uint64_t begin, uint64_t end, Arena &arena,
                                 RunningLaunch &running) const {
  /// The nanoseconds that the code takes for these groups; nothing if there is not enough memory.
  const auto measure = [&](const KernelCode &code, uint64_t first, uint64_t last) -> std::optional<double> {
    arena.reset();
    const auto begun = std::chrono::steady_clock::now();
    if (!runLoops(code, first, last, arena, running))
      return std::nullopt;
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begun).count();
  };
  const KernelCode &present = *trial.present(), &candidate = *trial.candidate();
  if (!trial.beginTurn())
    return runLoops(trial.verdict() == CodeTrial::Verdict::won ? candidate : present, begin, end, arena, running);
  const uint64_t half = trial.groupsOfHalf();
  const bool isCandidateFirst = trial.isCandidateNext();
  const KernelCode &first = isCandidateFirst ? candidate : present, &second = isCandidateFirst ? present : candidate;
  std::optional<double> ofFirst, ofSecond;
  if (end - begin < 2 * half) {
    ofFirst = ofSecond = measure(first, begin, end);
    if (ofFirst)
      trial.noteLaunch(isCandidateFirst, *ofFirst, end - begin);
    begin = end;
  } else {
    ofFirst = measure(first, begin, begin + half);
    ofSecond = measure(second, begin + half, begin + 2 * half);
    if (ofFirst && ofSecond)
      trial.notePair(isCandidateFirst ? *ofSecond : *ofFirst, isCandidateFirst ? *ofFirst : *ofSecond, half);
    begin += 2 * half;
  }
  trial.endTurn();
  if (!ofFirst || !ofSecond)
    return false;
  if (begin == end)
    return true;
  arena.reset();
  return runLoops(present, begin, end, arena, running);
}

/// If a group faults, the signal handler jumps back to this function, which then notes the fault and returns. All
/// memory of the abandoned groups belongs to the arena or to its stacks, so none is lost.
bool LaunchExecution::runGroupsThatMayFault(uint64_t begin, uint64_t end, Arena &arena, RunningLaunch &running) {
  if (sigsetjmp(running.exit, 0) == 0)
    return runGroups(begin, end, arena, running);
  arena.stacks().abandon();
  if (CodeTrial *trial = launch_.trial())
    trial->abandon();
  noteFault(running.text);
  return true;
}

/// Stores and logs the text. If several groups fault at the same time, only the first one is reported.
void LaunchExecution::noteFault(const char *text) {
  const char *copy = strdup(text);
  if (copy == nullptr)
    copy = faultWithoutMemory;
  const char *none = nullptr;
  if (fault_.compare_exchange_strong(none, copy, std::memory_order_acq_rel))
    logFault(copy);
  else if (copy != faultWithoutMemory)
    std::free(const_cast<char *>(copy));
}

bool LaunchExecution::takeGroupMemory(Arena &arena, uint64_t scratchBytes, WeftGroup &group) const {
  group.localBytes = launch_.localBytes();
  group.scratchBytes = scratchBytes;
  if (state_ && state_->shadow) {
    const RuntimeCall call;
    if (!state_->shadow->enter(launch_.groups(), launch_.localBytes()))
      return false;
  }
  return takeMemory(arena, launch_.localBytes(), WEFT_MEMORY_ALIGNMENT, group.localMemory) &&
         takeMemory(arena, scratchBytes, WEFT_SCRATCH_ALIGNMENT, group.scratch);
}

void LaunchExecution::beginGroup(const WeftGroup &group) const {
  if (launch_.zeroesLocalMemory() && launch_.localBytes() != 0)
    std::memset(group.localMemory, 0, launch_.localBytes());
  if (state_ && state_->shadow)
    state_->shadow->begin((group.id[2] * description_.numGroups[1] + group.id[1]) * description_.numGroups[0] +
                              group.id[0],
                          isFullGroup(description_, group));
}

void LaunchExecution::endGroup(const WeftGroup &group) const {
  if (state_ && state_->shadow)
    state_->shadow->end(isFullGroup(description_, group));
  if (description_.enqueuer)
    description_.enqueuer->groupEnded(description_.enqueuer, &group);
}

bool LaunchExecution::runFibers(uint64_t begin, uint64_t end, Arena &arena, RunningLaunch &running) const {
  const WeftKernelInfo &info = launch_.code().info();
  const GroupMemory memory = groupMemory(info, description_.localSize);
  GroupCursor cursor(description_, begin);
  if (!takeGroupMemory(arena, memory.scratchBytes, cursor.group))
    return false;
  WorkItemFibers fibers(arena, memory.stacks, memory.stackBytes, running,
                        std::clamp<uint64_t>(info.subGroupSize, 1, WEFT_PACKET_WIDTH_LIMIT));
  if (!fibers.ready())
    return false;
  const auto entry = reinterpret_cast<WeftItemEntry>(const_cast<void *>(info.entry));
  running.group = &cursor.group;
  for (uint64_t i = begin; i < end && !hasFaulted(); ++i, cursor.advance()) {
    beginGroup(cursor.group);
    fibers.run(entry, description_, cursor.group);
    endGroup(cursor.group);
  }
  return true;
}

bool LaunchExecution::runLoops(const KernelCode &fullGroupCode, uint64_t begin, uint64_t end, Arena &arena,
                               RunningLaunch &running) const {
  const KernelCode &code = launch_.code();
  GroupMemory memory = memoryForLoops(code, description_);
  if (&fullGroupCode != &code) {
    const GroupMemory fullGroupMemory = memoryForLoops(fullGroupCode, description_);
    memory.scratchBytes = std::max(memory.scratchBytes, fullGroupMemory.scratchBytes);
    memory.stacks = std::max(memory.stacks, fullGroupMemory.stacks);
    memory.stackBytes = std::max(memory.stackBytes, fullGroupMemory.stackBytes);
  }
  GroupCursor cursor(description_, begin);
  if (!takeGroupMemory(arena, memory.scratchBytes, cursor.group))
    return false;
  const WeftGroupEntry entry = groupEntry(code);
  const WeftGroupEntry fullGroupEntry = groupEntry(fullGroupCode);
  running.group = &cursor.group;
  const auto runAll = [&] {
    for (uint64_t i = begin; i < end && !hasFaulted(); ++i, cursor.advance()) {
      beginGroup(cursor.group);
      if (entry == fullGroupEntry) {
        entry(&description_, &cursor.group);
      } else {
        const bool whole = isFullGroup(description_, cursor.group);
        running.code = whole ? &fullGroupCode : &code;
        (whole ? fullGroupEntry : entry)(&description_, &cursor.group);
      }
      endGroup(cursor.group);
    }
  };
  if (memory.stacks == 0) {
    runAll();
    return true;
  }
  if (!arena.stacks().reserve(memory.stacks, StackPool::defaultStackBytes + memory.stackBytes))
    return false;
  Fiber fiber;
  fiber.start(arena.stacks(), runAll);
  return true;
}

bool runOneWorkItem(std::shared_ptr<const KernelCode> code, void *programMemory) {
  const uint64_t localBytes = code->info().staticLocalBytes;
  const KernelLaunch launch(std::move(code), NDRange{}, nullptr, localBytes, programMemory);
  LaunchExecution execution(launch);
  Arena arena;
  execution.run(0, 1, arena);
  return !execution.ranOutOfMemory() && execution.fault() == nullptr;
}

} // namespace weft::cpu
