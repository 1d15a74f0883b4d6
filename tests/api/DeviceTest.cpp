// Tests of the device's entry points.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CL/cl_ext.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include "NewNames.h"
#include "support/ApiTest.h"

namespace weft::test {
namespace {

WEFT_API_SUITE(clGetDeviceIDs, ApiTest);

TEST_P(clGetDeviceIDs, GivesTheCpuForEachTypeThatFits) {
  for (cl_device_type type : {CL_DEVICE_TYPE_CPU, CL_DEVICE_TYPE_DEFAULT, CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU}) {
    cl_uint count = 0;
    cl_device_id found = nullptr;
    EXPECT_EQ(CL_SUCCESS, cl.clGetDeviceIDs(platform(), type, 1, &found, &count)) << type;
    EXPECT_EQ(1u, count);
    EXPECT_EQ(device(), found);
  }
  cl_uint count = 0;
  EXPECT_EQ(CL_SUCCESS, cl.clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, 0, nullptr, &count));
  EXPECT_EQ(1u, count);
}

TEST_P(clGetDeviceIDs, DeviceNotFound) {
  for (cl_device_type type : {CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_ACCELERATOR, CL_DEVICE_TYPE_CUSTOM}) {
    cl_device_id found = nullptr;
    EXPECT_EQ(CL_DEVICE_NOT_FOUND, cl.clGetDeviceIDs(platform(), type, 1, &found, nullptr)) << type;
    EXPECT_EQ(nullptr, found);
  }
}

TEST_P(clGetDeviceIDs, InvalidDeviceType) {
  cl_device_id found = nullptr;
  EXPECT_EQ(CL_INVALID_DEVICE_TYPE, cl.clGetDeviceIDs(platform(), 0, 1, &found, nullptr));
  EXPECT_EQ(CL_INVALID_DEVICE_TYPE, cl.clGetDeviceIDs(platform(), cl_device_type{1} << 20, 1, &found, nullptr));
}

TEST_P(clGetDeviceIDs, InvalidValueNoRoom) {
  cl_device_id found = nullptr;
  EXPECT_EQ(CL_INVALID_VALUE, cl.clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, 0, &found, nullptr));
}

TEST_P(clGetDeviceIDs, InvalidValueNothingAskedFor) {
  EXPECT_EQ(CL_INVALID_VALUE, cl.clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, 1, nullptr, nullptr));
}

class DeviceInfoTest : public ApiTest {
protected:
  template <typename T> T value(cl_device_info name) { return info<T>(cl.clGetDeviceInfo, device(), name); }
  std::string string(cl_device_info name) { return infoString(cl.clGetDeviceInfo, device(), name); }
  template <typename T> std::vector<T> values(cl_device_info name) {
    return infoArray<T>(cl.clGetDeviceInfo, device(), name);
  }
  bool hasExtension(const std::string &name) {
    return (" " + string(CL_DEVICE_EXTENSIONS) + " ").find(" " + name + " ") != std::string::npos;
  }
};
WEFT_API_SUITE(clGetDeviceInfo, DeviceInfoTest);

TEST_P(clGetDeviceInfo, FollowsTheRulesOfInfoQueries) {
  checkInfoQuery(cl.clGetDeviceInfo, device(), cl_device_info{CL_DEVICE_NAME});
  checkInfoQuery(cl.clGetDeviceInfo, device(), cl_device_info{CL_DEVICE_MAX_WORK_ITEM_SIZES});
}

