// The state that a launch by the host shares with all launches that its kernels enqueue.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/commands/LaunchTree.h"

#include <algorithm>
#include <type_traits>

#include "core/objects/Limits.h"

namespace weft::core {

LaunchRequest requestFor(const WeftNdRange &range) {
  static_assert(std::is_same_v<decltype(WeftNdRange::globalSize), size_t[3]>);
  const size_t dimensions = std::min<size_t>(range.workDim, std::size(range.localSize));
  const bool hasLocalSize =
      std::any_of(range.localSize, range.localSize + dimensions, [](uint64_t size) { return size != 0; });
  return {range.workDim, range.globalOffset, range.globalSize, hasLocalSize ? range.localSize : nullptr};
}

LaunchTree::LaunchTree(Device &device, const Kernel &kernel)
    : device_(device), program_(&kernel.program()), blocks_(kernel.definition(device)->blocks()) {}

Result<std::shared_ptr<LaunchTree>> LaunchTree::create(Device &device, const Kernel &kernel) {
  auto tree = std::shared_ptr<LaunchTree>(new LaunchTree(device, kernel));
  tree->queues_ = TRY(kernel.queues());
  if (RefPtr<Queue> queue = kernel.context().defaultQueue(device)) {
    tree->default_ = RefPtr<DeviceQueue>(static_cast<DeviceQueue *>(queue.get()));
    tree->queues_.push_back(std::move(queue));
  }
  TRY(tree->prepareBlocks());
  return tree;
}

Result<> LaunchTree::prepareBlocks() const {
  for (const auto &block : blocks_)
    block->index64().startNow();
  for (const auto &block : blocks_) {
    TRY(block->index64().get());
    if (const auto &memory = block->memory())
      TRY(memory->get());
  }
  return {};
}

DeviceQueue *LaunchTree::queue(WeftQueueId number) const {
  for (const RefPtr<Queue> &queue : queues_)
    if (auto *its = static_cast<DeviceQueue *>(queue.get()); its->number() == number && &its->device() == &device_)
      return its;
  return nullptr;
}

RefPtr<Kernel> LaunchTree::block(std::string_view name) const {
  for (const auto &block : blocks_)
    if (block->manifest().name == name)
      return makeRef<Kernel>(*program_, std::vector<DeviceKernel>{{&device_, block}});
  return nullptr;
}

uint32_t LaunchTree::query(uint32_t query, const WeftNdRange *range, std::string_view block) const {
  const RefPtr<Kernel> kernel = this->block(block);
  if (!kernel)
    return 0;
  if (query == WEFT_QUERY_WORK_GROUP_SIZE)
    return limits::maxWorkGroupSize;
  if (query == WEFT_QUERY_PREFERRED_MULTIPLE)
    return limits::preferredWorkGroupMultiple;
  if (!range || !checkDimensions(requestFor(*range)) || isEmpty(requestFor(*range)))
    return 0;
  LaunchPlan plan;
  if (!planLaunch(device_, *kernel, requestFor(*range), plan))
    return 0;
  const uint64_t size = std::max<uint64_t>(1, plan.code->info().subGroupSize);
  const uint64_t items = plan.range.localSize[0] * plan.range.localSize[1] * plan.range.localSize[2];
  return static_cast<uint32_t>(query == WEFT_QUERY_SUB_GROUP_SIZE ? size : items / size + (items % size != 0));
}

} // namespace weft::core
