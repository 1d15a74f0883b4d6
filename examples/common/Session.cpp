// Setup, error reporting and the short forms of OpenCL calls for the examples and benchmarks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "common/Session.h"

#include <fstream>
#include <sstream>
#include <utility>

namespace weft::host {
namespace {

std::string errorName(cl_int code) {
  constexpr std::pair<cl_int, const char *> names[] = {
      {CL_DEVICE_NOT_FOUND, "CL_DEVICE_NOT_FOUND"},
      {CL_DEVICE_NOT_AVAILABLE, "CL_DEVICE_NOT_AVAILABLE"},
      {CL_COMPILER_NOT_AVAILABLE, "CL_COMPILER_NOT_AVAILABLE"},
      {CL_MEM_OBJECT_ALLOCATION_FAILURE, "CL_MEM_OBJECT_ALLOCATION_FAILURE"},
      {CL_OUT_OF_RESOURCES, "CL_OUT_OF_RESOURCES"},
      {CL_OUT_OF_HOST_MEMORY, "CL_OUT_OF_HOST_MEMORY"},
      {CL_BUILD_PROGRAM_FAILURE, "CL_BUILD_PROGRAM_FAILURE"},
      {CL_INVALID_VALUE, "CL_INVALID_VALUE"},
      {CL_INVALID_BUILD_OPTIONS, "CL_INVALID_BUILD_OPTIONS"},
      {CL_INVALID_KERNEL_NAME, "CL_INVALID_KERNEL_NAME"},
      {CL_INVALID_ARG_INDEX, "CL_INVALID_ARG_INDEX"},
      {CL_INVALID_ARG_VALUE, "CL_INVALID_ARG_VALUE"},
      {CL_INVALID_ARG_SIZE, "CL_INVALID_ARG_SIZE"},
      {CL_INVALID_KERNEL_ARGS, "CL_INVALID_KERNEL_ARGS"},
      {CL_INVALID_WORK_GROUP_SIZE, "CL_INVALID_WORK_GROUP_SIZE"},
      {CL_INVALID_GLOBAL_WORK_SIZE, "CL_INVALID_GLOBAL_WORK_SIZE"},
      {CL_INVALID_BUFFER_SIZE, "CL_INVALID_BUFFER_SIZE"},
      {-1001, "CL_PLATFORM_NOT_FOUND_KHR"},
  };
  for (const auto &[value, name] : names)
    if (value == code)
      return name;
  return "error " + std::to_string(code);
}

std::string describe(cl_int code, std::string_view call, std::string_view detail) {
  std::string text = std::string(call) + ": " + errorName(code);
  if (!detail.empty())
    text.append("\n").append(detail);
  return text;
}

template <typename Id, typename Query> std::string queryString(Query query, Id id, cl_uint what) {
  size_t size = 0;
  check(query(id, what, 0, nullptr, &size), "size of an info string");
  std::string text(size, '\0');
  check(query(id, what, size, text.data(), nullptr), "an info string");
  while (!text.empty() && (text.back() == '\0' || text.back() == ' '))
    text.pop_back();
  return text;
}

std::string buildLog(cl_program program, cl_device_id device) {
  size_t size = 0;
  check(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size), "clGetProgramBuildInfo");
  std::string log(size, '\0');
  check(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr),
        "clGetProgramBuildInfo");
  return log.c_str();
}

} // namespace

OpenClError::OpenClError(cl_int code, std::string_view call, std::string_view detail)
    : std::runtime_error(describe(code, call, detail)), code_(code) {}

void check(cl_int code, std::string_view call) {
  if (code != CL_SUCCESS)
    throw OpenClError(code, call);
}

std::string readFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file)
    throw std::runtime_error("can't read " + path);
  return std::move(text).str();
}

