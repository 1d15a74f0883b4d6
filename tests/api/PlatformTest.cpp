// Tests of the platform's entry points.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CL/cl_ext.h>

#include <algorithm>

#include "support/ApiTest.h"
#include "support/Extension.h"

namespace weft::test {
namespace {

WEFT_API_SUITE(clGetPlatformIDs, ApiTest);

TEST_P(clGetPlatformIDs, GivesOnePlatform) {
  cl_uint count = 0;
  ASSERT_EQ(CL_SUCCESS, cl.clGetPlatformIDs(0, nullptr, &count));
  EXPECT_EQ(1u, count);
  cl_platform_id found = nullptr;
  ASSERT_EQ(CL_SUCCESS, cl.clGetPlatformIDs(1, &found, nullptr));
  EXPECT_EQ(platform(), found);
}

TEST_P(clGetPlatformIDs, LeavesTheRestOfALongArrayAlone) {
  cl_platform_id found[2] = {nullptr, nullptr};
  ASSERT_EQ(CL_SUCCESS, cl.clGetPlatformIDs(2, found, nullptr));
  EXPECT_EQ(platform(), found[0]);
  EXPECT_EQ(nullptr, found[1]);
}

TEST_P(clGetPlatformIDs, InvalidValueNoRoom) {
  cl_platform_id found = nullptr;
  EXPECT_EQ(CL_INVALID_VALUE, cl.clGetPlatformIDs(0, &found, nullptr));
}

TEST_P(clGetPlatformIDs, InvalidValueNothingAskedFor) {
  EXPECT_EQ(CL_INVALID_VALUE, cl.clGetPlatformIDs(1, nullptr, nullptr));
}

WEFT_API_SUITE(clGetPlatformInfo, ApiTest);

TEST_P(clGetPlatformInfo, FollowsTheRulesOfInfoQueries) {
  checkInfoQuery(cl.clGetPlatformInfo, platform(), cl_platform_info{CL_PLATFORM_NAME});
}

TEST_P(clGetPlatformInfo, TellsWhoItIs) {
  const auto query = cl.clGetPlatformInfo;
  EXPECT_EQ("Weft", infoString(query, platform(), CL_PLATFORM_NAME));
  EXPECT_FALSE(infoString(query, platform(), CL_PLATFORM_VENDOR).empty());
  EXPECT_EQ("FULL_PROFILE", infoString(query, platform(), CL_PLATFORM_PROFILE));
  EXPECT_EQ(0u, infoString(query, platform(), CL_PLATFORM_VERSION).find("OpenCL 3.1 "));
  EXPECT_EQ(CL_MAKE_VERSION(3, 1, 0), info<cl_version>(query, platform(), CL_PLATFORM_NUMERIC_VERSION));
  EXPECT_FALSE(infoString(query, platform(), CL_PLATFORM_ICD_SUFFIX_KHR).empty());
}

TEST_P(clGetPlatformInfo, ReportsTheSameExtensionsInBothForms) {
  std::string joined;
  for (const cl_name_version &extension :
       infoArray<cl_name_version>(cl.clGetPlatformInfo, platform(), CL_PLATFORM_EXTENSIONS_WITH_VERSION)) {
    joined += (joined.empty() ? "" : " ") + std::string(extension.name);
    EXPECT_NE(0u, extension.version) << extension.name; // some are before their 1.0.0
  }
  EXPECT_EQ(joined, infoString(cl.clGetPlatformInfo, platform(), CL_PLATFORM_EXTENSIONS));
}

TEST_P(clGetPlatformInfo, ReportsTheExtensionsOfItsDevice) {
  const std::string ofPlatform = infoString(cl.clGetPlatformInfo, platform(), CL_PLATFORM_EXTENSIONS) + " ";
  for (const cl_name_version &extension :
       infoArray<cl_name_version>(cl.clGetDeviceInfo, device(), CL_DEVICE_EXTENSIONS_WITH_VERSION))
    EXPECT_NE(std::string::npos, ofPlatform.find(std::string(extension.name) + " ")) << extension.name;
}

TEST_P(clGetPlatformInfo, ReportsTheIcdExtension) {
  EXPECT_NE(std::string::npos,
            (infoString(cl.clGetPlatformInfo, platform(), CL_PLATFORM_EXTENSIONS) + " ").find("cl_khr_icd "));
}

TEST_P(clGetPlatformInfo, ReportsTheTimerOfItsDevice) {
  EXPECT_EQ(info<size_t>(cl.clGetDeviceInfo, device(), CL_DEVICE_PROFILING_TIMER_RESOLUTION),
            info<cl_ulong>(cl.clGetPlatformInfo, platform(), CL_PLATFORM_HOST_TIMER_RESOLUTION));
}

WEFT_API_SUITE(clGetExtensionFunctionAddressForPlatform, ContextTest);

TEST_P(clGetExtensionFunctionAddressForPlatform, FindsFunctionsOfReportedExtensions) {
  for (const char *name :
       {"clCreateCommandQueueWithPropertiesKHR", "clGetKernelSuggestedLocalWorkSizeKHR", "clGetKernelSubGroupInfoKHR"})
    EXPECT_NE(nullptr, cl.clGetExtensionFunctionAddressForPlatform(platform(), name)) << name;
}

// Loaders of 3.0 have no slot for what 3.1 has added.
TEST_P(clGetExtensionFunctionAddressForPlatform, FindsWhatOpenCl31HasAdded) {
  EXPECT_EQ(reinterpret_cast<void *>(suggestionOfTheCore()),
            cl.clGetExtensionFunctionAddressForPlatform(platform(), "clGetKernelSuggestedLocalWorkSize"));
}

TEST_P(clGetExtensionFunctionAddressForPlatform, FindsNothingElse) {
  for (const char *name : {"clNoSuchFunctionKHR", "", "clCreateFromGLBufferKHR", "clImportMemoryARM"})
    EXPECT_EQ(nullptr, cl.clGetExtensionFunctionAddressForPlatform(platform(), name)) << name;
}

TEST_P(clGetExtensionFunctionAddressForPlatform, CreateCommandQueueWithPropertiesKhrWorks) {
  const auto create = reinterpret_cast<clCreateCommandQueueWithPropertiesKHR_fn>(
      cl.clGetExtensionFunctionAddressForPlatform(platform(), "clCreateCommandQueueWithPropertiesKHR"));
  ASSERT_NE(nullptr, create);
  const cl_queue_properties_khr profiling[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  const auto queue = make([&](cl_int *error) { return create(context, device(), profiling, error); });
  EXPECT_EQ(cl_command_queue_properties{CL_QUEUE_PROFILING_ENABLE},
            info<cl_command_queue_properties>(cl.clGetCommandQueueInfo, queue.get(), CL_QUEUE_PROPERTIES));
}

WEFT_API_SUITE(clUnloadPlatformCompiler, ApiTest);

TEST_P(clUnloadPlatformCompiler, IsAllowedAtAnyTime) {
  EXPECT_EQ(CL_SUCCESS, cl.clUnloadPlatformCompiler(platform()));
  EXPECT_EQ(CL_SUCCESS, cl.clUnloadPlatformCompiler(platform()));
}

WEFT_API_SUITE(clUnloadCompiler, ApiTest);

TEST_P(clUnloadCompiler, IsAllowedAtAnyTime) { EXPECT_EQ(CL_SUCCESS, cl.clUnloadCompiler()); }

} // namespace
} // namespace weft::test