TEST_P(clGetDeviceInfo, AnswersEveryCoreQueryInItsType) {
  struct Query {
    cl_device_info name;
    size_t size;
  };
  constexpr size_t uint = sizeof(cl_uint), ulong = sizeof(cl_ulong), size = sizeof(size_t), boolean = sizeof(cl_bool);
  const Query queries[] = {
      {CL_DEVICE_TYPE, ulong},
      {CL_DEVICE_VENDOR_ID, uint},
      {CL_DEVICE_MAX_COMPUTE_UNITS, uint},
      {CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, uint},
      {CL_DEVICE_MAX_WORK_GROUP_SIZE, size},
      {CL_DEVICE_MAX_WORK_ITEM_SIZES, 3 * size},
      {CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, uint},
      {CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT, uint},
      {CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, uint},
      {CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG, uint},
      {CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, uint},
      {CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, uint},
      {CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, uint},
      {CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, uint},
      {CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, uint},
      {CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, uint},
      {CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, uint},
      {CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, uint},
      {CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, uint},
      {CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, uint},
      {CL_DEVICE_MAX_CLOCK_FREQUENCY, uint},
      {CL_DEVICE_ADDRESS_BITS, uint},
      {CL_DEVICE_MAX_MEM_ALLOC_SIZE, ulong},
      {CL_DEVICE_IMAGE_SUPPORT, boolean},
      {CL_DEVICE_MAX_READ_IMAGE_ARGS, uint},
      {CL_DEVICE_MAX_WRITE_IMAGE_ARGS, uint},
      {CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, uint},
      {CL_DEVICE_IMAGE2D_MAX_WIDTH, size},
      {CL_DEVICE_IMAGE2D_MAX_HEIGHT, size},
      {CL_DEVICE_IMAGE3D_MAX_WIDTH, size},
      {CL_DEVICE_IMAGE3D_MAX_HEIGHT, size},
      {CL_DEVICE_IMAGE3D_MAX_DEPTH, size},
      {CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, size},
      {CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, size},
      {CL_DEVICE_MAX_SAMPLERS, uint},
      {CL_DEVICE_IMAGE_PITCH_ALIGNMENT, uint},
      {CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, uint},
      {CL_DEVICE_MAX_PIPE_ARGS, uint},
      {CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, uint},
      {CL_DEVICE_PIPE_MAX_PACKET_SIZE, uint},
      {CL_DEVICE_MAX_PARAMETER_SIZE, size},
      {CL_DEVICE_MEM_BASE_ADDR_ALIGN, uint},
      {CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE, uint},
      {CL_DEVICE_SINGLE_FP_CONFIG, ulong},
      {CL_DEVICE_DOUBLE_FP_CONFIG, ulong},
      {CL_DEVICE_GLOBAL_MEM_CACHE_TYPE, uint},
      {CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, uint},
      {CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, ulong},
      {CL_DEVICE_GLOBAL_MEM_SIZE, ulong},
      {CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, ulong},
      {CL_DEVICE_MAX_CONSTANT_ARGS, uint},
      {CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, size},
      {CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE, size},
      {CL_DEVICE_LOCAL_MEM_TYPE, uint},
      {CL_DEVICE_LOCAL_MEM_SIZE, ulong},
      {CL_DEVICE_ERROR_CORRECTION_SUPPORT, boolean},
      {CL_DEVICE_HOST_UNIFIED_MEMORY, boolean},
      {CL_DEVICE_PROFILING_TIMER_RESOLUTION, size},
      {CL_DEVICE_ENDIAN_LITTLE, boolean},
      {CL_DEVICE_AVAILABLE, boolean},
      {CL_DEVICE_COMPILER_AVAILABLE, boolean},
      {CL_DEVICE_LINKER_AVAILABLE, boolean},
      {CL_DEVICE_EXECUTION_CAPABILITIES, ulong},
      {CL_DEVICE_QUEUE_PROPERTIES, ulong},
      {CL_DEVICE_QUEUE_ON_HOST_PROPERTIES, ulong},
      {CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, ulong},
      {CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, uint},
      {CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, uint},
      {CL_DEVICE_MAX_ON_DEVICE_QUEUES, uint},
      {CL_DEVICE_MAX_ON_DEVICE_EVENTS, uint},
      {CL_DEVICE_PLATFORM, sizeof(void *)},
      {CL_DEVICE_NUMERIC_VERSION, uint},
      {CL_DEVICE_PRINTF_BUFFER_SIZE, size},
      {CL_DEVICE_PREFERRED_INTEROP_USER_SYNC, boolean},
      {CL_DEVICE_PARENT_DEVICE, sizeof(void *)},
      {CL_DEVICE_PARTITION_MAX_SUB_DEVICES, uint},
      {CL_DEVICE_PARTITION_AFFINITY_DOMAIN, ulong},
      {CL_DEVICE_REFERENCE_COUNT, uint},
      {CL_DEVICE_SVM_CAPABILITIES, ulong},
      {CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT, uint},
      {CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT, uint},
      {CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT, uint},
      {CL_DEVICE_MAX_NUM_SUB_GROUPS, uint},
      {CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, boolean},
      {CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, ulong},
      {CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, ulong},
      {CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, boolean},
      {CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, boolean},
      {CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, boolean},
      {CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, ulong},
      {CL_DEVICE_PIPE_SUPPORT, boolean},
      {CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, size},
      // cl_khr_device_uuid, cl_khr_extended_versioning
      {CL_DEVICE_UUID_KHR, CL_UUID_SIZE_KHR},
      {CL_DRIVER_UUID_KHR, CL_UUID_SIZE_KHR},
      {CL_DEVICE_LUID_VALID_KHR, boolean},
      {CL_DEVICE_LUID_KHR, CL_LUID_SIZE_KHR},
      {CL_DEVICE_NODE_MASK_KHR, uint},
      {CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR, uint},
      // cl_intel_device_attribute_query
      {CL_DEVICE_IP_VERSION_INTEL, uint},
      {CL_DEVICE_ID_INTEL, uint},
      {CL_DEVICE_NUM_SLICES_INTEL, uint},
      {CL_DEVICE_NUM_SUB_SLICES_PER_SLICE_INTEL, uint},
      {CL_DEVICE_NUM_EUS_PER_SUB_SLICE_INTEL, uint},
      {CL_DEVICE_NUM_THREADS_PER_EU_INTEL, uint},
      {CL_DEVICE_FEATURE_CAPABILITIES_INTEL, ulong},
  };
  for (const Query &query : queries) {
    size_t answered = 0;
    EXPECT_EQ(CL_SUCCESS, cl.clGetDeviceInfo(device(), query.name, 0, nullptr, &answered)) << std::hex << query.name;
    EXPECT_EQ(query.size, answered) << std::hex << query.name;
  }
}

