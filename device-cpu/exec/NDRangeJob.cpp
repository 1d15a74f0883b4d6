// One launch of a kernel as a job whose pieces are work-groups.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <utility>

#include "Device.h"
#include "exec/WorkItemFibers.h"
#include "memory/Arena.h"

namespace weft::cpu {

namespace {

WeftLaunch launchOf(const NDRange &range, const void *args) {
  WeftLaunch launch{};
  launch.args = args;
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

/// Bytes of WeftGroup::scratch; false where they can't be counted, let alone had.
bool scratchSize(const WeftKernelInfo &info, uint64_t items, uint64_t &bytes) {
  constexpr uint64_t multiple = WEFT_SCRATCH_ITEMS_MULTIPLE;
  uint64_t padded;
  if (__builtin_add_overflow(items, multiple - 1, &padded))
    return false;
  return !__builtin_mul_overflow(padded / multiple * multiple, info.scratchBytesPerItem, &bytes);
}

} // namespace

NDRangeJob::NDRangeJob(std::shared_ptr<const KernelCode> code, const NDRange &range, const void *args,
                       uint64_t localBytes)
    : code_(std::move(code)), launch_(launchOf(range, args)), localBytes_(localBytes) {}

uint64_t NDRangeJob::size() const { return launch_.numGroups[0] * launch_.numGroups[1] * launch_.numGroups[2]; }

void NDRangeJob::run(uint64_t begin, uint64_t end, Arena &arena) {
  const WeftKernelInfo &info = code_->info();
  const uint64_t items = launch_.localSize[0] * launch_.localSize[1] * launch_.localSize[2];
  GroupCursor cursor(launch_, begin);
  arena.reset();
  if (localBytes_ != 0) {
    cursor.group.localMemory = arena.allocate(localBytes_, WEFT_MEMORY_ALIGNMENT);
    if (cursor.group.localMemory == nullptr)
      return ranOutOfMemory_.store(true, std::memory_order_relaxed);
  }
  if (info.executor == WEFT_EXECUTOR_FIBERS) {
    WorkItemFibers fibers(arena, items, info.privateBytesPerItem);
    if (!fibers.ready())
      return ranOutOfMemory_.store(true, std::memory_order_relaxed);
    const auto entry = reinterpret_cast<WeftItemEntry>(const_cast<void *>(info.entry));
    for (uint64_t i = begin; i < end; ++i, cursor.advance())
      fibers.run(entry, launch_, cursor.group);
    return;
  }
  if (info.scratchBytesPerItem != 0) {
    uint64_t bytes;
    if (scratchSize(info, items, bytes))
      cursor.group.scratch = arena.allocate(bytes, WEFT_SCRATCH_ALIGNMENT);
    if (cursor.group.scratch == nullptr)
      return ranOutOfMemory_.store(true, std::memory_order_relaxed);
  }
  const auto entry = reinterpret_cast<WeftGroupEntry>(const_cast<void *>(info.entry));
  for (uint64_t i = begin; i < end; ++i, cursor.advance())
    entry(&launch_, &cursor.group);
}

} // namespace weft::cpu
