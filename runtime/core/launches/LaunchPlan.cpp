// Checks the arguments of clEnqueueNDRangeKernel, and chooses the launch's local size and machine code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/launches/LaunchPlan.h"

#include <algorithm>
#include <limits>

#include "GroupMemory.h"
#include "Options.h"
#include "Text.h"
#include "core/objects/Device.h"
#include "core/programs/ScheduleSearch.h"

namespace weft::core {

namespace {

constexpr unsigned dimensions = 3;
/// The largest id that code with 32-bit indices can hold (WEFT_KERNEL_32_BIT_INDICES).
constexpr uint64_t max32BitId = std::numeric_limits<int32_t>::max();

/// Whether all memory objects that the arguments may point to are smaller than Context::largeObjectBytes, so that
/// 32-bit indices suffice.
bool hasSmallObjects(const Kernel &kernel) {
  return !kernel.context().hasLargeObjects() && !kernel.hasUntrackedPointers();
}

bool fits32BitIndices(const Kernel &kernel, const cpu::NDRange &range) {
  if (!hasSmallObjects(kernel))
    return false;
  for (unsigned d = 0; d < dimensions; ++d)
    if (range.globalOffset[d] + range.globalSize[d] > max32BitId)
      return false;
  return true;
}

bool hasOnlyFullGroups(const cpu::NDRange &range) {
  for (unsigned d = 0; d < range.workDim; ++d)
    if (range.globalSize[d] != range.localSize[d] && range.globalSize[d] % range.localSize[d] != 0)
      return false;
  return true;
}

/// The variant with which planLaunch begins; a better one may replace it later. `index32` has the code with 32-bit
/// indices, or is null if the launch needs 64-bit indices.
Result<const KernelVariant *> firstVariant(const KernelDefinition &definition, SpecialisedVariants *index32,
                                           const std::optional<LocalSize> &fullGroupSize, CodeBuffers buffers) {
  if (index32)
    return index32->first(fullGroupSize);
  KernelVariant &variant = definition.index64(buffers);
  TRY(variant.get());
  return &variant;
}

/// Checks a local size that the application or reqd_work_group_size gives.
Result<> checkLocalSize(const KernelManifest &kernel, const cpu::NDRange &range) {
  uint64_t items = 1;
  for (unsigned d = 0; d < range.workDim; ++d) {
    // CL_INVALID_WORK_GROUP_SIZE: the group would have no work-items.
    if (range.localSize[d] == 0)
      return fail(CL_INVALID_WORK_GROUP_SIZE, concat("The local size in dimension ", d, " is 0."));
    // CL_INVALID_WORK_ITEM_SIZE: a dimension has more work-items than CL_DEVICE_MAX_WORK_ITEM_SIZES allows.
    if (range.localSize[d] > limits::maxWorkItemSizes[d])
      return fail(CL_INVALID_WORK_ITEM_SIZE, concat("The local size in dimension ", d, " is ", range.localSize[d],
                                                    "; at most ", limits::maxWorkItemSizes[d], " is possible."));
    items *= range.localSize[d];
  }
  // CL_INVALID_WORK_GROUP_SIZE: the group has more work-items than CL_KERNEL_WORK_GROUP_SIZE.
  if (items > limits::maxWorkGroupSize)
    return fail(CL_INVALID_WORK_GROUP_SIZE, concat("A group of ", items, " work-items is larger than the ",
                                                   limits::maxWorkGroupSize, " that are possible."));
  // CL_INVALID_WORK_GROUP_SIZE: the size differs from reqd_work_group_size, which may also have more dimensions than
  // the range.
  bool extends = false;
  for (unsigned d = range.workDim; d < dimensions; ++d)
    extends |= range.localSize[d] != 1;
  if (kernel.hasRequiredLocalSize() && (extends || range.localSize != kernel.requiredLocalSize))
    return fail(CL_INVALID_WORK_GROUP_SIZE,
                concat("Kernel '", kernel.name, "' requires groups of ", kernel.requiredLocalSize[0], " x ",
                       kernel.requiredLocalSize[1], " x ", kernel.requiredLocalSize[2], " work-items."));
  return {};
}

/// CL_INVALID_WORK_GROUP_SIZE: groups must be uniform, but the local size doesn't divide the global size.
std::unexpected<Error> failForUnevenGroups(const cpu::NDRange &range) {
  unsigned d = 0;
  while (range.globalSize[d] % range.localSize[d] == 0)
    ++d;
  return fail(CL_INVALID_WORK_GROUP_SIZE, concat("The global size in dimension ", d, ", ", range.globalSize[d],
                                                 ", is no multiple of the local size, ", range.localSize[d],
                                                 ", and the program does not allow non-uniform work-groups."));
}

/// CL_INVALID_WORK_GROUP_SIZE: a group would have a different count of sub-groups than the kernel requires.
Result<> checkSubGroups(const KernelManifest &kernel, const WeftKernelInfo &code, const cpu::NDRange &range) {
  if (kernel.requiredSubGroups == 0)
    return {};
  const uint64_t size = std::max<uint64_t>(1, code.subGroupSize);
  const uint64_t items = range.localSize[0] * range.localSize[1] * range.localSize[2];
  const uint64_t count = items / size + (items % size != 0);
  if (kernel.requiredSubGroups == count)
    return {};
  return fail(CL_INVALID_WORK_GROUP_SIZE,
              concat("Kernel '", kernel.name, "' requires groups of ", kernel.requiredSubGroups, " sub-groups; one of ",
                     items, " work-items has ", count, " of ", size, "."));
}

/// Whether the private memory and the stacks of a group of this size, allocated for each worker, leave at least half of
/// the device's memory free.
bool hasGroupMemory(const Device &device, const WeftKernelInfo &code, const std::array<uint64_t, 3> &localSize) {
  return cpu::groupMemory(code, localSize.data()).bytes() <=
         device.globalMemoryBytes() / 2 / std::max(1u, device.workers());
}

/// The greatest count of work-items that a group of the kernel may have. It is smaller if each work-item needs much
/// private memory.
uint64_t maxGroupItems(const Device &device, const WeftKernelInfo &code) {
  uint64_t items = limits::maxWorkGroupSize;
  if (cpu::needsGroupMemory(code)) [[unlikely]]
    while (items > 1 && !hasGroupMemory(device, code, {items, 1, 1}))
      items /= 2;
  return items;
}

/// Chooses a local size that suits the code, for a kernel that doesn't require a number of sub-groups.
std::array<uint64_t, 3> localSizeFor(const WeftKernelInfo &code, const Device &device, const cpu::NDRange &range,
                                     bool uniform) {
  return cpu::chooseLocalSize(range, device.workers(), maxGroupItems(device, code), uniform, code.packetWidth,
                              static_cast<unsigned>(code.packetDimension),
                              (code.flags & WEFT_KERNEL_PREFERS_TILES) != 0);
}

/// Chooses the local size if neither the application nor the kernel gives it. CL_INVALID_WORK_GROUP_SIZE: the range
/// can't be divided into groups that have as many sub-groups as the kernel requires.
Result<std::array<uint64_t, 3>> chooseLocalSize(const Device &device, const KernelManifest &kernel,
                                                const WeftKernelInfo &code, const cpu::NDRange &range,
                                                bool requiresValidLocalSize) {
  const bool isObservable = requiresValidLocalSize || (code.flags & WEFT_KERNEL_OBSERVES_GROUPS) != 0;
  if (kernel.requiredSubGroups == 0)
    return localSizeFor(code, device, range, !kernel.nonUniformGroups && isObservable);
  const auto found =
      cpu::localSizeForSubGroups(range, kernel.requiredSubGroups, std::max<uint64_t>(1, code.subGroupSize),
                                 limits::maxWorkGroupSize, !kernel.nonUniformGroups);
  if (!found)
    return fail(CL_INVALID_WORK_GROUP_SIZE,
                concat("Kernel '", kernel.name, "' requires groups of ", kernel.requiredSubGroups,
                       " sub-groups, and the global size can't be cut into such."));
  return *found;
}

/// CL_OUT_OF_RESOURCES: a work-item needs more private memory than Weft allows, or the private memory and the stacks of
/// all workers' groups would take more than half of the device's memory.
Result<> checkPrivateMemory(const Device &device, const KernelManifest &kernel, const WeftKernelInfo &code,
                            const cpu::NDRange &range) {
  const uint64_t bytes = code.privateBytesPerItem;
  const bool needsMemory = cpu::needsGroupMemory(code);
  if (!needsMemory && bytes <= limits::privateMemoryBytes) [[likely]]
    return {};
  if (bytes <= limits::privateMemoryBytes && (!needsMemory || hasGroupMemory(device, code, range.localSize)))
    return {};
  return fail(CL_OUT_OF_RESOURCES,
              concat("Kernel '", kernel.name, "' needs ", bytes,
                     " bytes of private memory for each work-item, which is more than groups of ",
                     range.localSize[0] * range.localSize[1] * range.localSize[2], " work-items can have."));
}

/// Whether this launch must not run the code: the code relies on arguments that don't overlap in memory, but in this
/// launch they do.
bool breaksAliasAssumption(const cpu::KernelCode &code, const Kernel &kernel, std::span<MemoryObject *const> memory) {
  const WeftKernelInfo &info = code.info();
  return info.distinctArguments != 0 && !memory.empty() &&
         kernel.doArgumentsOverlap(memory, info.distinctArguments, info.writtenArguments);
}

/// Whether the launch may run `sized` instead of `code`, which it may run. Both are code of the same kernel. `sized`,
/// which is for one local size, may rely on more arguments being distinct than `code` does. These arguments must not
/// overlap in this launch.
bool keepsAliasAssumption(const cpu::KernelCode &sized, const cpu::KernelCode &code, const Kernel &kernel,
                          std::span<MemoryObject *const> memory) {
  return (sized.info().distinctArguments == code.info().distinctArguments &&
          sized.info().writtenArguments == code.info().writtenArguments) ||
         !breaksAliasAssumption(sized, kernel, memory);
}

/// Whether the code runs groups that are a single row of work-items, and no larger groups
/// (WeftKernelInfo::requiredLocalSize).
bool requiresRowGroups(const WeftKernelInfo &code) {
  return code.requiredLocalSize[0] == 0 && code.requiredLocalSize[1] != 0;
}

/// Whether the code can only run groups of one size.
bool hasFixedLocalSize(const WeftKernelInfo &code) { return code.requiredLocalSize[0] != 0; }

/// Whether Weft may change the local size: the kernel's result doesn't depend on it, the code is for any size, and
/// groups need hardly any memory. (Some bytes of scratch memory for each work-item are allowed. If the code checks for
/// a whole group whether it passes a condition like `if (i < n)`, the check stores a byte for each work-item.)
bool mayRepartition(const KernelManifest &kernel, const WeftKernelInfo &code) {
  constexpr uint64_t littleScratch = 4;
  return (code.flags & WEFT_KERNEL_OBSERVES_GROUPS) == 0 && !kernel.hasRequiredLocalSize() &&
         !hasFixedLocalSize(code) && code.executor == WEFT_EXECUTOR_LOOPS && code.scratchBytesPerItem <= littleScratch;
}

/// Whether the range is so short in the dimension of the code's vectors (packets) that at most half of the lanes of
/// each vector are work-items.
bool wastesLanes(const WeftKernelInfo &code, const cpu::NDRange &range) {
  return 2 * range.globalSize[code.packetDimension] <= code.packetWidth;
}

/// Whether the groups are so short in the dimension of the code's vectors (packets) that at most half of the lanes of
/// each vector are work-items, although the range is longer there.
bool areGroupsTooShort(const WeftKernelInfo &code, const cpu::NDRange &range) {
  return 2 * range.localSize[code.packetDimension] <= code.packetWidth && !wastesLanes(code, range);
}

/// Whether groups are single rows of work-items, although the code prefers groups of several rows (tiles).
bool hasRowGroups(const WeftKernelInfo &code, const cpu::NDRange &range) {
  const auto packetDimension = static_cast<unsigned>(code.packetDimension);
  return (code.flags & WEFT_KERNEL_PREFERS_TILES) != 0 && range.globalSize[packetDimension] != range.workItems() &&
         range.localSize[0] * range.localSize[1] * range.localSize[2] == range.localSize[packetDimension];
}

/// Changes the local size to a size that suits the code better, if the kernel can't observe the difference.
/// `onlyFullGroups` says whether all groups of the present size are full. Returns whether all groups of the new size
/// are full.
bool adaptLocalSize(const Device &device, const KernelManifest &kernel, const WeftKernelInfo &code, cpu::NDRange &range,
                    bool onlyFullGroups) {
  const bool isRepartitionable = mayRepartition(kernel, code);
  if (isRepartitionable && areGroupsTooShort(code, range)) {
    const auto packetDimension = static_cast<unsigned>(code.packetDimension);
    range.localSize[packetDimension] =
        cpu::lengthenGroups(range, packetDimension, code.packetWidth, limits::maxWorkGroupSize);
    if (areGroupsTooShort(code, range))
      range.localSize = localSizeFor(code, device, range, /*uniform=*/false);
    onlyFullGroups = hasOnlyFullGroups(range);
  }
  if (isRepartitionable && hasRowGroups(code, range)) {
    range.localSize = localSizeFor(code, device, range, /*uniform=*/false);
    onlyFullGroups = hasOnlyFullGroups(range);
  }
  if (range.localSize[1] * range.localSize[2] != 1 && requiresRowGroups(code)) {
    range.localSize[1] = range.localSize[2] = 1;
    onlyFullGroups = hasOnlyFullGroups(range);
  }
  // joinGroups makes one group of several. The larger size divides the range, too, so `onlyFullGroups` stays true.
  if (isRepartitionable && onlyFullGroups)
    range.localSize[0] = cpu::joinGroups(range, device.workers(), (code.flags & WEFT_KERNEL_READS_COLUMNS) != 0);
  return onlyFullGroups;
}

/// Whether the launch should use streaming stores, which bypass the caches. It should under two conditions. First, the
/// launch reads and writes much more memory than the last-level cache holds, and writes so much of it that later code
/// would not find the written data in the cache anyway. Second, it reads at least as much as it writes. If a kernel
/// only stores, streaming stores gain nothing: a Zen 4 then writes whole cache lines without reading them first anyway.
bool shouldStream(const Device &device, const Kernel &kernel, const WeftKernelInfo &code, const cpu::NDRange &range,
                  std::span<MemoryObject *const> memory) {
  constexpr uint64_t smallestCache = uint64_t{1} << 22; // the least cache size that is assumed; a launch that moves too
                                                        // little memory even for this returns without reading the
                                                        // actual size
  constexpr uint64_t bytesOfItem = 32;                  // the most bytes that a work-item is assumed to access, because
                                                        // a launch may use only a part of its buffers
  if ((code.flags & WEFT_KERNEL_STREAMS) == 0 || Options::get().streams != StreamedStores::large)
    return (code.flags & WEFT_KERNEL_STREAMS) != 0 && Options::get().streams == StreamedStores::all;
  const Kernel::Reach reach = memory.empty() ? Kernel::Reach() : kernel.reach(memory, code.writtenArguments);
  if (reach.all < smallestCache || reach.written < smallestCache / 4 || reach.written > reach.all / 2)
    return false;
  const uint64_t cache = std::max<uint64_t>(smallestCache, device.memoryHierarchy().lastLevelCacheInstanceBytes);
  return reach.all >= cache + cache / 2 && reach.written >= cache / 4 && range.workItems() >= cache / bytesOfItem;
}

uint32_t streamFlags(const Device &device, const Kernel &kernel, const LaunchPlan &plan,
                     std::span<MemoryObject *const> memory) {
  return shouldStream(device, kernel, plan.code->info(), plan.range, memory) ? WEFT_LAUNCH_STREAMS : 0;
}

/// Whether at least half of the work-items are in full groups. Called if some groups are not full.
bool areMostlyFullGroups(const cpu::NDRange &range) {
  uint64_t items = 1;
  for (unsigned d = 0; d < range.workDim; ++d)
    items *= range.globalSize[d] / range.localSize[d] * range.localSize[d];
  return items >= range.workItems() / 2;
}

/// Whether `sized` may run the full groups of a launch, while `code` runs its other groups (KernelLaunch). Both codes
/// must use the same layout of a group's memory.
bool canRunFullGroups(const WeftKernelInfo &sized, const WeftKernelInfo &code) {
  constexpr uint64_t perExecutionFlags = WEFT_KERNEL_PRINTS | WEFT_KERNEL_CHECKS | WEFT_KERNEL_ENQUEUES;
  return sized.executor == WEFT_EXECUTOR_LOOPS && code.executor == WEFT_EXECUTOR_LOOPS &&
         ((sized.flags | code.flags) & perExecutionFlags) == 0 && sized.subGroupSize == code.subGroupSize &&
         sized.staticLocalBytes == code.staticLocalBytes;
}

/// Whether a candidate that is several times slower could make the launch clearly slower before the trial leaves it:
/// the launch is long, and each thread runs few of its groups. Short launches lose little even then.
bool isRiskyForTrial(const Device &device, const cpu::KernelCode &present, const cpu::NDRange &range) {
  constexpr double manyGroupsOfThread = 4; // where Weft chooses the local size, each thread has 8
  constexpr double longTime = 1'000'000;   // nanoseconds
  const double time = static_cast<double>(range.workItems()) * present.itemTime() / device.computeUnits();
  const double groups = static_cast<double>(range.groups(0)) * static_cast<double>(range.groups(1)) *
                        static_cast<double>(range.groups(2));
  return time > longTime && groups < manyGroupsOfThread * device.computeUnits();
}

/// Returns the best code of the variant for a launch over the plan's range. If the launch should take part in a trial
/// of this code, sets the plan's trial.
const KernelVariant::Code &takeCode(const KernelVariant &variant, const Device &device, const KernelManifest &manifest,
                                    LaunchPlan &plan) {
  ScheduleSearch *search = variant.openSearch();
  if (!search || isRiskyForTrial(device, *variant.best(), plan.range)) [[likely]]
    return variant.best();
  std::shared_ptr<cpu::CodeTrial> trial = search->join(plan.range.workItems());
  if (!trial || !checkPrivateMemory(device, manifest, trial->candidate()->info(), plan.range))
    return variant.best();
  plan.trial = std::move(trial);
  return plan.trial->present();
}

/// Whether the plan for the launch's range may be stored for later launches (KernelDefinition::launchPlanCache).
bool isPlanCacheable(const Kernel &kernel, const LaunchRequest &request) {
  return !request.requiresValidLocalSize && !kernel.takesConstants() && hasSmallObjects(kernel);
}

/// Stores the plan for later launches. The variant is for one local size, so no better variant will come later.
void cachePlan(const KernelDefinition &definition, const LaunchRequest &request, uint64_t localArgumentBytes,
               const LaunchPlan &plan, const KernelVariant &variant) {
  CachedPlan cached{.requested = {},
                    .localArgumentBytes = localArgumentBytes,
                    .range = plan.range,
                    .variant = &variant,
                    .localBytes = plan.localBytes};
  if (checkRange(request, cached.requested))
    definition.launchPlanCache().add(cached);
}

} // namespace

bool isEmpty(const LaunchRequest &request) {
  return !request.globalSize ||
         std::any_of(request.globalSize, request.globalSize + request.workDim, [](size_t size) { return size == 0; });
}

Result<> checkDimensions(const LaunchRequest &request) {
  if (request.workDim == 0 || request.workDim > limits::maxWorkItemDimensions)
    return fail(CL_INVALID_WORK_DIMENSION, concat("A range has 1 to 3 dimensions, not ", request.workDim, "."));
  return {};
}

Result<> checkRange(const LaunchRequest &request, cpu::NDRange &range) {
  range.workDim = request.workDim;
  uint64_t items = 1;
  for (unsigned d = 0; d < request.workDim; ++d) {
    range.globalSize[d] = request.globalSize[d];
    range.globalOffset[d] = request.globalOffset ? request.globalOffset[d] : 0;
    range.localSize[d] = request.localSize ? request.localSize[d] : 0;
    // CL_INVALID_GLOBAL_OFFSET: a size_t could not hold the largest id.
    uint64_t end;
    if (__builtin_add_overflow(range.globalOffset[d], range.globalSize[d], &end))
      return fail(CL_INVALID_GLOBAL_OFFSET,
                  concat("The global offset and size in dimension ", d, " add up to more than a size_t can hold."));
    if (__builtin_mul_overflow(items, range.globalSize[d], &items))
      return fail(CL_INVALID_GLOBAL_WORK_SIZE, "There are more work-items than a size_t can count.");
  }
  return {};
}

Result<> planLaunch(const Device &device, const Kernel &kernel, const LaunchRequest &request, LaunchPlan &plan,
                    std::span<MemoryObject *const> memory, const ArgumentConstants &constants) {
  const KernelDefinition *definition = kernel.definition(device);
  // CL_INVALID_PROGRAM_EXECUTABLE: the program was only built for other devices.
  if (!definition)
    return fail(CL_INVALID_PROGRAM_EXECUTABLE, "The program has not been built for the queue's device.");
  const uint64_t localArgumentBytes = kernel.localArgumentBytes();
  bool isCacheable = isPlanCacheable(kernel, request);
  if (isCacheable) {
    const CachedPlan *cached = definition->launchPlanCache().find(
        request.workDim, request.globalOffset, request.globalSize, request.localSize, localArgumentBytes);
    if (cached && !breaksAliasAssumption(*cached->variant->best(), kernel, memory)) {
      plan.range = cached->range;
      plan.code = takeCode(*cached->variant, device, definition->manifest(), plan);
      plan.localBytes = cached->localBytes;
      plan.flags = streamFlags(device, kernel, plan, memory);
      return {};
    }
  }
  cpu::NDRange &range = plan.range;
  TRY(checkRange(request, range));
  const KernelManifest &manifest = definition->manifest();
  bool given = request.localSize || manifest.hasRequiredLocalSize();
  if (!request.localSize && manifest.hasRequiredLocalSize())
    range.localSize = manifest.requiredLocalSize;
  bool onlyFullGroups = false; // computed only once, because divisions are a large share of a small launch's time
  if (given) {
    TRY(checkLocalSize(manifest, range));
    onlyFullGroups = hasOnlyFullGroups(range);
    if (!onlyFullGroups && !manifest.nonUniformGroups)
      return failForUnevenGroups(range);
  }
  const bool uses32BitIndices = fits32BitIndices(kernel, range);
  const std::optional<LocalSize> fullGroupSize = onlyFullGroups ? std::optional(range.localSize) : std::nullopt;
  SpecialisedVariants *index32 = uses32BitIndices ? &definition->index32(constants) : nullptr;
  // The code lives as long as the kernel object. So this function works with pointers to code, and copies only one
  // shared_ptr, at its end: each copy takes an atomic operation.
  const KernelVariant *variant = TRY(firstVariant(*definition, index32, fullGroupSize, CodeBuffers::distinct));
  if (breaksAliasAssumption(*variant->best(), kernel, memory)) [[unlikely]] {
    index32 = uses32BitIndices ? &definition->index32(constants, CodeBuffers::any) : nullptr;
    variant = TRY(firstVariant(*definition, index32, fullGroupSize, CodeBuffers::any));
    isCacheable = false;
  }
  const cpu::KernelCode *code = variant->best().get();
  if (code->info().packetDimension != 0 && !hasFixedLocalSize(code->info()) && wastesLanes(code->info(), range))
    if (const auto *rows = index32 ? index32->forRows() : nullptr;
        rows && keepsAliasAssumption(*rows->best(), *code, kernel, memory)) {
      variant = rows;
      code = rows->best().get();
    }
  if (given) {
    TRY(checkSubGroups(manifest, code->info(), range));
  } else {
    range.localSize = TRY(chooseLocalSize(device, manifest, code->info(), range, request.requiresValidLocalSize));
    onlyFullGroups = hasOnlyFullGroups(range);
  }
  if (!request.requiresValidLocalSize)
    onlyFullGroups = adaptLocalSize(device, manifest, code->info(), range, onlyFullGroups);
  if (index32 && !manifest.hasRequiredLocalSize() && onlyFullGroups && !hasFixedLocalSize(code->info()))
    if (const auto *sized = index32->forLocalSize(range.localSize, range.workItems());
        sized && keepsAliasAssumption(*sized->best(), *code, kernel, memory)) {
      variant = sized;
      code = sized->best().get();
    }
  TRY(checkPrivateMemory(device, manifest, code->info(), range));
  if (index32 && !onlyFullGroups && areMostlyFullGroups(range))
    if (const auto *sized = index32->forLocalSize(range.localSize, range.workItems());
        sized && canRunFullGroups(sized->best()->info(), code->info()) &&
        keepsAliasAssumption(*sized->best(), *code, kernel, memory) &&
        checkPrivateMemory(device, manifest, sized->best()->info(), range))
      plan.fullGroupCode = takeCode(*sized, device, manifest, plan);
  uint64_t localBytes = code->info().staticLocalBytes + localArgumentBytes;
  if (localBytes > limits::localMemoryBytes)
    return fail(CL_OUT_OF_RESOURCES,
                concat("Kernel '", manifest.name, "' asks for ", localBytes,
                       " bytes of local memory; a group can have ", limits::localMemoryBytes, "."));
  plan.code = plan.fullGroupCode ? variant->best() : takeCode(*variant, device, manifest, plan);
  plan.localBytes = localBytes;
  plan.flags = streamFlags(device, kernel, plan, memory);
  if (isCacheable && index32 && hasFixedLocalSize(code->info()))
    cachePlan(*definition, request, localArgumentBytes, plan, *variant);
  return {};
}

} // namespace weft::core