TEST_P(clGetDeviceInfo, StringsAreThere) {
  for (cl_device_info name : {CL_DEVICE_NAME, CL_DEVICE_VENDOR, CL_DRIVER_VERSION})
    EXPECT_FALSE(string(name).empty()) << std::hex << name;
  EXPECT_EQ("FULL_PROFILE", string(CL_DEVICE_PROFILE));
  EXPECT_EQ(0u, string(CL_DEVICE_VERSION).find("OpenCL 3.1 "));
  EXPECT_EQ(CL_MAKE_VERSION(3, 1, 0), value<cl_version>(CL_DEVICE_NUMERIC_VERSION));
  EXPECT_EQ(0u, string(CL_DEVICE_OPENCL_C_VERSION).find("OpenCL C 1.2 "));
  EXPECT_EQ(CL_MAKE_VERSION(1, 2, 0), value<cl_version>(CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR));
  EXPECT_EQ("", string(CL_DEVICE_BUILT_IN_KERNELS));
  EXPECT_EQ("SPIR-V_1.0 SPIR-V_1.1 SPIR-V_1.2 SPIR-V_1.3 SPIR-V_1.4 SPIR-V_1.5 SPIR-V_1.6",
            string(CL_DEVICE_IL_VERSION));
  const auto ils = values<cl_name_version>(CL_DEVICE_ILS_WITH_VERSION);
  ASSERT_EQ(7u, ils.size());
  EXPECT_STREQ("SPIR-V", ils[6].name);
  EXPECT_EQ(CL_MAKE_VERSION(1, 6, 0), ils[6].version);
  EXPECT_TRUE(values<cl_name_version>(CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION).empty());
}

// cl_intel_device_attribute_query: all its threads together are those that run kernels.
TEST_P(clGetDeviceInfo, AttributesAgreeWithTheComputeUnits) {
  ASSERT_TRUE(hasExtension("cl_intel_device_attribute_query"));
  EXPECT_EQ(value<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS), value<cl_uint>(CL_DEVICE_NUM_SLICES_INTEL) *
                                                             value<cl_uint>(CL_DEVICE_NUM_SUB_SLICES_PER_SLICE_INTEL) *
                                                             value<cl_uint>(CL_DEVICE_NUM_EUS_PER_SUB_SLICE_INTEL) *
                                                             value<cl_uint>(CL_DEVICE_NUM_THREADS_PER_EU_INTEL));
  EXPECT_NE(0u, value<cl_uint>(CL_DEVICE_ID_INTEL));
