// One launch of a kernel as a job whose pieces are work-groups.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "Device.h"
#include "GroupMemory.h"
#include "exec/Fiber.h"
#include "exec/Printer.h"
#include "exec/WorkItemFibers.h"
#include "memory/Arena.h"

namespace weft::cpu {

namespace {

WeftLaunch launchOf(const NDRange &range, const void *args, void *programMemory) {
  WeftLaunch launch{};
  launch.args = args;
  launch.programMemory = programMemory;
  launch.workDim = range.workDim;
  for (unsigned d = 0; d < 3; ++d) {
    const bool used = d < range.workDim;
    launch.globalOffset[d] = used ? range.globalOffset[d] : 0;
    launch.globalSize[d] = used ? range.globalSize[d] : 1;
    launch.localSize[d] = used ? range.localSize[d] : 1;
    launch.numGroups[d] = used ? range.groups(d) : 1;
  }
  return launch;
}

/// Walks through the groups of a launch in the order of the linear group id, without a division per group.
class GroupCursor {
public:
  GroupCursor(const WeftLaunch &launch, uint64_t linearId) : launch_(launch) {
    const uint64_t row = launch.numGroups[0];
    const uint64_t slice = row * launch.numGroups[1];
    group.id[0] = linearId % row;
    group.id[1] = linearId % slice / row;
    group.id[2] = linearId / slice;
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
  /// The last group of a dimension gets what is left (OpenCL API specification, "Mapping work-items onto an NDRange").
  void setSize(unsigned d) {
    const uint64_t begin = group.id[d] * launch_.localSize[d];
    group.localSize[d] = std::min(launch_.localSize[d], launch_.globalSize[d] - begin);
  }

  const WeftLaunch &launch_;
};

/// False where there is not enough memory. Nothing is taken for 0 bytes.
bool takeMemory(Arena &arena, uint64_t bytes, size_t alignment, void *&memory) {
  memory = bytes == 0 ? nullptr : arena.allocate(bytes, alignment);
  return bytes == 0 || memory != nullptr;
}

} // namespace

NDRangeJob::NDRangeJob(std::shared_ptr<const KernelCode> code, const NDRange &range, const void *args,
                       uint64_t localBytes, void *programMemory)
    : code_(std::move(code)), launch_(launchOf(range, args, programMemory)), localBytes_(localBytes) {
  if ((code_->info().flags & WEFT_KERNEL_PRINTS) == 0)
    return;
  printer_ = std::make_unique<Printer>();
  launch_.print = Printer::print;
  launch_.printer = printer_.get();
}

NDRangeJob::~NDRangeJob() = default;

bool NDRangeJob::flushPrinted() { return !printer_ || printer_->flush(); }

uint64_t NDRangeJob::size() const { return launch_.numGroups[0] * launch_.numGroups[1] * launch_.numGroups[2]; }

void NDRangeJob::run(uint64_t begin, uint64_t end, Arena &arena) {
  arena.reset();
  const bool ran =
      code_->info().executor == WEFT_EXECUTOR_FIBERS ? runFibers(begin, end, arena) : runLoops(begin, end, arena);
  if (!ran)
    ranOutOfMemory_.store(true, std::memory_order_relaxed);
}

bool NDRangeJob::takeGroupMemory(Arena &arena, uint64_t scratchBytes, WeftGroup &group) const {
  group.localBytes = localBytes_;
  group.scratchBytes = scratchBytes;
  return takeMemory(arena, localBytes_, WEFT_MEMORY_ALIGNMENT, group.localMemory) &&
         takeMemory(arena, scratchBytes, WEFT_SCRATCH_ALIGNMENT, group.scratch);
}

void NDRangeJob::beginGroup(const WeftGroup &group) const {
  if (zeroesLocalMemory_ && localBytes_ != 0)
    std::memset(group.localMemory, 0, localBytes_);
}

bool NDRangeJob::runFibers(uint64_t begin, uint64_t end, Arena &arena) const {
  const WeftKernelInfo &info = code_->info();
  const GroupMemory memory = groupMemory(info, launch_.localSize);
  GroupCursor cursor(launch_, begin);
  if (!takeGroupMemory(arena, memory.scratchBytes, cursor.group))
    return false;
  WorkItemFibers fibers(arena, memory.stacks, memory.stackBytes,
                        std::clamp<uint64_t>(info.subGroupSize, 1, WEFT_PACKET_WIDTH_LIMIT));
  if (!fibers.ready())
    return false;
  const auto entry = reinterpret_cast<WeftItemEntry>(const_cast<void *>(info.entry));
  for (uint64_t i = begin; i < end; ++i, cursor.advance()) {
    beginGroup(cursor.group);
    fibers.run(entry, launch_, cursor.group);
  }
  return true;
}

bool NDRangeJob::runLoops(uint64_t begin, uint64_t end, Arena &arena) const {
  const GroupMemory memory = groupMemory(code_->info(), launch_.localSize);
  GroupCursor cursor(launch_, begin);
  if (!takeGroupMemory(arena, memory.scratchBytes, cursor.group))
    return false;
  const auto entry = reinterpret_cast<WeftGroupEntry>(const_cast<void *>(code_->info().entry));
  const auto runGroups = [&] {
    for (uint64_t i = begin; i < end; ++i, cursor.advance()) {
      beginGroup(cursor.group);
      entry(&launch_, &cursor.group);
    }
  };
  if (memory.stacks == 0) {
    runGroups();
    return true;
  }
  if (!arena.stacks().reserve(memory.stacks, StackPool::defaultStackBytes + memory.stackBytes))
    return false;
  Fiber fiber;
  fiber.start(arena.stacks(), runGroups);
  return true;
}

bool runOneWorkItem(std::shared_ptr<const KernelCode> code, void *programMemory) {
  class OneItem final : public NDRangeJob {
  public:
    using NDRangeJob::NDRangeJob;
    void finished() override {}
  };
  const uint64_t localBytes = code->info().staticLocalBytes;
  OneItem job(std::move(code), NDRange{}, nullptr, localBytes, programMemory);
  Arena arena;
  job.run(0, 1, arena);
  return !job.ranOutOfMemory();
}

} // namespace weft::cpu
