// Runs a kernel that is checked, and says what was found.
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
  const std::lock_guard lock(all.mutex);
  all.sentences.emplace_back(sentence);
}

std::string buildLog(cl_program program, cl_device_id device) {
  std::string log(16384, '\0');
  size_t size = 0;
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), &size);
  return log.substr(0, size);
}

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

CheckOutcome run(const CheckCase &launch) {
  CheckOutcome outcome;
  Told told;
  cl_platform_id platform = nullptr;
  EXPECT_EQ(clGetPlatformIDs(1, &platform, nullptr), CL_SUCCESS);
  cl_device_id device = nullptr;
  EXPECT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), CL_SUCCESS);
  cl_int error = CL_SUCCESS;
  cl_context context = clCreateContext(nullptr, 1, &device, take, &told, &error);
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, &error);
  const char *text = launch.source.c_str();
  cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
  const std::string options = launch.options + (launch.checks.empty() ? "" : " -weft-check=" + launch.checks);
  EXPECT_EQ(clBuildProgram(program, 1, &device, options.c_str(), nullptr, nullptr), CL_SUCCESS)
      << buildLog(program, device);
  outcome.buildLog = buildLog(program, device);
  cl_kernel kernel = clCreateKernel(program, "k", &error);
  EXPECT_EQ(error, CL_SUCCESS);
  std::vector<cl_mem> buffers, images;
  std::deque<std::vector<std::byte>> groupPrivateMemory; // of the application
  for (cl_uint i = 0; i < launch.arguments.size(); ++i) {
    const CheckArgument &argument = launch.arguments[i];
    if (argument.kind == CheckArgument::Kind::buffer) {
      std::vector<std::byte> bytes = argument.bytes;
      buffers.push_back(
          clCreateBuffer(context, argument.flags | CL_MEM_COPY_HOST_PTR, bytes.size(), bytes.data(), &error));
      EXPECT_EQ(clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers.back()), CL_SUCCESS);
    } else if (argument.kind == CheckArgument::Kind::given) {
      groupPrivateMemory.emplace_back(argument.bytes);
      buffers.push_back(clCreateBuffer(context, argument.flags | CL_MEM_USE_HOST_PTR,
                                       argument.bytes.size() - argument.size,
                                       groupPrivateMemory.back().data() + argument.size, &error));
      EXPECT_EQ(clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers.back()), CL_SUCCESS);
    } else if (argument.kind == CheckArgument::Kind::fresh) {
      buffers.push_back(clCreateBuffer(context, argument.flags, argument.size, nullptr, &error));
      if (argument.prepare)
        argument.prepare(queue, buffers.back());
      EXPECT_EQ(clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers.back()), CL_SUCCESS);
    } else if (argument.kind == CheckArgument::Kind::released) {
      void *memory = clSVMAlloc(context, CL_MEM_READ_WRITE, argument.size, 0);
      EXPECT_EQ(clSetKernelArgSVMPointer(kernel, i, memory), CL_SUCCESS);
      clSVMFree(context, memory);
    } else if (argument.kind == CheckArgument::Kind::image) {
      const cl_image_format format{CL_RGBA, CL_FLOAT};
      cl_image_desc description{};
      description.image_type = CL_MEM_OBJECT_IMAGE2D;
      description.image_width = description.image_height = argument.size;
      images.push_back(clCreateImage(context, CL_MEM_READ_WRITE, &format, &description, nullptr, &error));
      EXPECT_EQ(clSetKernelArg(kernel, i, sizeof(cl_mem), &images.back()), CL_SUCCESS);
    } else if (argument.kind == CheckArgument::Kind::addressOfReleased) {
      void *memory = clSVMAlloc(context, CL_MEM_READ_WRITE, argument.size, 0);
      buffers.push_back(
          clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof(void *), static_cast<void *>(&memory), &error));
      EXPECT_EQ(clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers.back()), CL_SUCCESS);
      clSVMFree(context, memory);
    } else if (argument.kind == CheckArgument::Kind::local) {
      EXPECT_EQ(clSetKernelArg(kernel, i, argument.size, nullptr), CL_SUCCESS);
    } else {
      EXPECT_EQ(clSetKernelArg(kernel, i, argument.bytes.size(), argument.bytes.data()), CL_SUCCESS);
    }
  }
  cl_event event = nullptr;
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, static_cast<cl_uint>(launch.global.size()), nullptr,
                                   launch.global.data(), launch.local.empty() ? nullptr : launch.local.data(), 0,
                                   nullptr, &event),
            CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof outcome.status, &outcome.status, nullptr);
  clReleaseEvent(event);
  outcome.faults = takeReports();
  for (cl_mem buffer : buffers) {
    size_t bytes = 0;
    clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof bytes, &bytes, nullptr);
    outcome.buffers.emplace_back(bytes / sizeof(int));
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, outcome.buffers.back().data(), 0, nullptr, nullptr);
    clReleaseMemObject(buffer);
  }
  for (cl_mem image : images)
    clReleaseMemObject(image);
  // The callback comes from a thread of its own.
  for (int wait = 0; wait < 2000; ++wait) {
    {
      const std::lock_guard lock(told.mutex);
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
