// The state that a launch by the host shares with all launches that its kernels enqueue.
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

/// A launch tree consists of a launch that the host enqueues, the launches that its kernel enqueues, those that their
/// kernels enqueue, and so on. This object knows the queues, blocks and events that the kernels of the tree can name.
/// Its queues never change: they are the queues among the arguments of the host's launch, and the default queue at the
/// time of that launch. Any thread may call the functions.
class LaunchTree {
public:
  /// Makes a tree for a launch of the kernel on the device. Compiles all blocks that may be enqueued, because a thread
  /// that runs a kernel may not compile. Errors: CL_INVALID_DEVICE_QUEUE, those of KernelVariant.
  static Result<std::shared_ptr<LaunchTree>> create(Device &device, const Kernel &kernel);

  Device &device() const { return device_; }
  DeviceEvents &events() { return *events_; }
  const std::shared_ptr<DeviceEvents> &sharedEvents() const { return events_; }
  /// Null if no queue of this device has this id.
  DeviceQueue *queue(WeftQueueId number) const;
  /// The id of the default queue; 0 if there is none.
  WeftQueueId defaultQueue() const { return default_ ? default_->number() : 0; }
  /// Creates a kernel object for one launch of the block with this name. Null if no block has this name. Throws
  /// std::bad_alloc.
  RefPtr<Kernel> block(std::string_view name) const;
  /// Answers a kernel's query (WeftKernelQuery) about a block's kernel; 0 if the answer isn't known.
  uint32_t query(uint32_t query, const WeftNdRange *range, std::string_view block) const;

private:
  LaunchTree(Device &device, const Kernel &kernel);
  Result<> prepareBlocks() const;

  Device &device_; ///< the host's launch keeps it alive
  const RefPtr<Program> program_;
  const KernelDefinition::Blocks blocks_;
  std::vector<RefPtr<Queue>> queues_;
  RefPtr<DeviceQueue> default_;
  const std::shared_ptr<DeviceEvents> events_ = std::make_shared<DeviceEvents>();
};

/// Converts the range into the form that a launch by the host has. The request refers to the arrays of `range`.
LaunchRequest requestFor(const WeftNdRange &range);

} // namespace weft::core

#endif