#if defined(__x86_64__)
  // As /proc/cpuinfo has them.
  std::ifstream file("/proc/cpuinfo");
  cl_uint family = 0, model = 0, stepping = 0;
  for (std::string line; std::getline(file, line) && !line.empty();)
    for (const auto &[name, number] :
         {std::pair{"cpu family\t: ", &family}, {"model\t\t: ", &model}, {"stepping\t: ", &stepping}})
      if (line.starts_with(name))
        *number = static_cast<cl_uint>(std::stoul(line.substr(std::strlen(name))));
  EXPECT_EQ(CL_MAKE_VERSION(family, model, stepping), value<cl_version>(CL_DEVICE_IP_VERSION_INTEL));
#endif
}

// Run with values for both by CTest.
TEST_P(clGetDeviceInfo, NameAndVendorIdAreThoseOfTheEnvironment) {
  const char *name = std::getenv("WEFT_DEVICE_NAME"), *vendor = std::getenv("WEFT_VENDOR_ID");
  if (!name || !vendor)
    GTEST_SKIP() << "the environment says neither";
  EXPECT_EQ(name, string(CL_DEVICE_NAME));
  EXPECT_EQ(std::stoul(vendor), value<cl_uint>(CL_DEVICE_VENDOR_ID));
}

TEST_P(clGetDeviceInfo, MeetsTheMinimaOfTheFullProfile) {
  EXPECT_GE(value<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS), 1u);
  EXPECT_GE(value<cl_uint>(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS), 3u);
  EXPECT_GE(value<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE), 1u);
  const cl_ulong global = value<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE);
  EXPECT_GE(value<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE),
            std::max<cl_ulong>(std::min<cl_ulong>(1 << 30, global / 4), 32 << 20));
  EXPECT_LE(value<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE), global);
  EXPECT_GE(value<size_t>(CL_DEVICE_MAX_PARAMETER_SIZE), 1024u);
  EXPECT_GE(value<cl_ulong>(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE), 64u << 10);
  EXPECT_GE(value<cl_uint>(CL_DEVICE_MAX_CONSTANT_ARGS), 8u);
  EXPECT_GE(value<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE), 32u << 10);
  EXPECT_GE(value<size_t>(CL_DEVICE_PRINTF_BUFFER_SIZE), 1u << 20);
  EXPECT_EQ(0u, value<cl_uint>(CL_DEVICE_MEM_BASE_ADDR_ALIGN) % (sizeof(cl_long16) * 8));
  EXPECT_TRUE(value<cl_command_queue_properties>(CL_DEVICE_QUEUE_ON_HOST_PROPERTIES) & CL_QUEUE_PROFILING_ENABLE);
  EXPECT_EQ(cl_device_exec_capabilities{CL_EXEC_KERNEL | CL_EXEC_NATIVE_KERNEL},
            value<cl_device_exec_capabilities>(CL_DEVICE_EXECUTION_CAPABILITIES));
  constexpr cl_device_fp_config needed = CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN;
  EXPECT_EQ(needed, value<cl_device_fp_config>(CL_DEVICE_SINGLE_FP_CONFIG) & needed);
  constexpr cl_device_atomic_capabilities memory = CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP;
  EXPECT_EQ(memory, value<cl_device_atomic_capabilities>(CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES) & memory);
  EXPECT_TRUE(value<cl_device_atomic_capabilities>(CL_DEVICE_ATOMIC_FENCE_CAPABILITIES) &
              CL_DEVICE_ATOMIC_ORDER_ACQ_REL);
}

TEST_P(clGetDeviceInfo, DoublePrecisionIsWhole) {
  ASSERT_TRUE(hasExtension("cl_khr_fp64"));
  constexpr cl_device_fp_config needed = CL_FP_FMA | CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN | CL_FP_DENORM;
  EXPECT_EQ(needed, value<cl_device_fp_config>(CL_DEVICE_DOUBLE_FP_CONFIG) & needed);
  EXPECT_GE(value<cl_uint>(CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE), 1u);
  EXPECT_GE(value<cl_uint>(CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE), 1u);
}

