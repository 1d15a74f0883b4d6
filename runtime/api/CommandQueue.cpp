// Entry points for command-queues (OpenCL 3.0 sections 5.1 and 5.13).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/commands/CommandQueue.h"

#include <CL/cl_ext.h>

#include <algorithm>
#include <limits>

#include "Text.h"
#include "api/Devices.h"
#include "api/EntryPoint.h"
#include "api/EntryPoints.h"
#include "api/Info.h"
#include "core/commands/DeviceQueue.h"
#include "core/objects/Device.h"
#include "core/objects/Limits.h"

namespace weft::api {

namespace {

constexpr cl_command_queue_properties knownProperties = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                                        CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_ON_DEVICE |
                                                        CL_QUEUE_ON_DEVICE_DEFAULT;

Result<> checkQueueProperties(cl_command_queue_properties properties) {
  // CL_INVALID_VALUE: a bit is in no version of the specification, or lacks another bit that it needs.
  if (properties & ~knownProperties)
    return fail(CL_INVALID_VALUE, concat(hex(properties), " has unknown queue properties."));
  if ((properties & CL_QUEUE_ON_DEVICE_DEFAULT) && !(properties & CL_QUEUE_ON_DEVICE))
    return fail(CL_INVALID_VALUE, "CL_QUEUE_ON_DEVICE_DEFAULT needs CL_QUEUE_ON_DEVICE.");
  if ((properties & CL_QUEUE_ON_DEVICE) && !(properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE))
    return fail(CL_INVALID_VALUE, "CL_QUEUE_ON_DEVICE needs CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE.");
  return {};
}

/// Returns a hint as 0 (low) to 2 (high). CL_INVALID_VALUE: the value is not one of the three hints.
Result<unsigned> readHint(cl_queue_properties value, const char *name) {
  static_assert(CL_QUEUE_PRIORITY_HIGH_KHR == CL_QUEUE_THROTTLE_HIGH_KHR &&
                CL_QUEUE_PRIORITY_LOW_KHR == CL_QUEUE_THROTTLE_LOW_KHR);
  switch (value) {
  case CL_QUEUE_PRIORITY_HIGH_KHR:
    return 2;
  case CL_QUEUE_PRIORITY_MED_KHR:
    return 1;
  case CL_QUEUE_PRIORITY_LOW_KHR:
    return 0;
  default:
    return fail(CL_INVALID_VALUE, concat(hex(value), " is no value of ", name, "."));
  }
}

/// Checks the properties that depend on whether the queue is on the host or on the device.
Result<> checkPlace(const core::QueueRequest &request, bool isSized, bool isHinted) {
  const bool isOnDevice = (request.properties & CL_QUEUE_ON_DEVICE) != 0;
  // CL_INVALID_VALUE: only queues on the device have a size.
  if (isSized && !isOnDevice)
    return fail(CL_INVALID_VALUE, "CL_QUEUE_SIZE is given for a queue on the host.");
  // CL_INVALID_QUEUE_PROPERTIES: only queues on the host have hints.
  if (isHinted && isOnDevice)
    return fail(CL_INVALID_QUEUE_PROPERTIES, "A priority or throttle hint is given for a queue on the device.");
  // CL_INVALID_QUEUE_PROPERTIES: the size is 0, or more than CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE.
  if (isSized && (request.size == 0 || request.size > core::limits::maxDeviceQueueBytes))
    return fail(CL_INVALID_QUEUE_PROPERTIES,
                concat("A queue on the device has 1 to ", core::limits::maxDeviceQueueBytes, " bytes."));
  return {};
}

Result<core::QueueRequest> readQueueProperties(const cl_queue_properties *given) {
  core::QueueRequest request;
  if (!given)
    return request;
  bool isSized = false;
  bool isHinted = false;
  for (const cl_queue_properties *entry = given; *entry != 0; entry += 2) {
    for (size_t i = 0; i < request.list.size(); i += 2)
      if (request.list[i] == entry[0])
        return fail(CL_INVALID_VALUE, concat("Property ", hex(entry[0]), " stands twice in the list."));
    if (entry[0] == CL_QUEUE_PROPERTIES)
      request.properties = entry[1];
    else if (entry[0] == CL_QUEUE_SIZE)
      request.size = static_cast<cl_uint>(std::min<cl_queue_properties>(entry[1], std::numeric_limits<cl_uint>::max()));
    else if (entry[0] == CL_QUEUE_PRIORITY_KHR)
      request.priority = static_cast<cpu::JobPriority>(TRY(readHint(entry[1], "CL_QUEUE_PRIORITY_KHR")));
    else if (entry[0] == CL_QUEUE_THROTTLE_KHR)
      request.throttle = static_cast<core::Throttle>(TRY(readHint(entry[1], "CL_QUEUE_THROTTLE_KHR")));
    else
      return fail(CL_INVALID_VALUE, concat("There is no queue property ", hex(entry[0]), " here."));
    isSized |= entry[0] == CL_QUEUE_SIZE;
    isHinted |= entry[0] == CL_QUEUE_PRIORITY_KHR || entry[0] == CL_QUEUE_THROTTLE_KHR;
    request.list.insert(request.list.end(), entry, entry + 2);
  }
  request.list.push_back(0);
  TRY(checkQueueProperties(request.properties));
  TRY(checkPlace(request, isSized, isHinted));
  return request;
}

/// Creates a queue on the device. If a default queue is requested and there is one already, returns that queue.
Result<cl_command_queue> createDeviceQueue(core::Context &context, core::Device &device, core::QueueRequest request) {
  const bool isDefault = (request.properties & CL_QUEUE_ON_DEVICE_DEFAULT) != 0;
  if (isDefault)
    if (const RefPtr<core::Queue> known = context.defaultQueue(device))
      return known->publish();
  const RefPtr<core::DeviceQueue> made = TRY(core::DeviceQueue::create(context, device, std::move(request)));
  if (!isDefault)
    return made->publish();
  return context.offerDefaultQueue(device, *made)->publish();
}

cl_command_queue createQueue(const char *function, cl_context context, cl_device_id device,
                             const cl_queue_properties *properties, cl_int *errcodeRet) {
  return create<cl_command_queue>(function, errcodeRet, [&](Call &call) -> Result<cl_command_queue> {
    const RefPtr<core::Context> itsContext = TRY(call.resolve<core::Context>(context));
    const RefPtr<core::Device> itsDevice = TRY(resolveDevice(call, *itsContext, device));
    auto request = TRY(readQueueProperties(properties));
    if (request.properties & CL_QUEUE_ON_DEVICE)
      return createDeviceQueue(*itsContext, *itsDevice, std::move(request));
    return makeRef<core::CommandQueue>(*itsContext, *itsDevice, std::move(request))->publish();
  });
}

const InfoQuery<core::Queue> queueInfo[] = {
    {CL_QUEUE_CONTEXT, [](core::Queue &queue) { return scalar<cl_context>(queue.context().show()); }},
    {CL_QUEUE_DEVICE, [](core::Queue &queue) { return scalar<cl_device_id>(queue.device().show()); }},
    {CL_QUEUE_REFERENCE_COUNT, [](core::Queue &queue) { return scalar<cl_uint>(queue.references()); }},
    {CL_QUEUE_PROPERTIES, [](core::Queue &queue) { return scalar<cl_command_queue_properties>(queue.properties()); }},
    {CL_QUEUE_PROPERTIES_ARRAY, [](core::Queue &queue) { return array(queue.propertyList()); }},
    // CL_INVALID_COMMAND_QUEUE: only queues on the device have a size.
    {CL_QUEUE_SIZE,
     [](core::Queue &queue) -> Answer {
       if (!queue.isOnDevice())
         return fail(CL_INVALID_COMMAND_QUEUE, "Only queues on the device have a size.");
       return scalar<cl_uint>(static_cast<core::DeviceQueue &>(queue).size());
     }},
    {CL_QUEUE_DEVICE_DEFAULT,
     [](core::Queue &queue) {
       const RefPtr<core::Queue> itsDefault = queue.context().defaultQueue(queue.device());
       return scalar<cl_command_queue>(itsDefault ? itsDefault->show() : nullptr);
     }},
};

} // namespace

cl_command_queue CL_API_CALL clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                                const cl_queue_properties *properties,
                                                                cl_int *errcodeRet) {
  return createQueue("clCreateCommandQueueWithProperties", context, device, properties, errcodeRet);
}

