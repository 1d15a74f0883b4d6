// Collects the faults that the checks of a kernel find in one execution of a launch.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check/Checker.h"

#include <algorithm>
#include <cstring>

#include "base/PrintFormat.h"
#include "base/ThreadRecord.h"
#include "memory/ClientBlocks.h"

namespace weft::cpu {

namespace {

/// No object lies within the first or the last 64 KiB of the address space. An address there is taken to be NULL plus
/// or minus an offset.
constexpr uint64_t firstAddress = 65536, lastAddress = -firstAddress;

CheckedItem itemOf(const WeftLaunch &launch, const WeftGroup &group, const std::array<uint64_t, 3> &localId) {
  CheckedItem item;
  item.localId = localId;
  for (unsigned d = 0; d < 3; ++d) {
    item.groupId[d] = group.id[d];
    item.globalId[d] = launch.globalOffset[d] + group.id[d] * launch.localSize[d] + localId[d];
  }
  return item;
}

/// Returns the work-item with these linear ids. Its group may have ended.
CheckedItem itemOf(const WeftLaunch &launch, uint64_t linearGroup, uint64_t linearItem) {
  WeftGroup group{};
  std::array<uint64_t, 3> localId{};
  for (unsigned d = 0; d < 3; ++d) {
    group.id[d] = linearGroup % launch.numGroups[d];
    linearGroup /= launch.numGroups[d];
    const uint64_t size = std::min(launch.localSize[d], launch.globalSize[d] - group.id[d] * launch.localSize[d]);
    localId[d] = linearItem % size;
    linearItem /= size;
  }
  return itemOf(launch, group, localId);
}

uint64_t linear(const WeftLaunch &launch, const WeftGroup &group) {
  return (group.id[2] * launch.numGroups[1] + group.id[1]) * launch.numGroups[0] + group.id[0];
}

ClientBlocks::Finding findClientBlock(uint64_t address, uint64_t bytes) {
  const RuntimeCall call;
  const ClientBlocks *blocks = ClientBlocks::tracked();
  return blocks ? blocks->find(address, bytes) : ClientBlocks::Finding::unknown;
}

bool fits(int64_t offset, uint64_t bytes, uint64_t before, uint64_t behind) {
  const uint64_t fromFirst = static_cast<uint64_t>(offset) + before;
  return bytes <= before + behind && fromFirst <= before + behind - bytes;
}

std::string formatErrorAt(const WeftCheckSite &site, uint64_t format, uint64_t arguments) {
  const RuntimeCall call;
  return formatError(reinterpret_cast<const char *>(format),                  // NOLINT(performance-no-int-to-ptr)
                     {reinterpret_cast<const WeftPrintArgument *>(arguments), // NOLINT(performance-no-int-to-ptr)
                      site.bytes});
}

} // namespace

CheckedSite::CheckedSite(const WeftCheckSite &site)
    : kernel(site.kernel), file(site.file), function(site.function), callers(site.callers), object(site.object),
      line(site.line), column(site.column), kind(static_cast<WeftCheckKind>(site.kind)),
      objectKind(static_cast<WeftCheckObject>(site.objectKind)), argument(site.argument), bytes(site.bytes),
      elementBytes(site.elementBytes), alignment(site.alignment), isByCopy(site.isByCopy != 0) {}

Checker::Checker(std::span<const WeftCheckArgument> arguments, void (*onNewFault)(const CheckFault &),
                 bool localMemoryUndefined, uint64_t kernelFlags)
    : arguments_(arguments), onNewFault_(onNewFault), localMemoryUndefined_(localMemoryUndefined),
      shadow_(arguments, (kernelFlags & WEFT_KERNEL_SHADOWS_BYTES) != 0), functions_{.checker = this,
                                                                                     .arguments = arguments.data(),
                                                                                     .report = report,
                                                                                     .find = find,
                                                                                     .access = access,
                                                                                     .together = together,
                                                                                     .met = met,
                                                                                     .shadow = shadowOf,
                                                                                     .wrote = wrote} {}

CheckFaults Checker::takeFaults() {
  Lock lock(mutex_);
  faultIndices_.clear();
  return std::exchange(faults_, {});
}

template <typename Describe> void Checker::add(CheckFault::What what, const WeftCheckSite &site, Describe describe) {
  const RuntimeCall call;
  CheckFault first;
  {
    Lock lock(mutex_);
    const auto [known, isNew] = faultIndices_.try_emplace({&site, what}, faults_.size());
    if (isNew) {
      CheckFault &fault = faults_.emplace_back();
      fault.what = what;
      fault.site = CheckedSite(site);
      describe(fault);
    }
    ++faults_[known->second].count;
    if (!isNew || !onNewFault_)
      return;
    first = faults_[known->second];
  }
  onNewFault_(first);
}

void Checker::describeAccess(CheckFault &fault, const WeftCheckSite &site) const {
  const bool isOfLaunch = site.objectBytes == 0 && site.argument < arguments_.size();
  fault.bytesBefore = isOfLaunch ? arguments_[site.argument].before : 0;
  fault.bytesAfter =
      isOfLaunch ? std::max(arguments_[site.argument].readable, arguments_[site.argument].writable) : site.objectBytes;
}

void Checker::report(void *checker, const WeftLaunch *launch, const WeftGroup *group, const WeftCheckSite *site,
                     uint32_t x, uint32_t y, uint32_t z, uint64_t first, uint64_t second) {
  auto &self = *static_cast<Checker *>(checker);
  CheckFault fault;
  fault.item = itemOf(*launch, *group, {x, y, z});
  fault.first = first;
  fault.second = second;
  switch (site->kind) {
  case WEFT_CHECK_DIVISION:
    fault.what = CheckFault::What::division;
    break;
  case WEFT_CHECK_CONVERSION:
    fault.what = CheckFault::What::conversion;
    break;
  case WEFT_CHECK_SHIFT:
    fault.what = CheckFault::What::shift;
    break;
  case WEFT_CHECK_PRINTF:
    fault.flaw = formatErrorAt(*site, first, second);
    if (fault.flaw.empty())
      return;
    fault.what = CheckFault::What::format;
    break;
  case WEFT_CHECK_CAST:
    fault.what = CheckFault::What::cast;
    fault.address = first;
    break;
  case WEFT_CHECK_UNWRITTEN:
    self.describeAccess(fault, *site);
    fault.offset = static_cast<int64_t>(first);
    fault.what = CheckFault::What::unwritten;
    break;
  default:
    if (site->objectKind == WEFT_CHECK_IMAGE) {
      const WeftCheckArgument &sizes = self.arguments_[site->argument];
      fault.what = CheckFault::What::outside;
      fault.imageSize = {sizes.before, sizes.readable, sizes.writable};
      break;
    }
    self.describeAccess(fault, *site);
    fault.offset = static_cast<int64_t>(first);
    fault.address = second;
    fault.what = findClientBlock(second - first, 1) == ClientBlocks::Finding::released   ? CheckFault::What::released
                 : !fits(fault.offset, site->bytes, fault.bytesBefore, fault.bytesAfter) ? CheckFault::What::outside
                 : second % site->alignment != 0                                         ? CheckFault::What::misaligned
                                                                                         : CheckFault::What::forbidden;
  }
  self.add(fault.what, *site, [&](CheckFault &known) {
    fault.site = std::move(known.site);
    known = std::move(fault);
  });
}

uint32_t Checker::find(void *checker, const WeftLaunch *launch, const WeftGroup *group, const WeftCheckSite *site,
                       uint32_t x, uint32_t y, uint32_t z, uint64_t address) {
  CheckFault::What what = CheckFault::What::nowhere;
  if (address >= firstAddress && address < lastAddress) {
    if (address - reinterpret_cast<uint64_t>(group->localMemory) < group->localBytes)
      return 1;
    const auto found = findClientBlock(address, site->bytes);
    if (found == ClientBlocks::Finding::unknown || found == ClientBlocks::Finding::block)
      return 1;
    if (found == ClientBlocks::Finding::released)
      what = CheckFault::What::released;
  }
  auto &self = *static_cast<Checker *>(checker);
  self.add(what, *site, [&](CheckFault &fault) {
    fault.item = itemOf(*launch, *group, {x, y, z});
    fault.address = address;
  });
  return 0;
}

void Checker::access(void *checker, const WeftLaunch *launch, const WeftGroup *group, const WeftCheckSite *site,
                     uint32_t x, uint32_t y, uint32_t z, uint64_t offset, uint64_t address, uint64_t value) {
  auto &self = *static_cast<Checker *>(checker);
  const RaceDetector::Finding found =
      self.races_.access(*launch, *group, *site, {x, y, z}, address, value, self.localMemoryUndefined_);
  const auto describe = [&](CheckFault &fault) {
    fault.item = itemOf(*launch, *group, {x, y, z});
    fault.address = address;
    self.describeAccess(fault, *site);
    fault.offset = static_cast<int64_t>(offset);
  };
  if (found.isUnwritten)
    self.add(CheckFault::What::unwritten, *site, describe);
  if (found.other)
    self.add(CheckFault::What::race, *site, [&](CheckFault &fault) {
      describe(fault);
      fault.hasOther = true;
      fault.otherSite = CheckedSite(*found.other->site);
      fault.otherItem = itemOf(*launch, found.other->group, found.other->item);
    });
}

/// `word`, a shadow word, names the site (the position in the source) of an earlier access by a number in the code's
/// table of sites. The table is constant data of the kernel's code, so it lives at least as long as the word.
void Checker::met(void *checker, const WeftLaunch *launch, const WeftGroup *group, const WeftCheckSite *site,
                  uint32_t x, uint32_t y, uint32_t z, uint64_t offset, uint64_t address, uint64_t value, uint64_t word,
                  const WeftCheckSite *const *sites) {
  constexpr auto lowest = [](unsigned bits) { return (uint64_t{1} << bits) - 1; };
  auto &self = *static_cast<Checker *>(checker);
  const auto describe = [&](CheckFault &fault) {
    fault.item = itemOf(*launch, *group, {x, y, z});
    fault.address = address;
    self.describeAccess(fault, *site);
    fault.offset = static_cast<int64_t>(offset);
  };
  const bool isLocal = address - reinterpret_cast<uint64_t>(group->localMemory) < group->localBytes;
  if (isLocal && word < RaceShadow::currentShadow().localStart) {
    if (self.localMemoryUndefined_) {
      self.shadow_.noteLocalConflict();
      self.add(CheckFault::What::unwritten, *site, describe);
    }
    return;
  }
  if (isLocal)
    self.shadow_.noteLocalConflict();
  const auto isSilentStore = [&] {
    return site->bytes > sizeof value
               ? value == 1
               : std::memcmp(reinterpret_cast<const void *>(address), &value, // NOLINT(performance-no-int-to-ptr)
                             site->bytes) == 0;
  };
  if (site->kind == WEFT_CHECK_STORE && site->isUpdate == 0 && isSilentStore())
    return;
  const uint64_t stamp = word >> (WEFT_SHADOW_SITE_BITS + WEFT_SHADOW_ITEM_BITS);
  const uint64_t item = word >> WEFT_SHADOW_SITE_BITS & lowest(WEFT_SHADOW_ITEM_BITS);
  const uint64_t linearGroup = linear(*launch, *group);
  const uint64_t otherGroup = isLocal ? linearGroup : self.shadow_.groupOf(stamp);
  // A stamp says when the earlier access was made. It has only 12 bits for the number of a section (a group's code
  // between two barriers). After 4,095 barriers all further sections of the group have the same stamp, so a barrier may
  // be between the two accesses. Then no race is reported.
  if (!isLocal && otherGroup == linearGroup &&
      (stamp & lowest(WEFT_SHADOW_EPOCH_BITS)) == lowest(WEFT_SHADOW_EPOCH_BITS))
    return;
  self.add(CheckFault::What::race, *site, [&](CheckFault &fault) {
    describe(fault);
    fault.hasOther = true;
    fault.otherSite = CheckedSite(*sites[word & lowest(WEFT_SHADOW_SITE_BITS)]);
    fault.otherItem = itemOf(*launch, otherGroup, item == WEFT_SHADOW_COPY ? 0 : item);
  });
}

WeftShadow *Checker::shadowOf(void * /*checker*/, const WeftLaunch * /*launch*/, const WeftGroup * /*group*/) {
  return &RaceShadow::currentShadow();
}

void Checker::wrote(void *checker, const WeftLaunch * /*launch*/, const WeftGroup * /*group*/, uint32_t argument) {
  auto &self = *static_cast<Checker *>(checker);
  const WeftCheckArgument &memory = self.arguments_[argument];
  if (!memory.written)
    return;
  const RuntimeCall call;
  Lock lock(self.mutex_);
  if (self.writtenArguments_.insert(argument).second)
    std::memset(memory.written, 0xFF, std::max(memory.readable, memory.writable));
}

uint64_t Checker::together(void *checker, const WeftLaunch *launch, const WeftGroup *group, const WeftCheckSite *site,
                           uint32_t x, uint32_t y, uint32_t z, uint64_t to, uint64_t from, uint64_t others,
                           uint64_t event) {
  auto &self = *static_cast<Checker *>(checker);
  const uint64_t linearGroup = linear(*launch, *group);
  const auto index = static_cast<uint32_t>((z * group->localSize[1] + y) * group->localSize[0] + x);
  const AsyncCopyChecker::Finding found =
      self.asyncCopies_.come(*group, linearGroup, index, *site, {to, from, others, event});
  if (found.divergent)
    self.add(CheckFault::What::divergent, *found.divergent->site, [&](CheckFault &fault) {
      fault.item = itemOf(*launch, linearGroup, found.divergent->item);
      fault.hasOther = true;
      fault.otherHasEnded = found.divergent->otherSite == nullptr;
      if (found.divergent->otherSite)
        fault.otherSite = CheckedSite(*found.divergent->otherSite);
      fault.otherItem = itemOf(*launch, linearGroup, found.divergent->otherItem);
    });
  const auto describe = [&](CheckFault &fault) { fault.item = itemOf(*launch, *group, {x, y, z}); };
  if (found.isInvalidEvent)
    self.add(CheckFault::What::noEvent, *site, describe);
  for (const WeftCheckSite *copy : found.unwaited)
    self.add(CheckFault::What::unwaited, *copy, describe);
  return found.event;
}

void Checker::reportMissedBarrier(const WeftLaunch &launch, const WeftGroup &group, const MissedBarrier &missed) {
  add(CheckFault::What::barrier, *missed.site, [&](CheckFault &fault) {
    fault.item = itemOf(launch, group, {missed.item[0], missed.item[1], missed.item[2]});
    fault.first = missed.waiting;
    fault.second = missed.others;
    fault.hasOther = true;
    fault.otherHasEnded = missed.otherSite == nullptr;
    if (missed.otherSite)
      fault.otherSite = CheckedSite(*missed.otherSite);
    fault.otherItem = itemOf(launch, group, {missed.otherItem[0], missed.otherItem[1], missed.otherItem[2]});
  });
}

} // namespace weft::cpu