std::vector<DeviceInView> devicesInView() {
  cl_uint count = 0;
  if (cl_int code = clGetPlatformIDs(0, nullptr, &count); code != CL_SUCCESS || count == 0)
    throw OpenClError(code, "clGetPlatformIDs",
                      "No OpenCL platform is in view; OCL_ICD_VENDORS chooses where to look.");
  std::vector<cl_platform_id> platforms(count);
  check(clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");
  std::vector<DeviceInView> found;
  for (cl_platform_id platform : platforms) {
    DeviceInView entry;
    entry.platform = platform;
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &entry.device, nullptr) != CL_SUCCESS)
      continue;
    entry.platformName = queryString(clGetPlatformInfo, platform, CL_PLATFORM_NAME);
    entry.deviceName = queryString(clGetDeviceInfo, entry.device, CL_DEVICE_NAME);
    found.push_back(std::move(entry));
  }
  if (found.empty())
    throw OpenClError(CL_DEVICE_NOT_FOUND, "clGetDeviceIDs", "No platform in view has a device.");
  return found;
}

Session::Session(const DeviceInView &where) : where_(where) {
  cl_int code = CL_SUCCESS;
  context_.reset(clCreateContext(nullptr, 1, &where_.device, nullptr, nullptr, &code));
  check(code, "clCreateContext");
  queue_.reset(clCreateCommandQueueWithProperties(context_.get(), where_.device, nullptr, &code));
  check(code, "clCreateCommandQueueWithProperties");
}

Program Session::build(const std::string &source, const std::string &options) const {
  cl_int code = CL_SUCCESS;
  const char *text = source.c_str();
  const size_t length = source.size();
  const bool isSpirv = source.starts_with("\x03\x02\x23\x07");
  Program program(isSpirv ? clCreateProgramWithIL(context_.get(), text, length, &code)
                          : clCreateProgramWithSource(context_.get(), 1, &text, &length, &code));
  check(code, isSpirv ? "clCreateProgramWithIL" : "clCreateProgramWithSource");
  code = clBuildProgram(program.get(), 1, &where_.device, options.c_str(), nullptr, nullptr);
  if (code != CL_SUCCESS)
    throw OpenClError(code, "clBuildProgram", buildLog(program.get(), where_.device));
  return program;
}

Kernel Session::kernel(const Program &program, const std::string &name) const {
  cl_int code = CL_SUCCESS;
  Kernel kernel(clCreateKernel(program.get(), name.c_str(), &code));
  check(code, "clCreateKernel(" + name + ")");
  return kernel;
}

Buffer Session::create(size_t bytes) const {
  cl_int code = CL_SUCCESS;
  Buffer buffer(clCreateBuffer(context_.get(), CL_MEM_READ_WRITE, bytes, nullptr, &code));
  check(code, "clCreateBuffer");
  return buffer;
}

Buffer Session::upload(const void *data, size_t bytes) const {
  Buffer buffer = create(bytes);
  check(clEnqueueWriteBuffer(queue_.get(), buffer.get(), CL_TRUE, 0, bytes, data, 0, nullptr, nullptr),
        "clEnqueueWriteBuffer");
  return buffer;
}

void Session::download(cl_mem from, void *data, size_t bytes) const {
  check(clEnqueueReadBuffer(queue_.get(), from, CL_TRUE, 0, bytes, data, 0, nullptr, nullptr), "clEnqueueReadBuffer");
}

void Session::launch(const Kernel &kernel, std::span<const size_t> global, std::span<const size_t> local) const {
  check(clEnqueueNDRangeKernel(queue_.get(), kernel.get(), static_cast<cl_uint>(global.size()), nullptr, global.data(),
                               local.empty() ? nullptr : local.data(), 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
}

void Session::finish() const { check(clFinish(queue_.get()), "clFinish"); }

namespace detail {
void setArgument(cl_kernel kernel, cl_uint index, size_t size, const void *value) {
  if (cl_int code = clSetKernelArg(kernel, index, size, value); code != CL_SUCCESS)
    throw OpenClError(code, "clSetKernelArg of argument " + std::to_string(index));
}
} // namespace detail

} // namespace weft::host