cl_command_queue CL_API_CALL clCreateCommandQueueWithPropertiesKHR(cl_context context, cl_device_id device,
                                                                   const cl_queue_properties_khr *properties,
                                                                   cl_int *errcodeRet) {
  static_assert(sizeof(cl_queue_properties_khr) == sizeof(cl_queue_properties));
  return createQueue("clCreateCommandQueueWithPropertiesKHR", context, device,
                     reinterpret_cast<const cl_queue_properties *>(properties), errcodeRet);
}

cl_command_queue CL_API_CALL clCreateCommandQueue(cl_context context, cl_device_id device,
                                                  cl_command_queue_properties properties, cl_int *errcodeRet) {
  return create<cl_command_queue>("clCreateCommandQueue", errcodeRet, [&](Call &call) -> Result<cl_command_queue> {
    const RefPtr<core::Context> itsContext = TRY(call.resolve<core::Context>(context));
    const RefPtr<core::Device> itsDevice = TRY(resolveDevice(call, *itsContext, device));
    // CL_INVALID_VALUE: this function only creates queues on the host.
    if (properties & (CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT))
      return fail(CL_INVALID_VALUE, "Queues on the device are made by clCreateCommandQueueWithProperties.");
    TRY(checkQueueProperties(properties));
    core::QueueRequest request;
    request.properties = properties;
    return makeRef<core::CommandQueue>(*itsContext, *itsDevice, std::move(request))->publish();
  });
}

