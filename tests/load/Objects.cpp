// Owners of OpenCL objects, and checks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Objects.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace weft::load {

void fail(const std::string &message) {
  std::fflush(stdout);
  std::fprintf(stderr, "%s\n", message.c_str());
  std::_Exit(EXIT_FAILURE);
}

void check(cl_int error, const char *what) {
  if (error != CL_SUCCESS)
    fail(std::string(what) + ": error " + std::to_string(error));
}

cl_device_id firstDevice() {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
  return device;
}

Ref<cl_context> makeContext(cl_device_id device) {
  return make("clCreateContext",
              [&](cl_int *error) { return clCreateContext(nullptr, 1, &device, nullptr, nullptr, error); });
}

Ref<cl_command_queue> makeQueue(cl_context context, cl_device_id device, cl_command_queue_properties properties) {
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, properties, 0};
  return make("clCreateCommandQueueWithProperties",
              [&](cl_int *error) { return clCreateCommandQueueWithProperties(context, device, list, error); });
}

Ref<cl_program> buildProgram(cl_context context, const std::string &source, const char *options) {
  const char *text = source.c_str();
  auto program = make("clCreateProgramWithSource",
                      [&](cl_int *error) { return clCreateProgramWithSource(context, 1, &text, nullptr, error); });
  check(clBuildProgram(program.get(), 0, nullptr, options, nullptr, nullptr), "clBuildProgram");
  return program;
}

Ref<cl_kernel> makeKernel(cl_program program, const char *name) {
  return make("clCreateKernel", [&](cl_int *error) { return clCreateKernel(program, name, error); });
}

Ref<cl_command_queue> makeDeviceQueue(cl_context context, cl_device_id device, cl_uint bytes) {
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
                                      CL_QUEUE_SIZE, bytes, 0};
  return make("clCreateCommandQueueWithProperties",
              [&](cl_int *error) { return clCreateCommandQueueWithProperties(context, device, list, error); });
}

Ref<cl_mem> makeBuffer(cl_context context, size_t bytes) {
  return make("clCreateBuffer",
              [&](cl_int *error) { return clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, nullptr, error); });
}

void setArgument(cl_kernel kernel, cl_uint index, cl_mem memory) {
  check(clSetKernelArg(kernel, index, sizeof memory, &memory), "clSetKernelArg");
}

void launch(cl_command_queue queue, cl_kernel kernel, size_t items, const Ref<cl_event> &waitFor,
            Ref<cl_event> *event) {
  const cl_event before = waitFor.get();
  check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, before ? 1 : 0, before ? &before : nullptr,
                               event ? event->out() : nullptr),
        "clEnqueueNDRangeKernel");
}

cl_uint numberOf(cl_command_queue queue, cl_program program, cl_mem buffer) {
  const auto kernel = makeKernel(program, "k");
  setArgument(kernel.get(), 0, buffer);
  launch(queue, kernel.get(), 1);
  cl_uint found = ~0u;
  check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof found, &found, 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  return found;
}

size_t residentBytes() {
  size_t all = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

} // namespace weft::load