TEST_P(clGetDeviceInfo, ReportsTheSameExtensionsInBothForms) {
  std::string joined;
  for (const cl_name_version &extension : values<cl_name_version>(CL_DEVICE_EXTENSIONS_WITH_VERSION))
    joined += (joined.empty() ? "" : " ") + std::string(extension.name);
  EXPECT_EQ(joined, string(CL_DEVICE_EXTENSIONS));
}

TEST_P(clGetDeviceInfo, ReportsTheExtensionsThatOpenCl12MadeCore) {
  for (const char *name :
       {"cl_khr_byte_addressable_store", "cl_khr_global_int32_base_atomics", "cl_khr_global_int32_extended_atomics",
        "cl_khr_local_int32_base_atomics", "cl_khr_local_int32_extended_atomics"})
    EXPECT_TRUE(hasExtension(name)) << name;
}

// OpenCL 3.1, appendix E, and section 4.5 ("Required OpenCL Extensions").
TEST_P(clGetDeviceInfo, HasAllThatOpenCl31Requires) {
  for (const char *name :
       {"cl_khr_device_uuid", "cl_khr_extended_bit_ops", "cl_khr_integer_dot_product", "cl_khr_spirv_queries",
        "cl_khr_subgroup_extended_types", "cl_khr_subgroup_rotate", "cl_khr_subgroup_shuffle",
        "cl_khr_subgroup_shuffle_relative", "cl_khr_suggested_local_work_size"})
    EXPECT_TRUE(hasExtension(name)) << name;
  EXPECT_GT(value<cl_uint>(CL_DEVICE_MAX_NUM_SUB_GROUPS), 0u);
  EXPECT_EQ(3u, values<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZES).size());
  EXPECT_TRUE(value<cl_device_integer_dot_product_capabilities_khr>(CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR) &
              CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR);
}

TEST_P(clGetDeviceInfo, ListsLanguageVersionsAndFeatures) {
  std::vector<cl_version> versions;
  for (const cl_name_version &language : values<cl_name_version>(CL_DEVICE_OPENCL_C_ALL_VERSIONS)) {
    EXPECT_STREQ("OpenCL C", language.name);
    versions.push_back(language.version);
  }
  for (cl_version needed : {CL_MAKE_VERSION(1, 0, 0), CL_MAKE_VERSION(1, 1, 0), CL_MAKE_VERSION(1, 2, 0),
                            CL_MAKE_VERSION(3, 0, 0), CL_MAKE_VERSION(3, 1, 0)})
    EXPECT_EQ(1, std::count(versions.begin(), versions.end(), needed)) << std::hex << needed;
  std::vector<std::string> features;
  for (const cl_name_version &feature : values<cl_name_version>(CL_DEVICE_OPENCL_C_FEATURES))
    features.emplace_back(feature.name);
  EXPECT_EQ(1, std::count(features.begin(), features.end(), "__opencl_c_int64"));
  EXPECT_EQ(1, std::count(features.begin(), features.end(), "__opencl_c_fp64"));
}

TEST_P(clGetDeviceInfo, FeaturesAgreeWithTheQueriesOfTheDevice) {
  std::string features;
  for (const cl_name_version &feature : values<cl_name_version>(CL_DEVICE_OPENCL_C_FEATURES))
    features += std::string(feature.name) + " ";
  const auto has = [&](const char *name) { return features.find(std::string(name) + " ") != std::string::npos; };
  EXPECT_EQ(has("__opencl_c_generic_address_space"), value<cl_bool>(CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT));
  EXPECT_EQ(has("__opencl_c_images"), value<cl_bool>(CL_DEVICE_IMAGE_SUPPORT));
  EXPECT_EQ(has("__opencl_c_pipes"), value<cl_bool>(CL_DEVICE_PIPE_SUPPORT));
  EXPECT_EQ(has("__opencl_c_device_enqueue"),
            value<cl_device_device_enqueue_capabilities>(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES) != 0);
  EXPECT_EQ(has("__opencl_c_work_group_collective_functions"),
            value<cl_bool>(CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT));
  EXPECT_EQ(has("__opencl_c_subgroups"), value<cl_uint>(CL_DEVICE_MAX_NUM_SUB_GROUPS) != 0);
  EXPECT_FALSE(values<size_t>(CL_DEVICE_SUB_GROUP_SIZES_INTEL).empty());
  EXPECT_GE(value<cl_uint>(CL_DEVICE_MAX_NAMED_BARRIER_COUNT_KHR), 8u); // cl_khr_subgroup_named_barrier
  EXPECT_EQ(has("__opencl_c_program_scope_global_variables"), value<size_t>(CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE) != 0);
  const auto clocks = value<cl_bitfield>(0x1076); // CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR
  EXPECT_EQ(has("__opencl_c_kernel_clock_scope_device"), (clocks & 1) != 0);
  EXPECT_EQ(has("__opencl_c_kernel_clock_scope_work_group"), (clocks & 2) != 0);
  EXPECT_EQ(has("__opencl_c_kernel_clock_scope_sub_group"), (clocks & 4) != 0);
}

