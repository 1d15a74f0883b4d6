// Entry points for contexts (OpenCL 3.0 section 4.4).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/objects/Context.h"

#include <CL/cl_ext.h>

#include <algorithm>

#include "Text.h"
#include "api/EntryPoint.h"
#include "api/EntryPoints.h"
#include "api/Handles.h"
#include "core/Platform.h"
#include "core/objects/Device.h"

namespace weft::api {

namespace {

constexpr cl_context_properties initializable =
    CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR | CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR;

Result<bool> readBool(cl_context_properties value, const char *name) {
  if (value != CL_TRUE && value != CL_FALSE)
    return fail(CL_INVALID_PROPERTY, concat(name, " takes CL_TRUE or CL_FALSE."));
  return value == CL_TRUE;
}

Result<core::ContextRequest> readProperties(const cl_context_properties *properties) {
  core::ContextRequest request;
  std::vector<cl_context_properties> &list = request.list;
  if (!properties)
    return request;
  for (const cl_context_properties *entry = properties; *entry != 0; entry += 2) {
    // CL_INVALID_PROPERTY: a property is given twice.
    for (size_t i = 0; i < list.size(); i += 2)
      if (list[i] == entry[0])
        return fail(CL_INVALID_PROPERTY, concat("Property ", hex(entry[0]), " stands twice in the list."));
    switch (entry[0]) {
    case CL_CONTEXT_PLATFORM:
      // CL_INVALID_PLATFORM: the value is no valid platform.
      TRY(core::resolve<core::Platform>(reinterpret_cast<cl_platform_id>(entry[1])));
      break;
    case CL_CONTEXT_INTEROP_USER_SYNC:
      TRY(readBool(entry[1], "CL_CONTEXT_INTEROP_USER_SYNC"));
      break;
    case CL_CONTEXT_TERMINATE_KHR:
      request.terminable = TRY(readBool(entry[1], "CL_CONTEXT_TERMINATE_KHR"));
      break;
    case CL_CONTEXT_MEMORY_INITIALIZE_KHR:
      if (entry[1] & ~initializable)
        return fail(CL_INVALID_PROPERTY, concat(hex(entry[1]), " has unknown kinds of memory to initialise."));
      request.zeroLocalMemory = (entry[1] & CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR) != 0;
      request.zeroPrivateMemory = (entry[1] & CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR) != 0;
      break;
    default:
      // CL_INVALID_PROPERTY: the platform doesn't know the property.
      return fail(CL_INVALID_PROPERTY, concat("There is no context property ", hex(entry[0]), " here."));
    }
    list.insert(list.end(), entry, entry + 2);
  }
  list.push_back(0);
  return request;
}

using Notify = core::Context::Notify;

Result<> checkNotify(Notify notify, const void *userData) {
  // CL_INVALID_VALUE: user_data is given without pfn_notify.
  if (!notify && userData)
    return fail(CL_INVALID_VALUE, "user_data is given, but pfn_notify is NULL.");
  return {};
}

const InfoQuery<core::Context> contextInfo[] = {
    {CL_CONTEXT_REFERENCE_COUNT, [](core::Context &context) { return scalar<cl_uint>(context.references()); }},
    {CL_CONTEXT_NUM_DEVICES,
     [](core::Context &context) { return scalar<cl_uint>(static_cast<cl_uint>(context.devices().size())); }},
    {CL_CONTEXT_DEVICES, [](core::Context &context) { return handles(context.devices()); }},
    {CL_CONTEXT_PROPERTIES, [](core::Context &context) { return array(context.properties()); }},
};

} // namespace

cl_context CL_API_CALL clCreateContext(const cl_context_properties *properties, cl_uint deviceCount,
                                       const cl_device_id *devices,
                                       void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *),
                                       void *userData, cl_int *errcodeRet) {
  return create<cl_context>("clCreateContext", errcodeRet, [&](Call &call) -> Result<cl_context> {
    // CL_INVALID_VALUE: there are no devices.
    if (!devices || deviceCount == 0)
      return fail(CL_INVALID_VALUE, "The list of devices is empty.");
    TRY(checkNotify(notify, userData));
    // CL_INVALID_DEVICE: one of the devices is not valid.
    core::Devices chosen;
    for (cl_uint i = 0; i < deviceCount; ++i) {
      RefPtr<core::Device> device = TRY(call.resolve<core::Device>(devices[i]));
      if (std::ranges::find(chosen, device) == chosen.end()) // OpenCL 3.0 section 4.4: duplicates are ignored
        chosen.push_back(std::move(device));
    }
    auto request = TRY(readProperties(properties));
    return makeRef<core::Context>(std::move(chosen), std::move(request), notify, userData)->publish();
  });
}

