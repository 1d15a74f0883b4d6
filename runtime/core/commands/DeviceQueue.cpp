// A command-queue on the device, to which kernels enqueue kernels.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/commands/DeviceQueue.h"

#include "Text.h"
#include "core/objects/Limits.h"

namespace weft::core {

namespace {

QueueRequest requestForCommands(const QueueRequest &request) {
  QueueRequest made;
  made.properties = request.properties & limits::queueProperties;
  return made;
}

} // namespace

Result<RefPtr<DeviceQueue>> DeviceQueue::create(Context &context, Device &device, QueueRequest request) {
  if (!context.countDeviceQueue(limits::maxDeviceQueues))
    return fail(CL_OUT_OF_RESOURCES,
                concat("The context has ", limits::maxDeviceQueues, " queues on the device, and can have no more."));
  try {
    return makeRef<DeviceQueue>(context, device, std::move(request));
  } catch (...) {
    context.discountDeviceQueue();
    throw;
  }
}

DeviceQueue::DeviceQueue(Context &context, Device &device, QueueRequest request)
    : Queue(context, device, request), size_(request.size != 0 ? request.size : limits::preferredDeviceQueueBytes),
      commands_(makeRef<CommandQueue>(context, device, requestForCommands(request))) {}

DeviceQueue::~DeviceQueue() {
  context().forgetDefaultQueue(*this);
  context().discountDeviceQueue();
}

void DeviceQueue::handleDropped() noexcept { context().forgetDefaultQueue(*this); }

bool DeviceQueue::reserveBytes(uint64_t bytes) noexcept {
  uint64_t taken = taken_.load(std::memory_order_relaxed);
  do {
    if (bytes > size_ - std::min<uint64_t>(taken, size_))
      return false;
  } while (!taken_.compare_exchange_weak(taken, taken + bytes, std::memory_order_relaxed));
  return true;
}

} // namespace weft::core
