// A context that contains the device and several of its sub-devices.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_API_DEVICE_PARTS_H
#define WEFT_TESTS_API_DEVICE_PARTS_H

#include <gtest/gtest.h>

#include <vector>

#include "support/Handles.h"
#include "support/Routes.h"

namespace weft::test {

/// Sub-devices of one compute unit each, and a context of these sub-devices and the device. If the device has fewer
/// compute units than `count`, there are no sub-devices. So a test must check `exist()` before it uses anything else.
class DeviceParts {
public:
  explicit DeviceParts(unsigned count, const cl_context_properties *properties = nullptr) {
    std::vector<cl_device_partition_property> list{CL_DEVICE_PARTITION_BY_COUNTS};
    list.insert(list.end(), count, 1);
    list.insert(list.end(), {CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0});
    std::vector<cl_device_id> raw(count);
    if (::clCreateSubDevices(device(), list.data(), count, raw.data(), nullptr) != CL_SUCCESS)
      return;
    for (cl_device_id one : raw)
      parts_.emplace_back(one);
    raw.push_back(device());
    cl_int error = 1;
    context_ = Handle(::clCreateContext(properties, cl_uint(raw.size()), raw.data(), nullptr, nullptr, &error));
    EXPECT_EQ(CL_SUCCESS, error);
  }

  bool exist() const { return !parts_.empty(); }
  cl_device_id operator[](size_t i) const { return parts_[i].get(); }
  cl_context context() const { return context_.get(); }
  /// Creates a queue for one of the context's devices.
  Handle<cl_command_queue> queue(cl_device_id one, cl_command_queue_properties properties = 0) const {
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, properties, 0};
    cl_int error = 1;
    Handle made(::clCreateCommandQueueWithProperties(context(), one, list, &error));
    EXPECT_EQ(CL_SUCCESS, error);
    return made;
  }

private:
  std::vector<Handle<cl_device_id>> parts_;
  Handle<cl_context> context_;
};

} // namespace weft::test

#endif
