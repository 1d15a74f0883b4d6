// Reads the properties with which buffers and images are created.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "api/MemoryProperties.h"

#include <unistd.h>

#include <algorithm>

#include "Text.h"
#include "api/ExternalHandles.h"
#include "core/objects/Context.h"

namespace weft::api {

namespace {

/// Reads a list of devices, and moves `next` to after the list. CL_INVALID_DEVICE: an element is no device, or none of
/// the context's devices.
Result<std::vector<RefPtr<core::Device>>> readDevices(Call &call, const core::Context &context,
                                                      const cl_mem_properties *&next) {
  std::vector<RefPtr<core::Device>> devices;
  for (; *next != 0; ++next) {
    RefPtr<core::Device> device = TRY(call.resolve<core::Device>(reinterpret_cast<cl_device_id>(*next)));
    if (!context.has(*device))
      return fail(CL_INVALID_DEVICE, "A device that is to use the memory is none of the context's.");
    devices.push_back(std::move(device));
  }
  ++next;
  return devices;
}

} // namespace

Result<MemoryProperties> readMemoryProperties(Call &call, const core::Context &context, const cl_mem_properties *given,
                                              bool isBuffer) {
  MemoryProperties properties;
  if (!given)
    return properties;
  std::vector<cl_mem_properties> names;
  std::optional<std::vector<RefPtr<core::Device>>> devices;
  const cl_mem_properties *next = given;
  while (*next != 0) {
    const cl_mem_properties name = *next++;
    // CL_INVALID_PROPERTY: the same property is given twice, the property is unknown, or its value is invalid.
    if (std::ranges::count(names, name) != 0)
      return fail(CL_INVALID_PROPERTY, concat("Property ", hex(name), " stands twice."));
    names.push_back(name);
    if (name == CL_MEM_DEVICE_HANDLE_LIST_KHR) {
      devices = TRY(readDevices(call, context, next));
    } else if (std::ranges::count(memoryHandles, name) != 0) {
      properties.external = core::ExternalRequest{.type = static_cast<cl_external_memory_handle_type_khr>(name),
                                                  .descriptor = static_cast<int>(*next++),
                                                  .devices = {}};
    } else if (name == CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT && isBuffer) {
      if (*next != CL_TRUE && *next != CL_FALSE)
        return fail(CL_INVALID_PROPERTY, "CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT takes CL_TRUE or CL_FALSE.");
      ++next;
    } else {
      return fail(CL_INVALID_PROPERTY, concat("There is no property ", hex(name), " here."));
    }
  }
  // CL_INVALID_PROPERTY: devices are only allowed for external memory.
  if (devices && !properties.external)
    return fail(CL_INVALID_PROPERTY, "CL_MEM_DEVICE_HANDLE_LIST_KHR is for external memory alone.");
  if (devices)
    properties.external->devices = std::move(*devices);
  properties.list.assign(given, next + 1);
  return properties;
}

Result<> checkExternal(const MemoryProperties &properties, cl_mem_flags flags, const void *hostPointer) {
  if (!properties.external)
    return {};
  // CL_INVALID_VALUE: the bytes can't come from both external memory and the host.
  if (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR))
    return fail(CL_INVALID_VALUE, "Flags on host pointers exclude external memory.");
  // CL_INVALID_HOST_PTR: host_ptr can't be given together with external memory.
  if (hostPointer)
    return fail(CL_INVALID_HOST_PTR, "host_ptr is given as well as external memory.");
  return {};
}

void closeImported(const std::optional<core::ExternalRequest> &external) {
  if (external)
    close(external->descriptor);
}

} // namespace weft::api
