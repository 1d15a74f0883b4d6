// Counts the local sizes that a kernel is launched with.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/programs/NarrowCode.h"

#include <algorithm>

#include "Options.h"

namespace weft::core {

namespace {

/// A kernel that is tuned tries many sizes; what it settles on is among the first of these most of the time.
constexpr size_t mostSizes = 8;
/// A compilation takes some 30 ms. With this much work before it, as much or more will probably follow.
constexpr unsigned enoughLaunches = 4;
constexpr uint64_t enoughWorkItems = uint64_t{1} << 22;
/// So many launches are enough whatever they do: few work-items may have much to do each, as those that go down
/// columns.
constexpr unsigned manyLaunches = 100;

/// Null where no size is required, or sizes are to have no code of their own.
std::shared_ptr<KernelVariant> variantFor(const LocalSize &required, std::shared_ptr<const ProgramCode> program,
                                          CodeRequest request) {
  if (required[0] == 0 || Options::get().localSizes == SizedCode::none)
    return nullptr;
  request.localSize = required;
  return std::make_shared<KernelVariant>(std::move(program), std::move(request));
}

} // namespace

NarrowCode::NarrowCode(std::shared_ptr<const ProgramCode> program, CodeRequest anyLocalSize, const LocalSize &required)
    : program_(std::move(program)),
      forAnyLocalSize_(std::make_shared<KernelVariant>(program_, std::move(anyLocalSize))),
      forRequiredSize_(variantFor(required, program_, forAnyLocalSize_->request())) {}

KernelVariant *NarrowCode::count(const LocalSize &localSize, uint64_t workItems, bool &isNew) {
  if (KernelVariant *latest = latest_.load(std::memory_order_acquire);
      latest && latest->request().localSize == localSize) [[likely]]
    return latest;
  const bool atOnce = Options::get().localSizes == SizedCode::all;
  Lock lock(mutex_);
  auto found = std::ranges::find(sizes_, localSize, &Recurring::localSize);
  if (found == sizes_.end()) {
    if (sizes_.size() == mostSizes)
      return nullptr;
    found = sizes_.insert(sizes_.end(), Recurring{.localSize = localSize, .variant = nullptr});
  }
  if (found->variant) {
    latest_.store(found->variant.get(), std::memory_order_release);
    return found->variant.get();
  }
  ++found->launches;
  found->workItems += workItems;
  isNew = atOnce || found->launches >= manyLaunches ||
          (found->launches >= enoughLaunches && found->workItems >= enoughWorkItems);
  if (isNew) {
    CodeRequest request = forAnyLocalSize_->request();
    request.localSize = localSize;
    found->variant = std::make_shared<KernelVariant>(program_, std::move(request));
  }
  return found->variant.get();
}

const KernelVariant::Code *NarrowCode::forLocalSize(const LocalSize &localSize, uint64_t workItems) {
  const SizedCode policy = Options::get().localSizes;
  if (policy == SizedCode::none)
    return nullptr;
  bool isNew = false;
  KernelVariant *variant = count(localSize, workItems, isNew);
  if (!variant)
    return nullptr;
  if (policy == SizedCode::all) {
    auto code = variant->get();
    return code ? *code : nullptr;
  }
  if (isNew)
    variant->startAhead();
  return variant->ready();
}

} // namespace weft::core
