// A command-queue on the device, to which kernels enqueue kernels.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_DEVICE_QUEUE_H
#define WEFT_RUNTIME_CORE_COMMANDS_DEVICE_QUEUE_H

#include <atomic>

#include "EnqueueAbi.h"
#include "core/commands/CommandQueue.h"
#include "core/objects/Queue.h"

namespace weft::core {

/// A queue on the device is always out of order: a command waits only for its wait list and for the event that its
/// flags name (WeftEnqueueFlags). Until a launch is complete, it holds references to the queues that its kernels can
/// name, so the application may release these queues.
class DeviceQueue final : public Queue {
public:
  /// These names are for resolve(): queues on the host and on the device share a handle type.
  using HandleBase = Queue;
  static constexpr const char *name = "command-queue on the device";
  static bool isInstance(const Queue &queue) { return queue.isOnDevice(); }

  /// Error: CL_OUT_OF_RESOURCES if the context already has as many queues on the device as
  /// CL_DEVICE_MAX_ON_DEVICE_QUEUES allows.
  static Result<RefPtr<DeviceQueue>> create(Context &context, Device &device, QueueRequest request);
  /// Called only by `create`.
  DeviceQueue(Context &context, Device &device, QueueRequest request);

  /// CL_QUEUE_SIZE: the bytes for commands that are not complete.
  cl_uint size() const { return size_; }
  /// How much of the queue's size a command uses up, besides the bytes of the values that its block has captured. It is
  /// about the command's size in the host's memory.
  static constexpr uint64_t commandBytes = 1024;
  /// Reserves bytes for a command. Returns false if the queue is full. Any thread may call.
  bool reserveBytes(uint64_t bytes) noexcept;
  void releaseBytes(uint64_t bytes) noexcept { taken_.fetch_sub(bytes, std::memory_order_relaxed); }

  /// The id by which kernels know the queue.
  WeftQueueId number() const { return reinterpret_cast<uintptr_t>(rawHandle()); }
  /// The queue on the host to which the commands of this queue belong. It determines their device, priority and
  /// throttle. It holds none of them back.
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
