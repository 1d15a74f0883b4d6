// Tests of what a loader relies on: the dispatch table, its tags, and the functions of cl_khr_icd 2.0.0.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CL/cl_ext.h>

#include <cstddef>
#include <cstdint>

#include "support/ApiTest.h"

namespace weft::test {
namespace {

using FunctionAddress = void *(CL_API_CALL *)(cl_platform_id, const char *);
using SetDispatchData = cl_int(CL_API_CALL *)(cl_platform_id, void *);

// A loader need not pass these names on, so the platform is asked directly.
template <typename Function> Function extensionFunction(const char *name) {
  return reinterpret_cast<Function>(
      entryPoints(Route::direct).clGetExtensionFunctionAddressForPlatform(platform(), name));
}

/// What cl_khr_icd lets a loader see of an object.
struct ObjectHead {
  void *const *dispatch;
  void *dispatchData;
};
template <typename T> const ObjectHead &head(T object) { return *reinterpret_cast<const ObjectHead *>(object); }

constexpr uintptr_t tag = 0x4F50454E434C3331; // "OPENCL31"

constexpr size_t slotOf(size_t offset) { return offset / sizeof(void *); }
#define WEFT_SLOT(name) slotOf(offsetof(cl_icd_dispatch, name))

TEST(DispatchTable, CarriesTheTagsOfTheSecondVersion) {
  void *const *table = head(platform()).dispatch;
  EXPECT_EQ(tag, reinterpret_cast<uintptr_t>(table[WEFT_SLOT(clGetPlatformIDs)]));
  EXPECT_EQ(tag, reinterpret_cast<uintptr_t>(table[WEFT_SLOT(clUnloadCompiler)]));
}

TEST(DispatchTable, HasAllThatALoaderForLinuxCalls) {
  void *const *table = head(platform()).dispatch;
#define WEFT_LOADER_ENTRY(name) EXPECT_NE(nullptr, table[WEFT_SLOT(name)]) << #name;
#include "support/LoaderEntries.def"
}

TEST(DispatchTable, IsLongerThanOpenCl30) {
  void *const *table = head(platform()).dispatch;
  constexpr size_t known = sizeof(cl_icd_dispatch) / sizeof(void *);
  EXPECT_NE(nullptr, table[known]); // OpenCL 3.1: clGetKernelSuggestedLocalWorkSize
  for (size_t slot = known + 1; slot < known + 64; ++slot)
    EXPECT_EQ(nullptr, table[slot]) << slot;
}

TEST(clIcdGetPlatformIDsKHR, GivesThePlatform) {
  const auto function = extensionFunction<clIcdGetPlatformIDsKHR_fn>("clIcdGetPlatformIDsKHR");
  ASSERT_NE(nullptr, function);
  cl_platform_id found = nullptr;
  cl_uint count = 0;
  EXPECT_EQ(CL_SUCCESS, function(1, &found, &count));
  EXPECT_EQ(1u, count);
  EXPECT_EQ(platform(), found);
  EXPECT_EQ(CL_INVALID_VALUE, function(0, &found, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, function(0, nullptr, nullptr));
}

TEST(clIcdGetFunctionAddressForPlatformKHR, FindsEveryEntryPoint) {
  const auto find = extensionFunction<FunctionAddress>("clIcdGetFunctionAddressForPlatformKHR");
  ASSERT_NE(nullptr, find);
#define WEFT_LOADER_ENTRY(name) EXPECT_NE(nullptr, find(platform(), #name)) << #name;
#include "support/LoaderEntries.def"
  EXPECT_NE(nullptr, find(platform(), "clGetKernelSuggestedLocalWorkSize"));
  EXPECT_NE(nullptr, find(platform(), "clCreateCommandQueueWithPropertiesKHR"));
}

TEST(clIcdGetFunctionAddressForPlatformKHR, AgreesWithTheDispatchTable) {
  const auto find = extensionFunction<FunctionAddress>("clIcdGetFunctionAddressForPlatformKHR");
  void *const *table = head(platform()).dispatch;
  EXPECT_EQ(table[WEFT_SLOT(clCreateBuffer)], find(platform(), "clCreateBuffer"));
  EXPECT_EQ(table[WEFT_SLOT(clEnqueueNDRangeKernel)], find(platform(), "clEnqueueNDRangeKernel"));
  EXPECT_EQ(table[sizeof(cl_icd_dispatch) / sizeof(void *)], find(platform(), "clGetKernelSuggestedLocalWorkSize"));
}

TEST(clIcdGetFunctionAddressForPlatformKHR, FindsNothingElse) {
  const auto find = extensionFunction<FunctionAddress>("clIcdGetFunctionAddressForPlatformKHR");
  EXPECT_EQ(nullptr, find(platform(), "clNoSuchFunction"));
  EXPECT_EQ(nullptr, find(platform(), "clGetDeviceIDsFromD3D10KHR"));
  EXPECT_EQ(nullptr, find(platform(), nullptr));
  EXPECT_EQ(nullptr, find(nullptr, "clCreateBuffer"));
  EXPECT_EQ(nullptr, find(static_cast<cl_platform_id>(foreignObject()), "clCreateBuffer"));
}

/// Acts as a loader that manages the dispatch: sets its data, and takes it back at the end.
class DispatchData : public ::testing::Test {
protected:
  const SetDispatchData set = extensionFunction<SetDispatchData>("clIcdSetPlatformDispatchDataKHR");
  void *const before = head(platform()).dispatchData;
  int data = 0;
  ~DispatchData() override { set(platform(), before); }
};
using clIcdSetPlatformDispatchDataKHR = DispatchData;

TEST_F(clIcdSetPlatformDispatchDataKHR, ReachesEveryObject) {
  // Directly: the real loader may dispatch by the very data that is replaced here.
  const cl_icd_dispatch &cl = entryPoints(Route::direct);
  const cl_device_id one = device();
  ASSERT_EQ(CL_SUCCESS, set(platform(), &data));
  cl_int error = CL_SUCCESS;
  const Handle<cl_context> context(cl.clCreateContext(nullptr, 1, &one, nullptr, nullptr, &error));
  const Handle<cl_command_queue> queue(cl.clCreateCommandQueue(context.get(), one, 0, &error));
  const Handle<cl_mem> buffer(cl.clCreateBuffer(context.get(), 0, 64, nullptr, &error));
  const Handle<cl_event> event(cl.clCreateUserEvent(context.get(), &error));
  const char *source = "kernel void empty() {}";
  const Handle<cl_program> program(cl.clCreateProgramWithSource(context.get(), 1, &source, nullptr, &error));
  EXPECT_EQ(CL_SUCCESS, cl.clBuildProgram(program.get(), 0, nullptr, nullptr, nullptr, nullptr));
  const Handle<cl_kernel> kernel(cl.clCreateKernel(program.get(), "empty", &error));

  const std::vector<const void *> objects = {platform(),   one,         context.get(), queue.get(),
                                             buffer.get(), event.get(), program.get(), kernel.get()};
  std::vector<ObjectHead> found;
  for (const void *object : objects)
    found.push_back(head(object));
  ASSERT_EQ(CL_SUCCESS, set(platform(), before));
  for (size_t i = 0; i < objects.size(); ++i) {
    EXPECT_EQ(&data, found[i].dispatchData) << i;
    EXPECT_EQ(found[0].dispatch, found[i].dispatch) << i;
    EXPECT_EQ(before, head(objects[i]).dispatchData) << i; // objects that were there already follow
  }
}

TEST_F(clIcdSetPlatformDispatchDataKHR, InvalidPlatform) {
  EXPECT_EQ(CL_INVALID_PLATFORM, set(nullptr, &data));
  EXPECT_EQ(CL_INVALID_PLATFORM, set(static_cast<cl_platform_id>(foreignObject()), &data));
  EXPECT_EQ(before, head(platform()).dispatchData);
}

} // namespace
} // namespace weft::test
