// A launch by the host and all launches that come of it: what they have in common.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_LAUNCH_TREE_H
#define WEFT_RUNTIME_CORE_COMMANDS_LAUNCH_TREE_H

#include <memory>
#include <string_view>
#include <vector>

#include "EnqueueAbi.h"
#include "core/commands/DeviceEvents.h"
#include "core/commands/DeviceQueue.h"
#include "core/launches/LaunchPlan.h"
#include "core/programs/Kernel.h"

namespace weft::core {

/// The queues, blocks and events that kernels of the tree can name. The queues never change: a kernel knows the queues
/// that the host's launch was given, and the queue that was the default queue then. Any thread may call.
class LaunchTree {
public:
  /// Makes a tree for a launch of the kernel on the device. Compiles all blocks that may be enqueued, because no thread
  /// that runs a kernel may compile. Errors: CL_INVALID_DEVICE_QUEUE, those of KernelVariant.
  static Result<std::shared_ptr<LaunchTree>> create(Device &device, const Kernel &kernel);

  Device &device() const { return device_; }
  DeviceEvents &events() { return *events_; }
  const std::shared_ptr<DeviceEvents> &sharedEvents() const { return events_; }
  /// Null where no queue of this device has this number.
  DeviceQueue *queue(WeftQueueId number) const;
  /// 0 where there is no default queue.
  WeftQueueId defaultQueue() const { return default_ ? default_->number() : 0; }
  /// Makes a kernel object for one launch of a block. Null where there is no such block. Throws std::bad_alloc.
  RefPtr<Kernel> block(std::string_view name) const;
  /// Answers a kernel's query; 0 where the answer can't be known.
  uint32_t query(uint32_t query, const WeftNdRange *range, std::string_view block) const;

private:
  LaunchTree(Device &device, const Kernel &kernel);
  Result<> prepareBlocks() const;

  Device &device_; ///< kept by the host's launch
  const RefPtr<Program> program_;
  const KernelDefinition::Blocks blocks_;
  std::vector<RefPtr<Queue>> queues_;
  RefPtr<DeviceQueue> default_;
  const std::shared_ptr<DeviceEvents> events_ = std::make_shared<DeviceEvents>();
};

/// The range in the form that a launch by the host has. The arrays of the request are those of `range`.
LaunchRequest requestFor(const WeftNdRange &range);

} // namespace weft::core

#endif
