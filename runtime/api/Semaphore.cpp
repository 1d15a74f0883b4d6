// Entry points for semaphores, also between processes (cl_khr_semaphore, cl_khr_external_semaphore).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/commands/Semaphore.h"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <iterator>

#include "ScopeFail.h"
#include "Text.h"
#include "api/Enqueue.h"
#include "api/EntryPoints.h"
#include "api/ExternalHandles.h"
#include "api/Handles.h"
#include "api/Info.h"
#include "core/commands/SemaphoreCommand.h"

namespace weft::api {

namespace {

using core::Semaphore;
using Property = cl_semaphore_properties_khr;

/// Reads a list of properties. The value of some properties is itself a list.
class SemaphoreProperties {
public:
  SemaphoreProperties(Call &call, const core::Context &context, const Property *given)
      : call_(call), context_(context), next_(given) {}

  /// Reads the list. Errors: CL_INVALID_PROPERTY, CL_INVALID_VALUE, CL_INVALID_DEVICE, CL_INVALID_OPERATION.
  Result<core::SemaphoreRequest> read() {
    const Property *const given = next_;
    while (*next_ != 0)
      TRY(readOne());
    // CL_INVALID_VALUE: the type is missing, which each semaphore needs.
    if (!hasType_)
      return fail(CL_INVALID_VALUE, "CL_SEMAPHORE_TYPE_KHR is missing.");
    // CL_INVALID_OPERATION: the semaphore would be both imported and exportable.
    if (isImported_ && isExported_)
      return fail(CL_INVALID_OPERATION, "A semaphore that is imported can't be exported.");
    // CL_INVALID_PROPERTY: no device is given, though the context has several.
    if (!request_.device && context_.devices().size() > 1)
      return fail(CL_INVALID_PROPERTY, "The context has several devices, but CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR is "
                                       "missing.");
    request_.list.assign(given, next_ + 1);
    return std::move(request_);
  }

private:
  Result<> readOne() {
    const Property name = *next_++;
    // CL_INVALID_PROPERTY: a name occurs twice.
    if (std::ranges::count(names_, name) != 0)
      return fail(CL_INVALID_PROPERTY, concat("Property ", hex(name), " is given twice."));
    names_.push_back(name);
    switch (name) {
    case CL_SEMAPHORE_TYPE_KHR:
      return readType();
    case CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR:
      return readDevices();
    case CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR:
      return readExportTypes();
    case CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR:
    case CL_SEMAPHORE_HANDLE_SYNC_FD_KHR:
      // CL_INVALID_PROPERTY: several handles are given for import.
      if (std::exchange(isImported_, true))
        return fail(CL_INVALID_PROPERTY, "A semaphore can't be made of several external handles.");
      request_.importType = static_cast<cl_external_semaphore_handle_type_khr>(name);
      request_.descriptor = static_cast<int>(*next_++);
      return {};
    default:
      return fail(CL_INVALID_PROPERTY, concat("Semaphores have no property ", hex(name), "."));
    }
  }

  Result<> readType() {
    const Property type = *next_++;
    // CL_INVALID_PROPERTY: the type is unknown.
    if (type != CL_SEMAPHORE_TYPE_BINARY_KHR)
      return fail(CL_INVALID_PROPERTY, concat(hex(type), " is no type of semaphores."));
    hasType_ = true;
    return {};
  }

  /// Reads a list up to its end.
  std::span<const Property> readList() {
    const Property *const first = next_;
    while (*next_ != 0)
      ++next_;
    return {first, next_++};
  }

  Result<> readDevices() {
    const auto list = readList();
    // CL_INVALID_DEVICE: the list doesn't have exactly one device, or the device is invalid or not in the context.
    if (list.size() != 1)
      return fail(CL_INVALID_DEVICE, concat("A semaphore is for one device, not for ", list.size(), "."));
    const RefPtr<core::Device> device = TRY(call_.resolve<core::Device>(reinterpret_cast<cl_device_id>(list[0])));
    if (!context_.has(*device))
      return fail(CL_INVALID_DEVICE, "The device is none of the context's.");
    request_.device = device;
    return {};
  }

  Result<> readExportTypes() {
    const auto list = readList();
    // CL_INVALID_VALUE: several types are given.
    if (list.size() > 1)
      return fail(CL_INVALID_VALUE, "A semaphore can be exported as one type of handle.");
    if (list.empty())
      return {};
    // CL_INVALID_PROPERTY: the type is unknown.
    if (std::ranges::count(semaphoreHandles, list[0]) == 0)
      return fail(CL_INVALID_PROPERTY, concat("Semaphores can't be exported as ", hex(list[0]), "."));
    request_.exportType = static_cast<cl_external_semaphore_handle_type_khr>(list[0]);
    isExported_ = true;
    return {};
  }

