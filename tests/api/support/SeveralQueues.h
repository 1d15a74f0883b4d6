// A fixture with queues of several devices in one context, and command-buffers for them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_API_SEVERAL_QUEUES_H
#define WEFT_TESTS_API_SEVERAL_QUEUES_H

#include "support/CommandBuffers.h"
#include "support/DeviceParts.h"

namespace weft::test {

/// A fixture with buffers of integers, and kernels that change the integers.
class SeveralQueuesTest : public ApiTest {
protected:
  static constexpr size_t items = 16;
  using Points = std::vector<cl_sync_point_khr>;

  void SetUp() override {
    if (!parts.exist())
      GTEST_SKIP() << "the device has less than two compute units";
    whole_ = parts.queue(device());
    first_ = parts.queue(parts[0]);
    second_ = parts.queue(parts[1]);
    whole = whole_.get();
    first = first_.get();
    second = second_.get();
    all = {whole, first, second};
    const char *source = R"(
      kernel void add(global uint *values, uint what) { values[get_global_id(0)] += what; }
      kernel void twice(global uint *values) { values[get_global_id(0)] *= 2; }
      kernel void await(global uint *flag) {
        while (atomic_load_explicit((global atomic_uint *)flag, memory_order_acquire,
                                    memory_scope_all_svm_devices) == 0)
          ;
      }
      kernel void raise(global uint *flag) {
        atomic_store_explicit((global atomic_uint *)flag, 1u, memory_order_release, memory_scope_all_svm_devices);
      })";
    program = make([&](cl_int *e) { return ::clCreateProgramWithSource(parts.context(), 1, &source, nullptr, e); });
    ASSERT_EQ(CL_SUCCESS, ::clBuildProgram(program.get(), 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr));
  }

  Handle<cl_mem> filled(cl_uint value, size_t count = items) const {
    std::vector<cl_uint> values(count, value);
    return make([&](cl_int *e) {
      return ::clCreateBuffer(parts.context(), CL_MEM_COPY_HOST_PTR, count * sizeof value, values.data(), e);
    });
  }
  Handle<cl_kernel> with(const char *name, cl_mem buffer) const {
    auto kernel = make([&](cl_int *e) { return ::clCreateKernel(program.get(), name, e); });
    EXPECT_EQ(CL_SUCCESS, ::clSetKernelArg(kernel.get(), 0, sizeof buffer, &buffer));
    return kernel;
  }
  Handle<cl_kernel> adding(cl_mem buffer, cl_uint what) const {
    auto kernel = with("add", buffer);
    EXPECT_EQ(CL_SUCCESS, ::clSetKernelArg(kernel.get(), 1, sizeof what, &what));
    return kernel;
  }
  /// Records a launch for `queue` that waits for the sync points `behind`. Returns the launch's own sync point.
  cl_sync_point_khr record(cl_command_buffer_khr buffer, cl_command_queue queue, cl_kernel kernel,
                           const Points &behind = {}, size_t count = items,
                           cl_mutable_command_khr *handle = nullptr) const {
    cl_sync_point_khr point = 0;
    EXPECT_EQ(CL_SUCCESS, khr.launch(buffer, queue, nullptr, kernel, 1, nullptr, &count, nullptr,
                                     cl_uint(behind.size()), behind.empty() ? nullptr : behind.data(), &point, handle));
    return point;
  }
  void finalise(cl_command_buffer_khr buffer) const { EXPECT_EQ(CL_SUCCESS, khr.finalise(buffer)); }
  void enqueue(cl_command_buffer_khr buffer, cl_event *event = nullptr) const {
    EXPECT_EQ(CL_SUCCESS, khr.enqueue(0, nullptr, buffer, 0, nullptr, event));
  }
  std::vector<cl_uint> contents(cl_mem buffer, cl_command_queue queue, size_t count = items) const {
    std::vector<cl_uint> values(count);
    EXPECT_EQ(CL_SUCCESS, ::clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, count * sizeof(cl_uint), values.data(), 0,
                                                nullptr, nullptr));
    return values;
  }
  /// Checks that all elements of the buffer have this value, after the command-buffer that was enqueued last has run.
  void expectAll(cl_uint value, cl_mem buffer) const {
    EXPECT_EQ(std::vector<cl_uint>(items, value), contents(buffer, whole));
  }
  cl_command_buffer_state_khr state(cl_command_buffer_khr buffer) const {
    return info<cl_command_buffer_state_khr>(khr.info, buffer, CL_COMMAND_BUFFER_STATE_KHR);
  }

  const CommandBufferFunctions khr{cl};
  const DeviceParts parts{2};
  Handle<cl_command_queue> whole_, first_, second_;
  cl_command_queue whole = nullptr, first = nullptr, second = nullptr; ///< in-order queues
  std::vector<cl_command_queue> all;
  Handle<cl_program> program; ///< built for all devices
};

} // namespace weft::test

#endif
