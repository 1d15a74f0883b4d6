// The fiber executor: each work-item of a group is a fiber, and a barrier is a switch.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "exec/WorkItemFibers.h"

#include <limits>
#include <memory>
#include <utility>

#include <boost/context/fiber.hpp>

#include "exec/Sanitizers.h"

namespace weft::cpu {

namespace {

/// Hands Boost one given stack, and takes it back when the fiber has ended.
class GivenStack {
public:
  GivenStack(StackPool &pool, Stack stack) : pool_(&pool), stack_(stack) {}

  boost::context::stack_context allocate() {
    boost::context::stack_context context;
    context.sp = stack_.top;
    context.size = stack_.bytes;
    return context;
  }
  void deallocate(boost::context::stack_context &) noexcept { pool_->give(stack_); }

private:
  StackPool *pool_;
  Stack stack_;
};

} // namespace

/// What the kernel knows of a work-item, and what it takes to switch to it and back.
struct WorkItemFibers::Item : WeftItem {
  WeftItemEntry entry = nullptr;
  const WeftLaunch *launch = nullptr;
  const WeftGroup *group = nullptr;
  /// The side that is not running: the work-item while the executor runs, the executor while the work-item does.
  /// Empty when the work-item has ended.
  boost::context::fiber other;
  Stack stack;
  const void *executorBottom = nullptr; ///< the executor's stack, for AddressSanitizer
  size_t executorBytes = 0;
};

WorkItemFibers::WorkItemFibers(Arena &arena, uint64_t items, uint64_t privateBytes) : stacks_(arena.stacks()) {
  constexpr uint64_t most = std::numeric_limits<uint32_t>::max(); // no machine has stacks for more
  if (items > most || privateBytes > most)
    return;
  // All stacks before the first switch: a group that has begun can't be given up, its fibers hold frames of kernel
  // code, which cannot be unwound.
  if (!stacks_.reserve(items, StackPool::defaultStackBytes + privateBytes))
    return;
  auto *memory = static_cast<Item *>(arena.allocate(items * sizeof(Item), alignof(Item)));
  if (memory != nullptr)
    items_ = memory;
}

void WorkItemFibers::run(WeftItemEntry entry, const WeftLaunch &launch, const WeftGroup &group) {
  const uint64_t count = group.localSize[0] * group.localSize[1] * group.localSize[2];
  std::uninitialized_value_construct_n(items_, count);
  uint64_t index = 0;
  for (uint64_t z = 0; z < group.localSize[2]; ++z)
    for (uint64_t y = 0; y < group.localSize[1]; ++y)
      for (uint64_t x = 0; x < group.localSize[0]; ++x) {
        Item &item = items_[index++];
        item.localId[0] = x;
        item.localId[1] = y;
        item.localId[2] = z;
        item.barrier = barrier;
        item.entry = entry;
        item.launch = &launch;
        item.group = &group;
        start(item);
      }
  for (bool anyLeft = true; anyLeft;) {
    anyLeft = false;
    for (index = 0; index < count; ++index)
      if (items_[index].other) {
        resume(items_[index]);
        anyLeft = true;
      }
  }
  std::destroy_n(items_, count);
}

/// Makes the item's fiber and runs it up to its first barrier or its end.
void WorkItemFibers::start(Item &item) {
  item.stack = stacks_.take();
  item.other =
      boost::context::fiber(std::allocator_arg, GivenStack(stacks_, item.stack), [&item](boost::context::fiber &&back) {
        sanitizer::enterStack(nullptr, &item.executorBottom, &item.executorBytes);
        item.other = std::move(back);
        item.entry(item.launch, item.group, &item);
        sanitizer::leaveStack(nullptr, item.executorBottom, item.executorBytes);
        return std::move(item.other);
      });
  resume(item);
}

void WorkItemFibers::resume(Item &item) {
  void *fakeStack = nullptr;
  // ThreadSanitizer is told of every switch here, on the executor's side alone: like this its record of calls stays in
  // balance also when a fiber ends, which happens inside of Boost.
  void *const executor = sanitizer::currentFiber();
  sanitizer::switchToFiber(item.stack.tsan);
  sanitizer::leaveStack(&fakeStack, item.stack.bottom(), item.stack.bytes);
  item.other = std::move(item.other).resume();
  sanitizer::enterStack(fakeStack, nullptr, nullptr);
  sanitizer::switchToFiber(executor);
}

void WorkItemFibers::barrier(WeftItem *base) {
  auto &item = *static_cast<Item *>(base);
  void *fakeStack = nullptr;
  sanitizer::leaveStack(&fakeStack, item.executorBottom, item.executorBytes);
  item.other = std::move(item.other).resume();
  sanitizer::enterStack(fakeStack, &item.executorBottom, &item.executorBytes);
}

} // namespace weft::cpu