cl_context CL_API_CALL clCreateContextFromType(const cl_context_properties *properties, cl_device_type type,
                                               void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *),
                                               void *userData, cl_int *errcodeRet) {
  return create<cl_context>("clCreateContextFromType", errcodeRet, [&](Call &) -> Result<cl_context> {
    TRY(checkNotify(notify, userData));
    constexpr cl_device_type known = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU |
                                     CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_CUSTOM;
    // CL_INVALID_DEVICE_TYPE: the value is no type.
    if (type != CL_DEVICE_TYPE_ALL && (type == 0 || (type & ~known) != 0))
      return fail(CL_INVALID_DEVICE_TYPE, concat(hex(type), " is no device type."));
    auto request = TRY(readProperties(properties));
    // CL_DEVICE_NOT_FOUND: the platform has no device of that type.
    if ((type & (CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_DEFAULT)) == 0)
      return fail(CL_DEVICE_NOT_FOUND, "The only device is a CPU.");
    core::Devices root{RefPtr<core::Device>(&core::Platform::instance().device())};
    return makeRef<core::Context>(std::move(root), std::move(request), notify, userData)->publish();
  });
}

cl_int CL_API_CALL clRetainContext(cl_context context) { return retain<core::Context>("clRetainContext", context); }

cl_int CL_API_CALL clReleaseContext(cl_context context) { return release<core::Context>("clReleaseContext", context); }

cl_int CL_API_CALL clGetContextInfo(cl_context context, cl_context_info name, size_t size, void *value,
                                    size_t *sizeReturned) {
  return run("clGetContextInfo", [&](Call &call) -> Result<> {
    const RefPtr<core::Context> object = TRY(call.resolve<core::Context>(context));
    return answerQuery(contextInfo, *object, name, {size, value, sizeReturned});
  });
}

cl_int CL_API_CALL clSetContextDestructorCallback(cl_context context, void(CL_CALLBACK *callback)(cl_context, void *),
                                                  void *userData) {
  return run("clSetContextDestructorCallback", [&](Call &call) -> Result<> {
    const RefPtr<core::Context> object = TRY(call.resolve<core::Context>(context));
    TRY(checkAlive(*object));
    // CL_INVALID_VALUE: there is no callback.
    if (!callback)
      return fail(CL_INVALID_VALUE, "pfn_notify is NULL.");
    object->addDestructorCallback(callback, userData);
    return {};
  });
}

cl_int CL_API_CALL clTerminateContextKHR(cl_context context) {
  return run("clTerminateContextKHR", [&](Call &call) -> Result<> {
    const RefPtr<core::Context> object = TRY(call.resolve<core::Context>(context));
    // CL_INVALID_OPERATION: the context was not created with CL_CONTEXT_TERMINATE_KHR.
    if (!object->terminable())
      return fail(CL_INVALID_OPERATION, "The context was not created with CL_CONTEXT_TERMINATE_KHR.");
    // CL_CONTEXT_TERMINATED_KHR: the context has been terminated before.
    if (!object->terminate())
      return fail(CL_CONTEXT_TERMINATED_KHR, "The context has been terminated before.");
    return {};
  });
}

} // namespace weft::api