TEST_P(clGetDeviceInfo, WhatIsMissingCountsAsZero) { EXPECT_EQ(nullptr, value<cl_device_id>(CL_DEVICE_PARENT_DEVICE)); }

// The minima of devices with queues of their own (OpenCL 3.0 section 4.2).
TEST_P(clGetDeviceInfo, QueuesOnTheDeviceAreSupported) {
  EXPECT_EQ(cl_device_device_enqueue_capabilities{CL_DEVICE_QUEUE_SUPPORTED | CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT},
            value<cl_device_device_enqueue_capabilities>(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES));
  constexpr cl_command_queue_properties least = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
  EXPECT_EQ(least, value<cl_command_queue_properties>(CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES) & least);
  EXPECT_GE(value<cl_uint>(CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE), 16u * 1024);
  EXPECT_GE(value<cl_uint>(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE), 256u * 1024);
  EXPECT_GE(value<cl_uint>(CL_DEVICE_MAX_ON_DEVICE_QUEUES), 1u);
  EXPECT_GE(value<cl_uint>(CL_DEVICE_MAX_ON_DEVICE_EVENTS), 1024u);
}

// The minima of devices with pipes (OpenCL 3.0 section 4.2).
TEST_P(clGetDeviceInfo, PipesAreSupported) {
  ASSERT_TRUE(value<cl_bool>(CL_DEVICE_PIPE_SUPPORT));
  EXPECT_GE(value<cl_uint>(CL_DEVICE_MAX_PIPE_ARGS), 16u);
  EXPECT_GE(value<cl_uint>(CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS), 1u);
  EXPECT_GE(value<cl_uint>(CL_DEVICE_PIPE_MAX_PACKET_SIZE), 1024u);
}

// The minima of the full profile (OpenCL 3.0 section 4.2).
TEST_P(clGetDeviceInfo, ImagesAreSupportedUpToTheFullProfilesSizes) {
  ASSERT_TRUE(value<cl_bool>(CL_DEVICE_IMAGE_SUPPORT));
  EXPECT_GE(value<cl_uint>(CL_DEVICE_MAX_READ_IMAGE_ARGS), 128u);
  EXPECT_GE(value<cl_uint>(CL_DEVICE_MAX_WRITE_IMAGE_ARGS), 64u);
  EXPECT_GE(value<cl_uint>(CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS), 64u);
  EXPECT_GE(value<cl_uint>(CL_DEVICE_MAX_SAMPLERS), 16u);
  EXPECT_GE(value<size_t>(CL_DEVICE_IMAGE2D_MAX_WIDTH), 16384u);
  EXPECT_GE(value<size_t>(CL_DEVICE_IMAGE2D_MAX_HEIGHT), 16384u);
  for (cl_device_info name : {CL_DEVICE_IMAGE3D_MAX_WIDTH, CL_DEVICE_IMAGE3D_MAX_HEIGHT, CL_DEVICE_IMAGE3D_MAX_DEPTH,
                              CL_DEVICE_IMAGE_MAX_ARRAY_SIZE})
    EXPECT_GE(value<size_t>(name), 2048u) << std::hex << name;
  EXPECT_GE(value<size_t>(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE), 65536u);
  EXPECT_TRUE(std::has_single_bit(value<cl_uint>(CL_DEVICE_IMAGE_PITCH_ALIGNMENT)));
  EXPECT_TRUE(std::has_single_bit(value<cl_uint>(CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT)));
}

