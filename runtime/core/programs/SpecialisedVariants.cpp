// Decides for which local sizes a kernel gets code of its own, by counting the launches with each size.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/programs/SpecialisedVariants.h"

#include <algorithm>
#include <utility>

#include "Options.h"

namespace weft::core {

namespace {

/// The count of local sizes that are tracked, and may get code of their own. A kernel that is being tuned tries many
/// sizes.
constexpr size_t maxLocalSizes = 64;
/// While a compile thread occupies one of two cores, launches take up to twice as long, and most kernels gain a tenth
/// or less by code for a size. So code for a size is compiled once the launches with it have taken this many times as
/// long as the compiler takes. Much more time will probably follow then.
constexpr double compileTimeFactor = 4;
/// The time that the compiler takes for most kernels, in nanoseconds. It is used where the actual time isn't known.
constexpr double usualCompilation = 10'000'000;
/// Launches that one thread runs, and that take less than `shortLaunch` nanoseconds each, leave the other cores to the
/// compiler. For them it is enough that there are `manyLaunches` with the size.
constexpr double shortLaunch = 10'000;
constexpr unsigned manyLaunches = 100;
/// The first local sizes. Where the kernel has barriers, they get code before any other code is made. Where code for
/// one size gains much, they get code as soon as they come. There are two: one for the bulk of the work, and one for
/// the remainder or for the last step of a reduction. A kernel with more sizes is being tuned, or divides each range in
/// its own way; it doesn't wait for code for each size.
constexpr size_t firstSizes = 2;
/// The first local sizes for which code is made as soon as they come, where the kernel has barriers. Later sizes must
/// recur.
constexpr size_t earlySizes = 8;

} // namespace

SpecialisedVariants::SpecialisedVariants(std::shared_ptr<const ProgramCode> program, CodeRequest anyLocalSize,
                                         const KernelManifest &kernel)
    : program_(std::move(program)), hasBarriers_(kernel.hasBarriers),
      forAnyLocalSize_(std::make_shared<KernelVariant>(program_, std::move(anyLocalSize))),
      forRequiredSize_(kernel.hasRequiredLocalSize() && Options::get().localSizes != SizedCode::none
                           ? makeVariant(kernel.requiredLocalSize)
                           : nullptr) {}

std::shared_ptr<KernelVariant> SpecialisedVariants::makeVariant(const LocalSize &localSize) const {
  CodeRequest request = forAnyLocalSize_->request();
  request.localSize = localSize;
  return std::make_shared<KernelVariant>(program_, std::move(request));
}

bool SpecialisedVariants::specialisesFirst() const {
  return hasBarriers_ && !forRequiredSize_ && Options::get().localSizes == SizedCode::recurring;
}

void SpecialisedVariants::startSpeculatively() const {
  if (!specialisesFirst())
    usual().startSpeculatively();
}

Result<const KernelVariant::Code *> SpecialisedVariants::first(const std::optional<LocalSize> &fullGroupSize) {
  if (!fullGroupSize)
    return forAnyLocalSize_->get();
  KernelVariant *sized = specialisesFirst() ? variantForEarlySize(*fullGroupSize) : forRequiredSize_.get();
  if (!sized)
    return forAnyLocalSize_->get();
  // Where there is code for any size, or it is being made, no launch needs to wait for code for this size.
  if (!forRequiredSize_ && !sized->ready() && forAnyLocalSize_->isStarted())
    return forAnyLocalSize_->get();
  auto code = sized->get();
  // If the compiler fails for one size, it may still be able to compile code for any size.
  return code || forRequiredSize_ ? code : forAnyLocalSize_->get();
}

const KernelVariant::Code *SpecialisedVariants::codeForRows() {
  std::shared_ptr<KernelVariant> rows;
  {
    Lock lock(mutex_);
    if (!rowVariant_)
      rowVariant_ = makeVariant(LocalSize{0, 1, 1});
    rows = rowVariant_;
  }
  auto code = rows->get();
  return code ? *code : nullptr;
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
  if (Options::get().localSizes == SizedCode::all || (hasBarriers_ && isAmongFirst(earlySizes, size)) ||
      (size.launches >= manyLaunches && duration < shortLaunch) || size.time >= compileTimeFactor * compilation)
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
  // Code for any size may have been started since the caller checked. Then no launch needs to wait for code for this
  // size.
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
  const KernelVariant::Code *code = forAnyLocalSize_->ready();
  const double duration = code ? static_cast<double>(workItems) * (*code)->itemTime() : 0;
  ++found->launches;
  found->time += duration;
  isNew = isWorthCompiling(*found, duration);
  if (isNew)
    found->variant = makeVariant(localSize);
  return found->variant.get();
}

const KernelVariant::Code *SpecialisedVariants::forLocalSize(const LocalSize &localSize, uint64_t workItems) {
  const SizedCode policy = Options::get().localSizes;
  if (policy == SizedCode::none)
    return nullptr;
  bool isNew = forRequiredSize_ && !forRequiredSize_->isStarted();
  KernelVariant *variant = forRequiredSize_ ? forRequiredSize_.get() : count(localSize, workItems, isNew);
  if (!variant)
    return nullptr;
  if (policy == SizedCode::all) {
    auto code = variant->get();
    return code ? *code : nullptr;
  }
  if (isNew)
    variant->startNow();
  return variant->ready();
}

} // namespace weft::core
