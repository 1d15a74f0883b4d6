// Decides for which local sizes a kernel gets code of its own, by counting the launches with each size.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/programs/SpecialisedVariants.h"

#include <algorithm>
#include <utility>

#include "Options.h"

namespace weft::core {

namespace {

/// The greatest number of local sizes that are counted and may get code of their own. There is a limit because an
/// application that tunes a kernel tries many sizes.
constexpr size_t maxLocalSizes = 64;
/// Code for a size is compiled when the launches with this size together have taken this many times as long as the
/// compiler takes. If a kernel has been launched for so long, it will probably be launched for much longer. The factor
/// is not lower, because most kernels gain only a tenth or less by code for a size. In contrast, launches take up to
/// twice as long while the compiler occupies one of two cores.
constexpr double compileTimeFactor = 4;
/// The time that the compiler takes for most kernels, in nanoseconds. It is used if the actual time isn't known.
constexpr double usualCompilation = 10'000'000;
/// Launches that take less than `shortLaunch` nanoseconds run on one thread, so the compiler can use the other cores.
/// So for these launches, code for their size is already compiled after `manyLaunches` launches with it.
constexpr double shortLaunch = 10'000;
constexpr unsigned manyLaunches = 100;
/// This many local sizes, the first with which a kernel is launched, are treated specially. If the kernel has barriers,
/// the launch waits for code for its size, and no code for any size is made before. If the kernel has
/// WEFT_KERNEL_GAINS_BY_SIZE, code for the size is started at its first launch. Two sizes suffice: one for most of the
/// work, and one for the remainder or for the last step of a reduction. If a kernel is launched with more sizes, it is
/// probably being tuned, or each range gets its own size; then it isn't worth waiting for code for each size.
constexpr size_t firstSizes = 2;
/// If the kernel has barriers, code for this many local sizes, the first with which it is launched, is started at the
/// first launch with the size. For later sizes, code is only made if they recur often enough.
constexpr size_t earlySizes = 8;

} // namespace

SpecialisedVariants::SpecialisedVariants(std::shared_ptr<const ProgramCode> program, CodeRequest anyLocalSize,
                                         const KernelManifest &kernel)
    : program_(std::move(program)), hasBarriers_(kernel.hasBarriers),
      forAnyLocalSize_(
          std::make_shared<KernelVariant>(program_, std::move(anyLocalSize), KernelVariant::Search::allowed)),
      forRequiredSize_(kernel.hasRequiredLocalSize() && Options::get().localSizes != SizedCode::none
                           ? makeVariant(kernel.requiredLocalSize)
                           : nullptr) {}

std::shared_ptr<KernelVariant> SpecialisedVariants::makeVariant(const LocalSize &localSize) const {
  CodeRequest request = forAnyLocalSize_->request();
  request.localSize = localSize;
  return std::make_shared<KernelVariant>(program_, std::move(request), KernelVariant::Search::allowed);
}

bool SpecialisedVariants::specialisesFirst() const {
  return hasBarriers_ && !forRequiredSize_ && Options::get().localSizes == SizedCode::recurring;
}

void SpecialisedVariants::startSpeculatively() const {
  if (!specialisesFirst())
    usual().startSpeculatively();
}

namespace {

/// Returns the variant when its code is there. Waits for it, or makes it.
Result<const KernelVariant *> whenReady(KernelVariant &variant) {
  TRY(variant.get());
  return &variant;
}

} // namespace

Result<const KernelVariant *> SpecialisedVariants::first(const std::optional<LocalSize> &fullGroupSize) {
  if (!fullGroupSize)
    return whenReady(*forAnyLocalSize_);
  KernelVariant *sized = specialisesFirst() ? variantForEarlySize(*fullGroupSize) : forRequiredSize_.get();
  if (!sized)
    return whenReady(*forAnyLocalSize_);
  // If code for any size is there or is being made, the launch uses it, rather than wait for code for its size.
  if (!forRequiredSize_ && !sized->ready() && forAnyLocalSize_->isStarted())
    return whenReady(*forAnyLocalSize_);
  auto variant = whenReady(*sized);
  // If the compiler fails for one size, it may still be able to compile code for any size.
  return variant || forRequiredSize_ ? variant : whenReady(*forAnyLocalSize_);
}

const KernelVariant *SpecialisedVariants::forRows() {
  std::shared_ptr<KernelVariant> rows;
  {
    Lock lock(mutex_);
    if (!rowVariant_)
      rowVariant_ = makeVariant(LocalSize{0, 1, 1});
    rows = rowVariant_;
  }
  return whenReady(*rows).value_or(nullptr);
}

SpecialisedVariants::Recurring *SpecialisedVariants::find(const LocalSize &localSize) {
  auto found = std::ranges::find(sizes_, localSize, &Recurring::localSize);
  if (found != sizes_.end())
    return &*found;
  return sizes_.size() == maxLocalSizes ? nullptr
                                        : &sizes_.emplace_back(Recurring{.localSize = localSize, .variant = {}});
}

bool SpecialisedVariants::isAmongFirst(size_t first, const Recurring &size) const {
  return std::cmp_less(&size - sizes_.data(), first);
}

bool SpecialisedVariants::isWorthCompiling(const Recurring &size, double duration) const {
  const double compilation = std::max(static_cast<double>(forAnyLocalSize_->compileTime()), usualCompilation);
  if (Options::get().localSizes == SizedCode::all || Options::get().tune == Tuning::eager ||
      (hasBarriers_ && isAmongFirst(earlySizes, size)) || (size.launches >= manyLaunches && duration < shortLaunch) ||
      size.time >= compileTimeFactor * compilation)
    return true;
  const KernelVariant::Code *code = forAnyLocalSize_->ready();
  return code && isAmongFirst(firstSizes, size) && ((*code)->info().flags & WEFT_KERNEL_GAINS_BY_SIZE) != 0;
}

KernelVariant *SpecialisedVariants::latestFor(const LocalSize &localSize) const {
  KernelVariant *latest = latest_.load(std::memory_order_acquire);
  return latest && latest->request().localSize == localSize ? latest : nullptr;
}

KernelVariant *SpecialisedVariants::variantForEarlySize(const LocalSize &localSize) {
  if (KernelVariant *latest = latestFor(localSize)) [[likely]]
    return latest;
  Lock lock(mutex_);
  Recurring *found = find(localSize);
  if (!found)
    return nullptr;
  // Another thread may have started code for any size meanwhile. Then the launch uses that code, rather than wait for
  // code for its size.
  if (!found->variant && isAmongFirst(firstSizes, *found) && !forAnyLocalSize_->isStarted())
    found->variant = makeVariant(localSize);
  if (found->variant)
    latest_.store(found->variant.get(), std::memory_order_release);
  return found->variant.get();
}

KernelVariant *SpecialisedVariants::count(const LocalSize &localSize, uint64_t workItems, bool &isNew) {
  if (KernelVariant *latest = latestFor(localSize)) [[likely]]
    return latest;
  Lock lock(mutex_);
  Recurring *found = find(localSize);
  if (!found)
    return nullptr;
  if (found->variant) {
    latest_.store(found->variant.get(), std::memory_order_release);
    return found->variant.get();
  }
  bool wasSearched = false;
  if (found->launches == 0) { // looks into the disk cache without a lock
    lock.unlock();
    wasSearched = makeVariant(localSize)->wasSearched();
    lock.lock();
    found = find(localSize);
  }
  const KernelVariant::Code *code = forAnyLocalSize_->ready();
  const double duration = code ? static_cast<double>(workItems) * (*code)->itemTime() : 0;
  ++found->launches;
  found->time += duration;
  if (found->variant) // another thread has made it meanwhile
    return found->variant.get();
  isNew = wasSearched || isWorthCompiling(*found, duration);
  if (isNew)
    found->variant = makeVariant(localSize);
  return found->variant.get();
}

const KernelVariant *SpecialisedVariants::forLocalSize(const LocalSize &localSize, uint64_t workItems) {
  const SizedCode policy = Options::get().localSizes;
  if (policy == SizedCode::none)
    return nullptr;
  bool isNew = forRequiredSize_ && !forRequiredSize_->isStarted();
  KernelVariant *variant = forRequiredSize_ ? forRequiredSize_.get() : count(localSize, workItems, isNew);
  if (!variant)
    return nullptr;
  if (policy == SizedCode::all)
    return whenReady(*variant).value_or(nullptr);
  if (isNew)
    variant->startNow();
  return variant->ready() ? variant : nullptr;
}

} // namespace weft::core
