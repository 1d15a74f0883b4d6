// The shadow memory in which kernels that are checked for races note which work-item accessed which memory last.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/RaceShadow.h"

#include <sys/mman.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace weft::cpu {

namespace {

constexpr unsigned stampShift = WEFT_SHADOW_SITE_BITS + WEFT_SHADOW_ITEM_BITS;
constexpr unsigned groupShift = stampShift + WEFT_SHADOW_EPOCH_BITS;
constexpr size_t planes = 3;
constexpr size_t largestScale = 8;
/// The number of bytes before an object, and again after it, that also have shadow words, for accesses outside of the
/// object.
constexpr size_t localMargin = size_t{1} << 20, globalMargin = size_t{1} << 24;
/// If the size of an argument's memory isn't known, this many bytes before and after the argument's address have shadow
/// words.
constexpr uint64_t unknownBytes = uint64_t{1} << 30;
/// Planes (arrays of shadow words) of at least this size get huge pages. For smaller planes, clearing a huge page takes
/// more time than the huge page saves.
constexpr size_t minHugePageBytes = size_t{8} << 20;

/// A thread's shadow words for local memory, and its stamps: the numbers of group and section that the code stores in
/// shadow words. The thread keeps them from launch to launch.
struct ThreadShadow {
  ShadowPlanes planes;
  uint64_t localBytes = 0;
  WeftShadow shadow{};
};

thread_local ThreadShadow threadShadow;

/// Planes that no launch uses any more. They are kept for later launches, because new pages have to be cleared, which
/// takes long. Their words contain only group ids below `nextGroupId`, so a later launch gives its groups ids from
/// `nextGroupId` on: no old word contains one of these ids.
struct PooledPlanes {
  ShadowPlanes planes;
  uint64_t nextGroupId;
};
struct PlanePool {
  Mutex mutex;
  std::vector<PooledPlanes> all WEFT_GUARDED_BY(mutex);
};
constexpr size_t maxPooledPlanes = 8;
constexpr size_t maxPooledBytes = size_t{8} << 30;

/// The pool is never destroyed, because other threads may still use it at exit.
PlanePool &planePool() {
  static PlanePool &all = *new PlanePool;
  return all;
}

/// The number of different group ids that fit a stamp. In a launch with more groups, several groups share an id.
constexpr uint64_t maxGroupIds = (uint64_t{1} << (64 - groupShift)) - 2;

struct Range {
  uint64_t begin, end;
};

Range rangeOf(const WeftCheckArgument &argument) {
  const auto known = [](uint64_t bytes) { return bytes == WEFT_CHECK_ANY_BYTES ? unknownBytes : bytes; };
  const uint64_t before = known(argument.before);
  const uint64_t behind = known(std::max(argument.readable, argument.writable));
  const uint64_t last = std::numeric_limits<uint64_t>::max();
  return {argument.address - std::min(before, argument.address),
          argument.address + std::min(behind, last - argument.address)};
}

} // namespace

LazyZeros::LazyZeros(size_t bytes) {
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return;
  data_ = static_cast<std::byte *>(memory);
  bytes_ = bytes;
  madvise(memory, bytes, MADV_DONTDUMP);
}

LazyZeros::LazyZeros(LazyZeros &&other) noexcept
    : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}

