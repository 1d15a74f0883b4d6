// Converts objects to the handles with which queries answer, such as a list of devices.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_API_HANDLES_H
#define WEFT_RUNTIME_API_HANDLES_H

#include "api/Info.h"
#include "core/objects/Device.h"

namespace weft::api {

/// Returns the answer of a query for devices: cl_device_id[].
inline Answer handles(const core::Devices &devices) {
  std::vector<cl_device_id> list;
  for (const RefPtr<core::Device> &device : devices)
    list.push_back(device->show());
  return array(list);
}

} // namespace weft::api

#endif