TEST_P(clGetDeviceInfo, HostAndDeviceShareAllMemory) {
  EXPECT_EQ(cl_device_svm_capabilities{CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_BUFFER |
                                       CL_DEVICE_SVM_FINE_GRAIN_SYSTEM | CL_DEVICE_SVM_ATOMICS},
            value<cl_device_svm_capabilities>(CL_DEVICE_SVM_CAPABILITIES));
}

TEST_P(clGetDeviceInfo, UuidsAreStableAndDiffer) {
  using Uuid = std::array<cl_uchar, CL_UUID_SIZE_KHR>;
  const Uuid ofDevice = value<Uuid>(CL_DEVICE_UUID_KHR);
  const Uuid ofDriver = value<Uuid>(CL_DRIVER_UUID_KHR);
  EXPECT_NE(Uuid{}, ofDevice);
  EXPECT_NE(Uuid{}, ofDriver);
  EXPECT_NE(ofDevice, ofDriver);
  EXPECT_EQ(ofDevice, value<Uuid>(CL_DEVICE_UUID_KHR));
}

TEST_P(clGetDeviceInfo, BelongsToThePlatform) {
  EXPECT_EQ(platform(), value<cl_platform_id>(CL_DEVICE_PLATFORM));
  EXPECT_EQ(cl_device_type{CL_DEVICE_TYPE_CPU}, value<cl_device_type>(CL_DEVICE_TYPE));
  EXPECT_EQ(std::endian::native == std::endian::little, value<cl_bool>(CL_DEVICE_ENDIAN_LITTLE));
  EXPECT_EQ(sizeof(void *) * 8, value<cl_uint>(CL_DEVICE_ADDRESS_BITS));
}

WEFT_API_SUITE(clRetainDevice, ApiTest);

TEST_P(clRetainDevice, DoesNotCountARootDevice) {
  EXPECT_EQ(CL_SUCCESS, cl.clRetainDevice(device()));
  EXPECT_EQ(1u, info<cl_uint>(cl.clGetDeviceInfo, device(), CL_DEVICE_REFERENCE_COUNT));
}

WEFT_API_SUITE(clReleaseDevice, ApiTest);

TEST_P(clReleaseDevice, LeavesARootDeviceAlone) {
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(CL_SUCCESS, cl.clReleaseDevice(device()));
  EXPECT_EQ(1u, info<cl_uint>(cl.clGetDeviceInfo, device(), CL_DEVICE_REFERENCE_COUNT));
}

WEFT_API_SUITE(clGetHostTimer, ApiTest);

TEST_P(clGetHostTimer, GoesForward) {
  cl_ulong first = 0, second = 0;
  ASSERT_EQ(CL_SUCCESS, cl.clGetHostTimer(device(), &first));
  ASSERT_EQ(CL_SUCCESS, cl.clGetHostTimer(device(), &second));
  EXPECT_GT(first, 0u);
  EXPECT_GE(second, first);
}

TEST_P(clGetHostTimer, InvalidValue) { EXPECT_EQ(CL_INVALID_VALUE, cl.clGetHostTimer(device(), nullptr)); }

WEFT_API_SUITE(clGetDeviceAndHostTimer, ApiTest);

TEST_P(clGetDeviceAndHostTimer, AgreesWithTheHostTimer) {
  cl_ulong before = 0, onDevice = 0, onHost = 0, after = 0;
  ASSERT_EQ(CL_SUCCESS, cl.clGetHostTimer(device(), &before));
  ASSERT_EQ(CL_SUCCESS, cl.clGetDeviceAndHostTimer(device(), &onDevice, &onHost));
  ASSERT_EQ(CL_SUCCESS, cl.clGetHostTimer(device(), &after));
  EXPECT_LE(before, onHost);
  EXPECT_LE(onHost, after);
  EXPECT_GT(onDevice, 0u);
}

TEST_P(clGetDeviceAndHostTimer, InvalidValue) {
  cl_ulong time = 0;
  EXPECT_EQ(CL_INVALID_VALUE, cl.clGetDeviceAndHostTimer(device(), nullptr, &time));
  EXPECT_EQ(CL_INVALID_VALUE, cl.clGetDeviceAndHostTimer(device(), &time, nullptr));
}

} // namespace
} // namespace weft::test
