// Runs a checked kernel, and returns the reports.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CheckedLaunch.h"

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <mutex>
#include <thread>

#include <gtest/gtest.h>

namespace weft::test {

namespace {

std::string reportFile() { return "/tmp/weft-check-tests." + std::to_string(getpid()) + ".json"; }

struct Told {
  std::mutex mutex;
  std::vector<std::string> sentences;
};

void CL_CALLBACK take(const char *sentence, const void *, size_t, void *told) {
  auto &all = *static_cast<Told *>(told);
  const std::scoped_lock lock(all.mutex);
  all.sentences.emplace_back(sentence);
}

std::string buildLog(cl_program program, cl_device_id device) {
  std::string log(16384, '\0');
  size_t size = 0;
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), &size);
  return log.substr(0, size);
}

/// The memory objects of a launch.
class Memory {
public:
  Memory(cl_context context, cl_command_queue queue) : context_(context), queue_(queue) {}

  void setArgument(cl_kernel kernel, cl_uint index, const CheckArgument &argument) {
    using Kind = CheckArgument::Kind;
    switch (argument.kind) {
    case Kind::buffer:
    case Kind::given:
    case Kind::fresh:
    case Kind::addressOfReleased:
      buffers_.push_back(makeBuffer(argument));
      EXPECT_EQ(clSetKernelArg(kernel, index, sizeof(cl_mem), &buffers_.back()), CL_SUCCESS);
      return;
    case Kind::released: {
      void *memory = clSVMAlloc(context_, CL_MEM_READ_WRITE, argument.size, 0);
      EXPECT_EQ(clSetKernelArgSVMPointer(kernel, index, memory), CL_SUCCESS);
      clSVMFree(context_, memory);
      return;
    }
    case Kind::image:
      images_.push_back(makeImage(argument.size));
      EXPECT_EQ(clSetKernelArg(kernel, index, sizeof(cl_mem), &images_.back()), CL_SUCCESS);
      return;
    case Kind::local:
      EXPECT_EQ(clSetKernelArg(kernel, index, argument.size, nullptr), CL_SUCCESS);
      return;
    case Kind::value:
      EXPECT_EQ(clSetKernelArg(kernel, index, argument.bytes.size(), argument.bytes.data()), CL_SUCCESS);
    }
  }

  /// Returns the contents of the buffers, as ints.
  std::vector<std::vector<int>> readAndRelease() {
    std::vector<std::vector<int>> contents;
    for (cl_mem buffer : buffers_) {
      size_t bytes = 0;
      clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof bytes, &bytes, nullptr);
      contents.emplace_back(bytes / sizeof(int));
      clEnqueueReadBuffer(queue_, buffer, CL_TRUE, 0, bytes, contents.back().data(), 0, nullptr, nullptr);
      clReleaseMemObject(buffer);
    }
    for (cl_mem image : images_)
      clReleaseMemObject(image);
    return contents;
  }

private:
  cl_mem makeBuffer(const CheckArgument &argument) {
    using Kind = CheckArgument::Kind;
    std::vector<std::byte> bytes = argument.bytes;
    cl_mem made = nullptr;
    if (argument.kind == Kind::buffer) {
      made = clCreateBuffer(context_, argument.flags | CL_MEM_COPY_HOST_PTR, bytes.size(), bytes.data(), nullptr);
    } else if (argument.kind == Kind::given) {
      applicationMemory_.push_back(std::move(bytes));
      made = clCreateBuffer(context_, argument.flags | CL_MEM_USE_HOST_PTR, argument.bytes.size() - argument.size,
                            applicationMemory_.back().data() + argument.size, nullptr);
    } else if (argument.kind == Kind::fresh) {
      made = clCreateBuffer(context_, argument.flags, argument.size, nullptr, nullptr);
      if (argument.prepare)
        argument.prepare(queue_, made);
    } else {
      void *memory = clSVMAlloc(context_, CL_MEM_READ_WRITE, argument.size, 0);
      made = clCreateBuffer(context_, CL_MEM_COPY_HOST_PTR, sizeof(void *), static_cast<void *>(&memory), nullptr);
      clSVMFree(context_, memory);
    }
    EXPECT_NE(made, nullptr);
    return made;
  }

  cl_mem makeImage(size_t texels) {
    const cl_image_format format{CL_RGBA, CL_FLOAT};
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = description.image_height = texels;
    return clCreateImage(context_, CL_MEM_READ_WRITE, &format, &description, nullptr, nullptr);
  }

  const cl_context context_;
  const cl_command_queue queue_;
  std::vector<cl_mem> buffers_, images_;
  std::deque<std::vector<std::byte>> applicationMemory_;
};

} // namespace

std::vector<Json> takeReports() {
  std::vector<Json> reports;
  std::ifstream file(reportFile());
  for (std::string line; std::getline(file, line);)
    reports.push_back(Json::parse(line));
  unlink(reportFile().c_str());
  return reports;
}

void prepareEnvironment() { setenv("WEFT_CHECK_FILE", reportFile().c_str(), 1); }

CheckOutcome runChecked(const std::string &checks, const std::string &source,
                        const std::vector<CheckArgument> &arguments, const std::vector<size_t> &global,
                        const std::vector<size_t> &local, const std::string &options) {
  CheckOutcome outcome;
  Told told;
  cl_platform_id platform = nullptr;
  EXPECT_EQ(clGetPlatformIDs(1, &platform, nullptr), CL_SUCCESS);
  cl_device_id device = nullptr;
  EXPECT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), CL_SUCCESS);
  cl_int error = CL_SUCCESS;
  cl_context context = clCreateContext(nullptr, 1, &device, take, &told, &error);
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, &error);
  const char *text = source.c_str();
  cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
  const std::string allOptions = options + (checks.empty() ? "" : " -weft-check=" + checks);
  EXPECT_EQ(clBuildProgram(program, 1, &device, allOptions.c_str(), nullptr, nullptr), CL_SUCCESS)
      << buildLog(program, device);
  outcome.buildLog = buildLog(program, device);
  cl_kernel kernel = clCreateKernel(program, "k", &error);
  EXPECT_EQ(error, CL_SUCCESS);
  Memory memory{context, queue};
  for (cl_uint i = 0; i < arguments.size(); ++i)
    memory.setArgument(kernel, i, arguments[i]);
  cl_event event = nullptr;
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, static_cast<cl_uint>(global.size()), nullptr, global.data(),
                                   local.empty() ? nullptr : local.data(), 0, nullptr, &event),
            CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof outcome.status, &outcome.status, nullptr);
  clReleaseEvent(event);
  outcome.faults = takeReports();
  outcome.buffers = memory.readAndRelease();
  // The callback comes from a thread of its own. Where it doesn't come, the test's own comparison fails.
  for (int wait = 0; wait < 2000; ++wait) {
    {
      const std::scoped_lock lock(told.mutex);
      outcome.told = told.sentences;
    }
    if (outcome.told.size() >= outcome.faults.size())
      break;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  return outcome;
}

} // namespace weft::test

int main(int count, char **arguments) {
  weft::test::prepareEnvironment();
  testing::InitGoogleTest(&count, arguments);
  return RUN_ALL_TESTS();
}