cl_int CL_API_CALL clRetainCommandQueue(cl_command_queue queue) {
  return retain<core::Queue>("clRetainCommandQueue", queue);
}

cl_int CL_API_CALL clReleaseCommandQueue(cl_command_queue queue) {
  return release<core::Queue>("clReleaseCommandQueue", queue);
}

cl_int CL_API_CALL clGetCommandQueueInfo(cl_command_queue queue, cl_command_queue_info name, size_t size, void *value,
                                         size_t *sizeReturned) {
  return run("clGetCommandQueueInfo", [&](Call &call) -> Result<> {
    const RefPtr<core::Queue> object = TRY(call.resolve<core::Queue>(queue));
    return answerQuery(queueInfo, *object, name, {size, value, sizeReturned});
  });
}

cl_int CL_API_CALL clSetCommandQueueProperty(cl_command_queue queue, cl_command_queue_properties, cl_bool,
                                             cl_command_queue_properties *) {
  return run("clSetCommandQueueProperty", [&](Call &call) -> Result<> {
    TRY(call.resolve<core::CommandQueue>(queue));
    // OpenCL 3.0 section 5.1: devices of version 1.1 and later may refuse to change a queue's properties.
    return fail(CL_INVALID_OPERATION, "The properties of a command-queue can't be changed.");
  });
}

cl_int CL_API_CALL clSetDefaultDeviceCommandQueue(cl_context context, cl_device_id device, cl_command_queue queue) {
  return run("clSetDefaultDeviceCommandQueue", [&](Call &call) -> Result<> {
    const RefPtr<core::Context> itsContext = TRY(call.resolve<core::Context>(context));
    TRY(checkAlive(*itsContext));
    const RefPtr<core::Device> itsDevice = TRY(resolveDevice(call, *itsContext, device));
    const RefPtr<core::DeviceQueue> itsQueue = TRY(call.resolve<core::DeviceQueue>(queue));
    // CL_INVALID_COMMAND_QUEUE: the queue belongs to another context or to another device.
    if (&itsQueue->context() != itsContext.get() || &itsQueue->device() != itsDevice.get())
      return fail(CL_INVALID_COMMAND_QUEUE, "The queue belongs to another context or to another device.");
    itsContext->setDefaultQueue(*itsDevice, *itsQueue);
    return {};
  });
}

cl_int CL_API_CALL clFlush(cl_command_queue queue) {
  return run("clFlush", [&](Call &call) -> Result<> {
    TRY(call.resolve<core::CommandQueue>(queue))->flush();
    return {};
  });
}

cl_int CL_API_CALL clFinish(cl_command_queue queue) {
  return run("clFinish", [&](Call &call) -> Result<> {
    const RefPtr<core::CommandQueue> object = TRY(call.resolve<core::CommandQueue>(queue));
    object->finish();
    return {};
  });
}

} // namespace weft::api
