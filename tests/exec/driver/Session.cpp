// Building, launching and reading back through the public OpenCL API.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/Session.h"

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "driver/Spirv.h"
#include "driver/StdoutCapture.h"

namespace weft::exectest {

namespace {

/// Bytes behind each buffer's end that no kernel may touch.
constexpr size_t guardBytes = 256;
constexpr std::byte guardPattern{0xA5};

std::string contentsOfFile(const std::string &path) {
  std::ifstream file(path);
  if (!file)
    throw std::runtime_error("cannot read " + path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string buildLog(cl_program program, cl_device_id device) {
  size_t size = 0;
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
  std::string log(size, '\0');
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
  return log;
}

template <class T> T deviceInfo(cl_device_id device, cl_device_info name, T otherwise) {
  T value = otherwise;
  return clGetDeviceInfo(device, name, sizeof value, &value, nullptr) == CL_SUCCESS ? value : otherwise;
}

} // namespace

Session::Session() {
  cl_platform_id platform = nullptr;
  succeed(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  succeed(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device_, nullptr), "clGetDeviceIDs");
  cl_int code = CL_SUCCESS;
  context_.reset(clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &code));
  succeed(code, "clCreateContext");
  queue_.reset(clCreateCommandQueue(context_.get(), device_, 0, &code));
  succeed(code, "clCreateCommandQueue");
  if (deviceInfo<cl_device_device_enqueue_capabilities>(device_, CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, 0) != 0) {
    const cl_uint most = deviceInfo<cl_uint>(device_, CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, 0);
    const cl_queue_properties list[] = {
        CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
        CL_QUEUE_SIZE, most, 0};
    deviceQueue_.reset(clCreateCommandQueueWithProperties(context_.get(), device_, list, &code));
    succeed(code, "clCreateCommandQueueWithProperties");
  }
  pipes_ = std::make_unique<PipeTransfer>(context_.get(), device_, queue_.get());
  maxGroupItems_ = deviceInfo<size_t>(device_, CL_DEVICE_MAX_WORK_GROUP_SIZE, 1);
  hasDouble_ = deviceInfo<cl_device_fp_config>(device_, CL_DEVICE_DOUBLE_FP_CONFIG, 0) != 0;
  hasSubGroups_ = deviceInfo<cl_uint>(device_, CL_DEVICE_MAX_NUM_SUB_GROUPS, 0) != 0;
  hasImages_ = deviceInfo<cl_bool>(device_, CL_DEVICE_IMAGE_SUPPORT, CL_FALSE) == CL_TRUE;
  hasPipes_ = deviceInfo<cl_bool>(device_, CL_DEVICE_PIPE_SUPPORT, CL_FALSE) == CL_TRUE;
  hasNonUniformGroups_ = deviceInfo<cl_bool>(device_, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, CL_FALSE) == CL_TRUE;
}

std::string Session::obstacle(const Shape &shape, const Range &range) const {
  if (shape.needsDouble && !hasDouble_)
    return "the device has no 64-bit floating point";
  if (shape.needsSubGroups && !hasSubGroups_)
    return "the device has no sub-groups";
  if (shape.needsImages && !hasImages_)
    return "the device has no images";
  if (shape.needsPipes && !hasPipes_)
    return "the device has no pipes";
  if (shape.needsDeviceQueues && !deviceQueue_)
    return "the device has no queues of its own";
  if (!range.uniform() && !hasNonUniformGroups_)
    return "the device has no non-uniform groups";
  if (range.groupItems() > maxGroupItems_)
    return "the group exceeds the device's limit";
  if (std::getenv("WEFT_EXEC_SPIRV"))
    return whyNoSpirv(shape);
  return {};
}

Program Session::createProgram(const Shape &shape) {
  cl_int code = CL_SUCCESS;
  const char *folder = std::getenv("WEFT_EXEC_SPIRV");
  if (folder || shape.isAssembly) {
    const std::string module = shape.isAssembly ? assembled(shape) : spirvOf(shape, folder);
    Program program(clCreateProgramWithIL(context_.get(), module.data(), module.size(), &code));
    succeed(code, "clCreateProgramWithIL");
    return program;
  }
  const std::string source = contentsOfFile(shape.path());
  const char *text = source.c_str();
  Program program(clCreateProgramWithSource(context_.get(), 1, &text, nullptr, &code));
  succeed(code, "clCreateProgramWithSource");
  return program;
}

cl_program Session::programOf(const Shape &shape) {
  Program &program = programs_[shape.name];
  if (program)
    return program.get();
  Program fresh = createProgram(shape);
  cl_int code = CL_SUCCESS;
  // Options of the whole run come before those that a shape is about.
  const char *common = std::getenv("WEFT_EXEC_OPTIONS");
  const std::string options = (common ? std::string(common) + " " : "") + shape.options;
  code = clBuildProgram(fresh.get(), 1, &device_, options.c_str(), nullptr, nullptr);
  if (code != CL_SUCCESS)
    throw std::runtime_error("clBuildProgram returned " + std::to_string(code) + " for " + shape.name + ".cl\n" +
                             buildLog(fresh.get(), device_));
  program = std::move(fresh);
  return program.get();
}

Kernel Session::kernelOf(const Shape &shape) {
  cl_int code = CL_SUCCESS;
  Kernel kernel(clCreateKernel(programOf(shape), shape.kernelName().c_str(), &code));
  succeed(code, "clCreateKernel");
  return kernel;
}

Buffer Session::makeMemory(const Argument &argument) {
  cl_int code = CL_SUCCESS;
  Bytes contents = argument.bytes;
  if (argument.kind == Argument::Kind::image) {
    const cl_image_desc description = argument.image.description();
    Buffer image(clCreateImage(context_.get(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, &argument.image.format,
                               &description, contents.data(), &code));
    succeed(code, "clCreateImage");
    return image;
  }
  if (argument.kind == Argument::Kind::pipe)
    return pipes_->fill(argument.pipe, contents);
  contents.resize(contents.size() + guardBytes, guardPattern);
  Buffer buffer(clCreateBuffer(context_.get(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, contents.size(),
                               contents.data(), &code));
  succeed(code, "clCreateBuffer");
  return buffer;
}

Buffer Session::makePart(const Argument &argument, cl_mem whole) {
  if (argument.partBytes == 0) {
    succeed(clRetainMemObject(whole), "clRetainMemObject");
    return Buffer(whole);
  }
  const cl_buffer_region region{argument.firstByte, argument.partBytes};
  cl_int code = CL_SUCCESS;
  Buffer part(clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &code));
  succeed(code, "clCreateSubBuffer");
  return part;
}

Argument Session::withPointers(Argument argument, cl_program program) const {
  using Find = cl_int(CL_API_CALL *)(cl_device_id, cl_program, const char *, cl_ulong *);
  cl_platform_id platform = deviceInfo<cl_platform_id>(device_, CL_DEVICE_PLATFORM, nullptr);
  const auto find =
      reinterpret_cast<Find>(clGetExtensionFunctionAddressForPlatform(platform, "clGetDeviceFunctionPointerINTEL"));
  if (!find && !argument.functions.empty())
    throw std::runtime_error("the platform has no clGetDeviceFunctionPointerINTEL");
  for (size_t i = 0; i < argument.functions.size(); ++i) {
    cl_ulong pointer = 0;
    succeed(find(device_, program, argument.functions[i].c_str(), &pointer), "clGetDeviceFunctionPointerINTEL");
    std::memcpy(argument.bytes.data() + i * sizeof pointer, &pointer, sizeof pointer);
  }
  return argument;
}

Buffer Session::setArgument(cl_kernel kernel, cl_uint index, const Argument &argument,
                            const std::vector<Buffer> &buffers) {
  cl_int code = CL_SUCCESS;
  Buffer buffer;
  switch (argument.kind) {
  case Argument::Kind::value:
    code = clSetKernelArg(kernel, index, argument.bytes.size(), argument.bytes.data());
    break;
  case Argument::Kind::local:
    code = clSetKernelArg(kernel, index, argument.localBytes, nullptr);
    break;
  case Argument::Kind::nullBuffer:
    code = clSetKernelArg(kernel, index, sizeof(cl_mem), nullptr);
    break;
  case Argument::Kind::sampler: {
    const SamplerChoice &choice = argument.sampler;
    samplers_.emplace_back(clCreateSampler(context_.get(), choice.normalized, choice.addressing, choice.filter, &code));
    succeed(code, "clCreateSampler");
    cl_sampler handle = samplers_.back().get();
    code = clSetKernelArg(kernel, index, sizeof handle, &handle);
    break;
  }
  case Argument::Kind::image:
  case Argument::Kind::pipe:
  case Argument::Kind::part:
  case Argument::Kind::buffer: {
    buffer = argument.kind == Argument::Kind::part ? makePart(argument, buffers.at(argument.whole).get())
                                                   : makeMemory(argument);
    cl_mem handle = buffer.get();
    code = clSetKernelArg(kernel, index, sizeof handle, &handle);
    break;
  }
  }
  if (code != CL_SUCCESS)
    throw std::runtime_error("clSetKernelArg returned " + std::to_string(code) + " for argument " +
                             std::to_string(index));
  return buffer;
}

void Session::enqueue(cl_kernel kernel, const Range &range) {
  const size_t *local = range.local[0] == 0 ? nullptr : range.local.data();
  cl_event handle = nullptr;
  succeed(clEnqueueNDRangeKernel(queue_.get(), kernel, range.dimensions, range.offset.data(), range.global.data(),
                                 local, 0, nullptr, &handle),
          "clEnqueueNDRangeKernel");
  Event event(handle);
  succeed(clFinish(queue_.get()), "clFinish");
  // A launch that was given up (out of memory, for one) says so in its event alone.
  cl_int status = CL_QUEUED;
  succeed(clGetEventInfo(handle, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr), "clGetEventInfo");
  if (status != CL_COMPLETE)
    throw std::runtime_error("the launch ended with status " + std::to_string(status));
}

/// With what stands behind a buffer.
Bytes Session::contentsOf(const Argument &argument, cl_mem memory) {
  if (argument.kind == Argument::Kind::image) {
    Bytes contents(argument.bytes.size());
    const size_t origin[3] = {0, 0, 0};
    succeed(clEnqueueReadImage(queue_.get(), memory, CL_TRUE, origin, argument.image.size.data(), 0, 0, contents.data(),
                               0, nullptr, nullptr),
            "clEnqueueReadImage");
    return contents;
  }
  Bytes contents(argument.bytes.size() + guardBytes);
  succeed(clEnqueueReadBuffer(queue_.get(), memory, CL_TRUE, 0, contents.size(), contents.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
  return contents;
}

void Session::judge(const Argument &argument, size_t index, cl_mem buffer, Outcome &outcome) {
  std::vector<std::string> &wrong = outcome.wrong;
  std::string name = "argument " + std::to_string(index);
  if (argument.kind == Argument::Kind::pipe) {
    if (auto sentence = argument.checkPackets(pipes_->empty(argument.pipe, buffer)))
      wrong.push_back(name + ", " + *sentence);
    return;
  }
  Bytes after = contentsOf(argument, buffer);
  for (size_t i = argument.bytes.size(); i < after.size(); ++i)
    if (after[i] != guardPattern) {
      wrong.push_back(name + " was written " + std::to_string(i - argument.bytes.size()) + " bytes behind its end");
      break;
    }
  if (argument.constant && std::memcmp(after.data(), argument.bytes.data(), argument.bytes.size()) != 0)
    wrong.push_back(name + " is an input and was written");
  if (argument.check)
    if (auto sentence = argument.check(after.data()))
      wrong.push_back(name + ", " + *sentence);
  if (argument.isResult)
    outcome.results.push_back(std::move(after));
}

std::vector<std::string> Session::run(const Shape &shape, const Case &launch) {
  const Kernel kernel = kernelOf(shape);
  Outcome first = runOnce(shape, kernel.get(), launch);
  const char *number = std::getenv("WEFT_EXEC_LAUNCHES");
  const unsigned launches = number ? static_cast<unsigned>(std::strtoul(number, nullptr, 10)) : 1;
  for (unsigned again = 2; again <= launches && first.wrong.empty(); ++again) {
    const Outcome next = runOnce(shape, kernel.get(), launch);
    for (const std::string &sentence : next.wrong)
      first.wrong.push_back("launch " + std::to_string(again) + ": " + sentence);
    for (size_t i = 0; i < first.results.size(); ++i)
      if (next.results[i] != first.results[i])
        first.wrong.push_back("launch " + std::to_string(again) + ": result " + std::to_string(i) +
                              " has other bytes than after the first launch");
  }
  return first.wrong;
}

Session::Outcome Session::runOnce(const Shape &shape, cl_kernel kernel, const Case &launch) {
  Outcome outcome;
  samplers_.clear();
  std::vector<Argument> arguments;
  for (const Argument &argument : launch.arguments())
    arguments.push_back(withPointers(argument, programOf(shape)));
  std::vector<Buffer> buffers;
  for (const Argument &argument : arguments)
    buffers.push_back(setArgument(kernel, static_cast<cl_uint>(buffers.size()), argument, buffers));
  if (!launch.printed()) {
    enqueue(kernel, launch.range());
  } else {
    StdoutCapture capture;
    enqueue(kernel, launch.range());
    if (auto sentence = launch.printed()(capture.lines()))
      outcome.wrong.push_back("stdout: " + *sentence);
  }
  for (size_t i = 0; i < buffers.size(); ++i)
    if (buffers[i] && arguments[i].kind != Argument::Kind::part)
      judge(arguments[i], i, buffers[i].get(), outcome);
  return outcome;
}

} // namespace weft::exectest
