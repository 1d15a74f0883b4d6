// The base of command-queues on the host and on the device.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_OBJECTS_QUEUE_H
#define WEFT_RUNTIME_CORE_OBJECTS_QUEUE_H

#include <vector>

#include "core/objects/Context.h"
#include "core/objects/Cpu.h"
#include "core/objects/Device.h"
#include "core/objects/Object.h"

namespace weft::core {

/// How many threads may run each command of a queue, and for which commands workers are woken (cl_khr_throttle_hints).
enum class Throttle {
  low,    ///< at most half of the device's workers for each command
  medium, ///< all workers; small commands are left to a thread that waits for them
  high,   ///< all workers, which are woken for every command at once
};

/// The properties that a queue is created with.
struct QueueRequest {
  cl_command_queue_properties properties = 0;
  cl_uint size = 0;                                     ///< CL_QUEUE_SIZE, for a queue on the device
  cpu::JobPriority priority = cpu::JobPriority::normal; ///< CL_QUEUE_PRIORITY_KHR
  Throttle throttle = Throttle::medium;                 ///< CL_QUEUE_THROTTLE_KHR
  /// The list of properties as given to clCreateCommandQueueWithProperties, with the final 0, or empty.
  std::vector<cl_queue_properties> list;
};

/// The object of a cl_command_queue. It is a CommandQueue, to which the application enqueues, or a DeviceQueue, to
/// which kernels enqueue.
class Queue : public TypedObject<ObjectKind::queue, cl_command_queue, CL_INVALID_COMMAND_QUEUE> {
public:
  Context &context() const { return *context_; }
  Device &device() const { return *device_; }
  cl_command_queue_properties properties() const { return request_.properties; }
  const std::vector<cl_queue_properties> &propertyList() const { return request_.list; }
  bool isOnDevice() const { return (properties() & CL_QUEUE_ON_DEVICE) != 0; }
  bool profiles() const { return (properties() & CL_QUEUE_PROFILING_ENABLE) != 0; }

protected:
  Queue(Context &context, Device &device, QueueRequest request)
      : context_(&context), device_(&device), request_(std::move(request)) {}

  const QueueRequest &request() const { return request_; }

private:
  const RefPtr<Context> context_;
  const RefPtr<Device> device_;
  const QueueRequest request_;
};

} // namespace weft::core

#endif
