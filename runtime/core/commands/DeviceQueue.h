// A command-queue on the device, to which kernels enqueue kernels.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_DEVICE_QUEUE_H
#define WEFT_RUNTIME_CORE_COMMANDS_DEVICE_QUEUE_H

#include <atomic>

#include "EnqueueAbi.h"
#include "core/commands/CommandQueue.h"
#include "core/objects/Queue.h"

namespace weft::core {

/// Always out of order: what is enqueued waits for its wait list, and for what its flags name. A launch keeps the
/// queues that it knows until it is complete, so that the application may release them.
class DeviceQueue final : public Queue {
public:
  /// For resolve(): which of the queues are on the device.
  using Shared = Queue;
  static constexpr const char *name = "command-queue on the device";
  static bool isOne(const Queue &queue) { return queue.isOnDevice(); }

  /// CL_OUT_OF_RESOURCES: the context has as many queues on the device as there can be.
  static Result<RefPtr<DeviceQueue>> create(Context &context, Device &device, QueueRequest request);
  /// Made by `create`.
  DeviceQueue(Context &context, Device &device, QueueRequest request);

  /// CL_QUEUE_SIZE: bytes for commands that are not complete.
  cl_uint size() const { return size_; }
  /// What a command takes of it, besides what its block has captured. It is what the command takes on the host.
  static constexpr uint64_t commandBytes = 1024;
  /// False where the queue is full. Any thread may call.
  bool takeRoom(uint64_t bytes) noexcept;
  void giveRoom(uint64_t bytes) noexcept { taken_.fetch_sub(bytes, std::memory_order_relaxed); }

  /// What kernels know it by.
  WeftQueueNumber number() const { return reinterpret_cast<uintptr_t>(rawHandle()); }
  /// The queue that the commands belong to, on this device, and that says how they run. They never wait in it.
  CommandQueue &commands() const { return *commands_; }

private:
  ~DeviceQueue() override;
  void handleDropped() noexcept override;

  const cl_uint size_;
  const RefPtr<CommandQueue> commands_;
  std::atomic<uint64_t> taken_{0};
};

} // namespace weft::core

#endif