  Call &call_;
  const core::Context &context_;
  const Property *next_;
  std::vector<Property> names_;
  bool hasType_ = false, isImported_ = false, isExported_ = false;
  core::SemaphoreRequest request_;
};

std::vector<cl_external_semaphore_handle_type_khr> exportTypes(const Semaphore &semaphore) {
  if (semaphore.request().exportType == 0)
    return {};
  return {semaphore.request().exportType};
}

const InfoQuery<Semaphore> semaphoreInfo[] = {
    {CL_SEMAPHORE_CONTEXT_KHR, [](Semaphore &semaphore) { return scalar<cl_context>(semaphore.context().show()); }},
    {CL_SEMAPHORE_REFERENCE_COUNT_KHR, [](Semaphore &semaphore) { return scalar<cl_uint>(semaphore.references()); }},
    {CL_SEMAPHORE_PROPERTIES_KHR, [](Semaphore &semaphore) { return array(semaphore.request().list); }},
    {CL_SEMAPHORE_TYPE_KHR, [](Semaphore &) { return scalar<cl_semaphore_type_khr>(CL_SEMAPHORE_TYPE_BINARY_KHR); }},
    {CL_SEMAPHORE_PAYLOAD_KHR,
     [](Semaphore &semaphore) { return scalar<cl_semaphore_payload_khr>(semaphore.isSignalled() ? 1 : 0); }},
    {CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR,
     [](Semaphore &semaphore) {
       const auto &device = semaphore.request().device;
       return handles(device ? core::Devices{device} : semaphore.context().devices());
     }},
    {CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, [](Semaphore &semaphore) { return array(exportTypes(semaphore)); }},
    {CL_SEMAPHORE_EXPORTABLE_KHR,
     [](Semaphore &semaphore) { return scalar<cl_bool>(semaphore.request().exportType != 0 ? CL_TRUE : CL_FALSE); }},
};

/// Closes the imported descriptor. Called when the import has succeeded, because the application has given the
/// descriptor away then. The semaphore has a copy of it.
void closeImported(int descriptor) {
  if (descriptor >= 0)
    close(descriptor);
}

/// The arguments that the commands to signal and to wait share.
struct SemaphoreArguments {
  cl_uint count;
  const cl_semaphore_khr *list;
};

/// The checks that both commands share. CL_INVALID_VALUE, CL_INVALID_SEMAPHORE_KHR, CL_INVALID_CONTEXT,
/// CL_INVALID_COMMAND_QUEUE.
Result<std::vector<RefPtr<Semaphore>>> resolveSemaphores(Call &call, const core::CommandQueue &queue,
                                                         const SemaphoreArguments &given) {
  // CL_INVALID_VALUE: there are no semaphores.
  if (given.count == 0 || !given.list)
    return fail(CL_INVALID_VALUE, "The list of semaphores is empty.");
  std::vector<RefPtr<Semaphore>> semaphores;
  for (cl_uint i = 0; i < given.count; ++i) {
    RefPtr<Semaphore> semaphore = TRY(call.resolve<Semaphore>(given.list[i]));
    // CL_INVALID_CONTEXT: the semaphore belongs to another context than the queue.
    if (&semaphore->context() != &queue.context())
      return fail(CL_INVALID_CONTEXT, concat("Semaphore ", i, " and the command-queue belong to different contexts."));
    // CL_INVALID_COMMAND_QUEUE: the semaphore was created for another device.
    if (!semaphore->mayBeUsedBy(queue.device()))
      return fail(CL_INVALID_COMMAND_QUEUE, concat("Semaphore ", i, " was made for another device than the queue's."));
    semaphores.push_back(std::move(semaphore));
  }
  return semaphores;
}

/// CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST: one of the events has failed already.
Result<> checkEvents(const WaitList &events) {
  if (std::ranges::any_of(events, [](const RefPtr<core::Event> &event) { return event->status() < 0; }))
    return fail(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, "An event of the wait list has failed.");
  return {};
}

} // namespace

cl_semaphore_khr CL_API_CALL clCreateSemaphoreWithPropertiesKHR(cl_context context, const Property *properties,
                                                                cl_int *errcodeRet) {
  return create<cl_semaphore_khr>(
      "clCreateSemaphoreWithPropertiesKHR", errcodeRet, [&](Call &call) -> Result<cl_semaphore_khr> {
        const RefPtr<core::Context> itsContext = TRY(call.resolve<core::Context>(context));
        // CL_INVALID_VALUE: the list of properties is NULL.
        if (!properties)
          return fail(CL_INVALID_VALUE, "The list of properties is NULL.");
        auto request = TRY(SemaphoreProperties(call, *itsContext, properties).read());
        const int imported = request.descriptor;
        const cl_semaphore_khr made = TRY(core::makeSemaphore(*itsContext, std::move(request)))->publish();
        closeImported(imported);
        return made;
      });
}

cl_int CL_API_CALL clRetainSemaphoreKHR(cl_semaphore_khr semaphore) {
  return retain<Semaphore>("clRetainSemaphoreKHR", semaphore);
}

cl_int CL_API_CALL clReleaseSemaphoreKHR(cl_semaphore_khr semaphore) {
  return release<Semaphore>("clReleaseSemaphoreKHR", semaphore);
}

cl_int CL_API_CALL clGetSemaphoreInfoKHR(cl_semaphore_khr semaphore, cl_semaphore_info_khr name, size_t size,
                                         void *value, size_t *sizeReturned) {
  return run("clGetSemaphoreInfoKHR", [&](Call &call) -> Result<> {
    const RefPtr<Semaphore> object = TRY(call.resolve<Semaphore>(semaphore));
    return answerQuery(semaphoreInfo, *object, name, {size, value, sizeReturned});
  });
}

cl_int CL_API_CALL clEnqueueSignalSemaphoresKHR(cl_command_queue queue, cl_uint count, const cl_semaphore_khr *list,
                                                const cl_semaphore_payload_khr *, cl_uint waitCount,
                                                const cl_event *waitList, cl_event *event) {
  return run("clEnqueueSignalSemaphoresKHR", [&](Call &call) -> Result<> {
    const RefPtr<core::CommandQueue> itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
    const auto semaphores = TRY(resolveSemaphores(call, *itsQueue, {count, list}));
    WaitList events = TRY(resolveWaitList(itsQueue->context(), {waitCount, waitList, event}));
    TRY(checkEvents(events));
    auto command = makeRef<core::SignalCommand>(*itsQueue);
    ScopeFail cancel([&] { command->cancel(); });
    for (const RefPtr<Semaphore> &semaphore : semaphores)
      command->add(*semaphore);
    TRY(enqueue(*itsQueue, command, events, event));
    cancel.dismiss();
    return {};
  });
}

cl_int CL_API_CALL clEnqueueWaitSemaphoresKHR(cl_command_queue queue, cl_uint count, const cl_semaphore_khr *list,
                                              const cl_semaphore_payload_khr *, cl_uint waitCount,
                                              const cl_event *waitList, cl_event *event) {
  return run("clEnqueueWaitSemaphoresKHR", [&](Call &call) -> Result<> {
    const RefPtr<core::CommandQueue> itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
    const auto semaphores = TRY(resolveSemaphores(call, *itsQueue, {count, list}));
    WaitList events = TRY(resolveWaitList(itsQueue->context(), {waitCount, waitList, event}));
    TRY(checkEvents(events));
    auto command = makeRef<core::WaitCommand>(*itsQueue);
    ScopeFail cancel([&] { command->dropResources(); });
    events.reserve(events.size() + semaphores.size());
    for (const RefPtr<Semaphore> &semaphore : semaphores)
      events.push_back(TRY(command->add(*semaphore)));
    TRY(enqueue(*itsQueue, command, events, event));
    cancel.dismiss();
    return {};
  });
}

cl_int CL_API_CALL clGetSemaphoreHandleForTypeKHR(cl_semaphore_khr semaphore, cl_device_id device,
                                                  cl_external_semaphore_handle_type_khr type, size_t size, void *handle,
                                                  size_t *sizeReturned) {
  return run("clGetSemaphoreHandleForTypeKHR", [&](Call &call) -> Result<> {
    const RefPtr<Semaphore> object = TRY(call.resolve<Semaphore>(semaphore));
    const RefPtr<core::Device> itsDevice = TRY(call.resolve<core::Device>(device));
    // CL_INVALID_DEVICE: the device is not in the context, or the semaphore was created for another device.
    if (!object->context().has(*itsDevice) || !object->mayBeUsedBy(*itsDevice))
      return fail(CL_INVALID_DEVICE, "The semaphore is not for that device.");
    // CL_INVALID_VALUE: the semaphore was not created to be exported as this type.
    if (type == 0 || type != object->request().exportType)
      return fail(CL_INVALID_VALUE, concat("The semaphore was not made to be exported as ", hex(type), "."));
    // CL_INVALID_VALUE: the memory for the descriptor is too small.
    if (handle && size < sizeof(int))
      return fail(CL_INVALID_VALUE, concat("A handle has ", sizeof(int), " bytes, but handle_size is ", size, "."));
    if (handle) {
      const int descriptor = TRY(object->exportDescriptor());
      std::memcpy(handle, &descriptor, sizeof descriptor);
    }
    if (sizeReturned)
      *sizeReturned = sizeof(int);
    return {};
  });
}

cl_int CL_API_CALL clReImportSemaphoreSyncFdKHR(cl_semaphore_khr semaphore,
                                                cl_semaphore_reimport_properties_khr *properties, int descriptor) {
  return run("clReImportSemaphoreSyncFdKHR", [&](Call &call) -> Result<> {
    const RefPtr<Semaphore> object = TRY(call.resolve<Semaphore>(semaphore));
    // CL_INVALID_VALUE: a property is given, but none exist.
    if (properties && *properties != 0)
      return fail(CL_INVALID_VALUE, concat("There is no property ", hex(*properties), "."));
    TRY(object->reimport(descriptor));
    closeImported(descriptor);
    return {};
  });
}

} // namespace weft::api