LazyZeros &LazyZeros::operator=(LazyZeros &&other) noexcept {
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

LazyZeros::~LazyZeros() {
  if (data_)
    munmap(data_, bytes_);
}

ShadowPlanes::ShadowPlanes(size_t bytes, size_t margin, size_t scale) : margin_(margin), scale_(scale) {
  const size_t covered = (bytes + 2 * margin + 4095) / 4096 * 4096;
  if (covered > std::numeric_limits<size_t>::max() / (scale * planes))
    return;
  planeBytes_ = covered * scale;
  pages_ = LazyZeros(planeBytes_ * planes);
  if (bytes * scale >= minHugePageBytes && pages_.data())
    madvise(pages_.data(), pages_.bytes(), MADV_HUGEPAGE);
}

WeftShadowPlanes ShadowPlanes::at(size_t offset) const {
  std::byte *first = pages_.data() + (offset + margin_) * scale_;
  const auto plane = [&](size_t i) { return reinterpret_cast<uint64_t *>(first + i * planeBytes_); };
  return {plane(0), plane(1), plane(2), plane(0), plane(1)};
}

bool ShadowPlanes::have(size_t bytes, size_t margin, size_t scale) const {
  return margin == margin_ && scale == scale_ && planeBytes_ == (bytes + 2 * margin + 4095) / 4096 * 4096 * scale;
}

RaceShadow::RaceShadow(std::span<const WeftCheckArgument> arguments, bool perByte)
    : arguments_(arguments), scale_(perByte ? largestScale : 2) {}

RaceShadow::~RaceShadow() {
  PlanePool &all = planePool();
  Lock lock(all.mutex);
  for (ShadowPlanes &planes : planes_)
    if (planes.totalBytes() <= maxPooledBytes) {
      if (all.all.size() == maxPooledPlanes)
        all.all.erase(all.all.begin());
      all.all.push_back({std::move(planes), lastGroupId_ + 1});
    }
}

/// Takes planes for `bytes` bytes of memory from the pool, or makes new planes, and adds them to `planes_`. Returns
/// false if there is no memory.
bool RaceShadow::take(size_t bytes) {
  PlanePool &all = planePool();
  Lock lock(all.mutex);
  const auto known = std::ranges::find_if(
      all.all, [&](const PooledPlanes &one) { return one.planes.have(bytes, globalMargin, scale_); });
  if (known == all.all.end())
    return planes_.emplace_back(bytes, globalMargin, scale_).exist();
  firstGroupId_ = std::max(firstGroupId_, known->nextGroupId);
  planes_.push_back(std::move(known->planes));
  all.all.erase(known);
  return true;
}

/// Gives each argument its shadow words. Arguments whose memory overlaps share the words of the common bytes.
bool RaceShadow::allocateGlobalPlanes(uint64_t groups) {
  std::vector<Range> ranges;
  for (const WeftCheckArgument &argument : arguments_)
    if (argument.address != 0)
      ranges.push_back(rangeOf(argument));
  std::ranges::sort(ranges, {}, &Range::begin);
  std::vector<Range> disjointRanges;
  for (const Range &range : ranges)
    if (disjointRanges.empty() || range.begin > disjointRanges.back().end)
      disjointRanges.push_back(range);
    else
      disjointRanges.back().end = std::max(disjointRanges.back().end, range.end);
  for (const Range &range : disjointRanges)
    if (!take(range.end - range.begin))
      return false;
  if (firstGroupId_ > maxGroupIds || groups > maxGroupIds - firstGroupId_) {
    firstGroupId_ = 1; // all ids have been used: begins again with new words, because those of earlier launches may
                       // contain any id
    for (size_t i = 0; i < disjointRanges.size(); ++i)
      planes_[i] = ShadowPlanes(disjointRanges[i].end - disjointRanges[i].begin, globalMargin, scale_);
  }
  if (!std::ranges::all_of(planes_, &ShadowPlanes::exist)) {
    planes_.clear();
    return false;
  }
  lastGroupId_ = firstGroupId_ + std::min(groups, maxGroupIds - firstGroupId_);
  argumentPlanes_.assign(arguments_.size(), {});
  for (size_t i = 0; i < arguments_.size(); ++i)
    for (size_t j = 0; j < disjointRanges.size() && arguments_[i].address != 0; ++j)
      if (arguments_[i].address >= disjointRanges[j].begin && arguments_[i].address <= disjointRanges[j].end)
        argumentPlanes_[i] = planes_[j].at(arguments_[i].address - disjointRanges[j].begin);
  hasGlobalPlanes_ = true;
  return true;
}

bool RaceShadow::enter(uint64_t groups, uint64_t localBytes) {
  {
    Lock lock(mutex_);
    if (!hasGlobalPlanes_ && !allocateGlobalPlanes(groups))
      return false;
  }
  ThreadShadow &thread = threadShadow;
  if (!thread.planes.exist() || thread.localBytes < localBytes) {
    thread.planes = ShadowPlanes(localBytes, localMargin, largestScale);
    if (!thread.planes.exist())
      return false;
    thread.localBytes = localBytes;
    thread.shadow.localStamp = 0;
  }
  thread.shadow.local = thread.planes.at(0);
  thread.shadow.arguments = argumentPlanes_.data();
  return true;
}

WeftShadow &RaceShadow::currentShadow() { return threadShadow.shadow; }

void RaceShadow::begin(uint64_t linearGroup, bool isFull) const {
  WeftShadow &shadow = threadShadow.shadow;
  // The stamp can't overflow: even counting up for years doesn't reach bits 62 and 63.
  shadow.localStamp += uint64_t{1} << stampShift;
  shadow.localStart = shadow.localStamp;
  const uint64_t numbers = lastGroupId_ - firstGroupId_ + 1;
  shadow.globalStamp = (firstGroupId_ + linearGroup % numbers) << groupShift;
  shadow.globalStart = firstGroupId_ << groupShift;
  shadow.skipsGroupUniform =
      isFull && fullGroupEnded_.load(std::memory_order_acquire) && !hasLocalConflict_.load(std::memory_order_relaxed)
          ? 1
          : 0;
}

void RaceShadow::end(bool isFull) {
  if (isFull)
    fullGroupEnded_.store(true, std::memory_order_release);
}

uint64_t RaceShadow::groupOf(uint64_t stamp) const { return (stamp >> WEFT_SHADOW_EPOCH_BITS) - firstGroupId_; }

} // namespace weft::cpu
