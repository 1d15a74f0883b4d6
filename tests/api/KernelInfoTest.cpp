// Tests of the queries about kernels.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include <CL/cl_ext.h>

#include <array>

#include "support/ApiTest.h"
#include "support/Extension.h"

namespace weft::test {
namespace {

constexpr const char *source = R"(
kernel __attribute__((reqd_work_group_size(8, 4, 1))) void fixed(global int *out) {
  local int tile[64];
  tile[get_local_linear_id()] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_linear_id()] = tile[0];
}
kernel __attribute__((intel_reqd_sub_group_size(8))) void sized(global int *out) { out[0] = get_sub_group_size(); }
kernel void described(global const float *restrict in, constant int *table, local uint4 *scratch, unsigned int n,
                      volatile global int *out) { out[0] = n + table[0] + (int)in[0] + scratch[0].x; }
)";

class KernelInfoTest : public ProgramTest {
protected:
  const Handle<cl_program> program = buildProgram(source, "-cl-kernel-arg-info -cl-std=CL3.0");
  const Handle<cl_kernel> described_ = makeKernel(program.get(), "described");
  const Handle<cl_kernel> fixed_ = makeKernel(program.get(), "fixed");
  const cl_kernel described = described_.get(), fixed = fixed_.get();
};

WEFT_API_SUITE(clGetKernelInfo, KernelInfoTest);

TEST_P(clGetKernelInfo, FollowsTheRulesOfInfoQueries) {
  checkInfoQuery(cl.clGetKernelInfo, described, cl_kernel_info{CL_KERNEL_FUNCTION_NAME});
}

TEST_P(clGetKernelInfo, DescribesAKernel) {
  EXPECT_EQ("described", infoString(cl.clGetKernelInfo, described, CL_KERNEL_FUNCTION_NAME));
  EXPECT_EQ(5u, info<cl_uint>(cl.clGetKernelInfo, described, CL_KERNEL_NUM_ARGS));
  EXPECT_EQ(1u, info<cl_uint>(cl.clGetKernelInfo, described, CL_KERNEL_REFERENCE_COUNT));
  EXPECT_EQ(context, info<cl_context>(cl.clGetKernelInfo, described, CL_KERNEL_CONTEXT));
  EXPECT_EQ(program.get(), info<cl_program>(cl.clGetKernelInfo, described, CL_KERNEL_PROGRAM));
  EXPECT_EQ("", infoString(cl.clGetKernelInfo, described, CL_KERNEL_ATTRIBUTES));
  EXPECT_EQ("reqd_work_group_size(8,4,1)", infoString(cl.clGetKernelInfo, fixed, CL_KERNEL_ATTRIBUTES));
}

class ArgumentInfoTest : public KernelInfoTest {
protected:
  template <typename T> T value(cl_uint index, cl_kernel_arg_info name) {
    T result{};
    EXPECT_EQ(CL_SUCCESS, cl.clGetKernelArgInfo(described, index, name, sizeof result, &result, nullptr));
    return result;
  }
  std::string string(cl_uint index, cl_kernel_arg_info name) {
    char text[64] = {};
    EXPECT_EQ(CL_SUCCESS, cl.clGetKernelArgInfo(described, index, name, sizeof text, text, nullptr));
    return text;
  }
};
WEFT_API_SUITE(clGetKernelArgInfo, ArgumentInfoTest);

TEST_P(clGetKernelArgInfo, DescribesTheArguments) {
  struct Expected {
    const char *name, *type;
    cl_kernel_arg_address_qualifier address;
    cl_kernel_arg_type_qualifier qualifiers;
  };
  const Expected expected[] = {
      {"in", "float*", CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_TYPE_CONST | CL_KERNEL_ARG_TYPE_RESTRICT},
      {"table", "int*", CL_KERNEL_ARG_ADDRESS_CONSTANT, CL_KERNEL_ARG_TYPE_CONST},
      {"scratch", "uint4*", CL_KERNEL_ARG_ADDRESS_LOCAL, CL_KERNEL_ARG_TYPE_NONE},
      {"n", "uint", CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_TYPE_NONE},
      {"out", "int*", CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_TYPE_VOLATILE},
  };
  for (cl_uint i = 0; i < std::size(expected); ++i) {
    EXPECT_EQ(expected[i].name, string(i, CL_KERNEL_ARG_NAME));
    EXPECT_EQ(expected[i].type, string(i, CL_KERNEL_ARG_TYPE_NAME));
    EXPECT_EQ(expected[i].address, value<cl_kernel_arg_address_qualifier>(i, CL_KERNEL_ARG_ADDRESS_QUALIFIER)) << i;
    EXPECT_EQ(expected[i].qualifiers, value<cl_kernel_arg_type_qualifier>(i, CL_KERNEL_ARG_TYPE_QUALIFIER)) << i;
    EXPECT_EQ(cl_kernel_arg_access_qualifier{CL_KERNEL_ARG_ACCESS_NONE},
              value<cl_kernel_arg_access_qualifier>(i, CL_KERNEL_ARG_ACCESS_QUALIFIER));
  }
}

TEST_P(clGetKernelArgInfo, KernelArgInfoNotAvailableFromABinaryWithoutTheOption) {
  const auto plain = buildProgram(source, "-cl-std=CL3.0");
  size_t size = info<size_t>(cl.clGetProgramInfo, plain.get(), CL_PROGRAM_BINARY_SIZES);
  std::vector<unsigned char> binary(size);
  unsigned char *data = binary.data();
  ASSERT_EQ(CL_SUCCESS, cl.clGetProgramInfo(plain.get(), CL_PROGRAM_BINARIES, sizeof data, &data, nullptr));
  const cl_device_id one = device();
  const unsigned char *bytes = binary.data();
  const auto loaded =
      make([&](cl_int *error) { return ::clCreateProgramWithBinary(context, 1, &one, &size, &bytes, nullptr, error); });
  ASSERT_EQ(CL_SUCCESS, ::clBuildProgram(loaded.get(), 1, &one, "", nullptr, nullptr));
  const auto kernel = makeKernel(loaded.get(), "described");
  EXPECT_EQ(CL_KERNEL_ARG_INFO_NOT_AVAILABLE,
            cl.clGetKernelArgInfo(kernel.get(), 0, CL_KERNEL_ARG_NAME, 0, nullptr, &size));
}

TEST_P(clGetKernelArgInfo, InvalidArgIndex) {
  size_t size = 0;
  EXPECT_EQ(CL_INVALID_ARG_INDEX, cl.clGetKernelArgInfo(described, 5, CL_KERNEL_ARG_NAME, 0, nullptr, &size));
}

TEST_P(clGetKernelArgInfo, InvalidValue) {
  char text[2];
  EXPECT_EQ(CL_INVALID_VALUE, cl.clGetKernelArgInfo(described, 0, CL_KERNEL_ARG_NAME, 1, text, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, cl.clGetKernelArgInfo(described, 0, 0xBAD, 0, nullptr, nullptr));
}

class WorkGroupInfoTest : public KernelInfoTest {
protected:
  template <typename T> T value(cl_kernel kernel, cl_kernel_work_group_info name) {
    T result{};
    size_t size = 0;
    EXPECT_EQ(CL_SUCCESS, cl.clGetKernelWorkGroupInfo(kernel, device(), name, sizeof result, &result, &size));
    EXPECT_EQ(sizeof(T), size);
    return result;
  }
};
WEFT_API_SUITE(clGetKernelWorkGroupInfo, WorkGroupInfoTest);

TEST_P(clGetKernelWorkGroupInfo, DescribesAKernelOnTheDevice) {
  using Sizes = std::array<size_t, 3>;
  EXPECT_EQ((Sizes{8, 4, 1}), value<Sizes>(fixed, CL_KERNEL_COMPILE_WORK_GROUP_SIZE));
  EXPECT_EQ((Sizes{0, 0, 0}), value<Sizes>(described, CL_KERNEL_COMPILE_WORK_GROUP_SIZE));
  const size_t limit = info<size_t>(cl.clGetDeviceInfo, device(), CL_DEVICE_MAX_WORK_GROUP_SIZE);
  EXPECT_GE(value<size_t>(described, CL_KERNEL_WORK_GROUP_SIZE), 1u);
  EXPECT_LE(value<size_t>(described, CL_KERNEL_WORK_GROUP_SIZE), limit);
  EXPECT_GE(value<size_t>(fixed, CL_KERNEL_WORK_GROUP_SIZE), 32u);
  EXPECT_GE(value<size_t>(described, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE), 1u);
  EXPECT_GE(value<cl_ulong>(fixed, CL_KERNEL_LOCAL_MEM_SIZE), 64 * sizeof(int));
  value<cl_ulong>(fixed, CL_KERNEL_PRIVATE_MEM_SIZE);
  EXPECT_GE(value<cl_ulong>(fixed, CL_KERNEL_SPILL_MEM_SIZE_INTEL), 1u);
}

TEST_P(clGetKernelWorkGroupInfo, LocalArgumentsCount) {
  const cl_ulong before = value<cl_ulong>(described, CL_KERNEL_LOCAL_MEM_SIZE);
  ASSERT_EQ(CL_SUCCESS, ::clSetKernelArg(described, 2, 1024, nullptr));
  EXPECT_EQ(before + 1024, value<cl_ulong>(described, CL_KERNEL_LOCAL_MEM_SIZE));
}

TEST_P(clGetKernelWorkGroupInfo, TakesNullForTheOneDevice) {
  size_t size = 0;
  EXPECT_EQ(CL_SUCCESS,
            cl.clGetKernelWorkGroupInfo(fixed, nullptr, CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size, nullptr));
}

TEST_P(clGetKernelWorkGroupInfo, InvalidDevice) {
  EXPECT_EQ(CL_INVALID_DEVICE, cl.clGetKernelWorkGroupInfo(fixed, foreign<cl_device_id>(), CL_KERNEL_WORK_GROUP_SIZE, 0,
                                                           nullptr, nullptr));
}

TEST_P(clGetKernelWorkGroupInfo, InvalidValue) {
  char small[1];
  EXPECT_EQ(CL_INVALID_VALUE,
            cl.clGetKernelWorkGroupInfo(fixed, device(), CL_KERNEL_WORK_GROUP_SIZE, 1, small, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, cl.clGetKernelWorkGroupInfo(fixed, device(), 0xBAD, 0, nullptr, nullptr));
  // The global size is one of built-in kernels and custom devices.
  EXPECT_EQ(CL_INVALID_VALUE,
            cl.clGetKernelWorkGroupInfo(fixed, device(), CL_KERNEL_GLOBAL_WORK_SIZE, 0, nullptr, nullptr));
}

class SubGroupInfoTest : public KernelInfoTest {
protected:
  const Handle<cl_kernel> sized_ = makeKernel(program.get(), "sized");
  const cl_kernel sized = sized_.get();

  /// One number, by both functions.
  size_t ask(cl_kernel kernel, cl_kernel_sub_group_info name, const std::vector<size_t> &input) {
    size_t result = 0, other = 0, size = 0;
    const void *in = input.empty() ? nullptr : input.data();
    EXPECT_EQ(CL_SUCCESS, cl.clGetKernelSubGroupInfo(kernel, device(), name, input.size() * sizeof(size_t), in,
                                                     sizeof result, &result, &size));
    EXPECT_EQ(sizeof result, size);
    EXPECT_EQ(CL_SUCCESS, cl.clGetKernelSubGroupInfoKHR(kernel, device(), name, input.size() * sizeof(size_t), in,
                                                        sizeof other, &other, nullptr));
    EXPECT_EQ(result, other);
    return result;
  }
  std::vector<size_t> localSizeFor(cl_kernel kernel, size_t count, size_t dimensions) {
    std::vector<size_t> local(dimensions);
    EXPECT_EQ(CL_SUCCESS,
              cl.clGetKernelSubGroupInfo(kernel, device(), CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, sizeof count,
                                         &count, dimensions * sizeof(size_t), local.data(), nullptr));
    return local;
  }
  cl_int error(cl_kernel_sub_group_info name, size_t inputSize, const void *input, size_t size = 0) {
    std::array<size_t, 4> value{};
    return cl.clGetKernelSubGroupInfo(sized, device(), name, inputSize, input, size, size ? value.data() : nullptr,
                                      nullptr);
  }
};
WEFT_API_SUITE(clGetKernelSubGroupInfo, SubGroupInfoTest);

TEST_P(clGetKernelSubGroupInfo, SubGroupsAreFullButTheLast) {
  for (const std::vector<size_t> &local : {std::vector<size_t>{1}, {33}, {7, 3}, {8, 1}, {4, 2, 5}}) {
    size_t items = 1;
    for (size_t size : local)
      items *= size;
    EXPECT_EQ(8u, ask(sized, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, local));
    EXPECT_EQ((items + 7) / 8, ask(sized, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, local));
  }
  const size_t size = ask(described, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, {64});
  EXPECT_EQ((64 + size - 1) / size, ask(described, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, {64}));
}

TEST_P(clGetKernelSubGroupInfo, LocalSizeForACount) {
  EXPECT_EQ((std::vector<size_t>{24}), localSizeFor(sized, 3, 1));
  EXPECT_EQ((std::vector<size_t>{24, 1, 1}), localSizeFor(sized, 3, 3));
  const size_t most = ask(sized, CL_KERNEL_MAX_NUM_SUB_GROUPS, {});
  EXPECT_EQ((std::vector<size_t>{8 * most, 1}), localSizeFor(sized, most, 2));
  EXPECT_EQ((std::vector<size_t>{0, 0}), localSizeFor(sized, most + 1, 2));
  EXPECT_EQ((std::vector<size_t>{0}), localSizeFor(sized, 0, 1));
  // Groups of 8 x 4 only.
  EXPECT_EQ((std::vector<size_t>{0, 0}), localSizeFor(fixed, 2, 2));
}

TEST_P(clGetKernelSubGroupInfo, WhatTheSourceSays) {
  EXPECT_EQ(0u, ask(sized, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, {}));
  EXPECT_EQ(8u, ask(sized, CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL, {}));
  EXPECT_EQ(0u, ask(described, CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL, {}));
  EXPECT_EQ("intel_reqd_sub_group_size(8)", infoString(cl.clGetKernelInfo, sized, CL_KERNEL_ATTRIBUTES));
  EXPECT_LE(ask(sized, CL_KERNEL_MAX_NUM_SUB_GROUPS, {}),
            info<cl_uint>(cl.clGetDeviceInfo, device(), CL_DEVICE_MAX_NUM_SUB_GROUPS));
}

TEST_P(clGetKernelSubGroupInfo, InvalidValue) {
  const size_t input[4] = {8, 1, 1, 1};
  for (cl_kernel_sub_group_info name : {CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE,
                                        CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT}) {
    EXPECT_EQ(CL_INVALID_VALUE, error(name, sizeof(size_t), nullptr));
    EXPECT_EQ(CL_INVALID_VALUE, error(name, 0, input));
    EXPECT_EQ(CL_INVALID_VALUE, error(name, 3, input));
    EXPECT_EQ(CL_INVALID_VALUE, error(name, sizeof input, input));
    EXPECT_EQ(CL_INVALID_VALUE, error(name, sizeof(size_t), input, 4));
  }
  EXPECT_EQ(CL_INVALID_VALUE, error(CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, sizeof(size_t), input, sizeof input));
  EXPECT_EQ(CL_INVALID_VALUE, error(0xBAD, sizeof(size_t), input));
}

TEST_P(clGetKernelSubGroupInfo, InvalidDevice) {
  size_t local = 4, size = 0;
  for (cl_device_id wrong : {foreign<cl_device_id>(), as<cl_device_id>(context)}) {
    EXPECT_EQ(CL_INVALID_DEVICE, cl.clGetKernelSubGroupInfo(described, wrong, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
                                                            sizeof local, &local, sizeof size, &size, nullptr));
    EXPECT_EQ(CL_INVALID_DEVICE,
              cl.clGetKernelSubGroupInfoKHR(described, wrong, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof local,
                                            &local, sizeof size, &size, nullptr));
  }
}

TEST_P(clGetKernelSubGroupInfo, InvalidKernelInTheExtensionsForm) {
  size_t local = 4, size = 0;
  EXPECT_EQ(CL_INVALID_KERNEL,
            cl.clGetKernelSubGroupInfoKHR(foreign<cl_kernel>(), device(), CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
                                          sizeof local, &local, sizeof size, &size, nullptr));
}

class SuggestionTest : public KernelInfoTest {
protected:
  /// By the extension's function and by that of OpenCL 3.1.
  cl_int suggest(cl_command_queue on, cl_kernel kernel, cl_uint dimensions, const size_t *offset, const size_t *global,
                 size_t *local) const {
    using Suggest = clGetKernelSuggestedLocalWorkSizeKHR_fn;
    const auto byName = extension<Suggest>(GetParam(), "clGetKernelSuggestedLocalWorkSizeKHR");
    const auto inCore = suggestionOfTheCore();
    size_t other[3] = {};
    const cl_int error = byName(on, kernel, dimensions, offset, global, local);
    EXPECT_EQ(error, inCore(on, kernel, dimensions, offset, global, local ? other : nullptr));
    if (error == CL_SUCCESS)
      EXPECT_TRUE(std::equal(local, local + dimensions, other));
    return error;
  }
  const Handle<cl_mem> buffer = makeBuffer(4096);

  cl_kernel prepared(cl_kernel kernel) {
    const cl_mem memory = buffer.get();
    EXPECT_EQ(CL_SUCCESS, ::clSetKernelArg(kernel, 0, sizeof memory, &memory));
    return kernel;
  }
};
WEFT_API_SUITE(clGetKernelSuggestedLocalWorkSizeKHR, SuggestionTest);

TEST_P(clGetKernelSuggestedLocalWorkSizeKHR, SuggestsWhatALaunchTakes) {
  const auto simple = buildKernel("kernel void simple(global int *out) { out[get_global_id(0)] = 1; }", "simple");
  const size_t global[] = {96, 10};
  size_t local[2] = {};
  ASSERT_EQ(CL_SUCCESS, suggest(queue, prepared(simple.get()), 2, nullptr, global, local));
  EXPECT_GE(local[0], 1u);
  EXPECT_GE(local[1], 1u);
  EXPECT_EQ(CL_SUCCESS, ::clEnqueueNDRangeKernel(queue, simple.get(), 2, nullptr, global, local, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, ::clFinish(queue));
}

TEST_P(clGetKernelSuggestedLocalWorkSizeKHR, KeepsTheRequiredSize) {
  const size_t global[] = {64, 64, 1};
  size_t local[3] = {};
  ASSERT_EQ(CL_SUCCESS, suggest(queue, prepared(fixed), 3, nullptr, global, local));
  EXPECT_EQ((std::array<size_t, 3>{8, 4, 1}), (std::array<size_t, 3>{local[0], local[1], local[2]}));
}

TEST_P(clGetKernelSuggestedLocalWorkSizeKHR, InvalidValue) {
  const size_t global[] = {64, 64, 1};
  EXPECT_EQ(CL_INVALID_VALUE, suggest(queue, prepared(fixed), 3, nullptr, global, nullptr));
}

TEST_P(clGetKernelSuggestedLocalWorkSizeKHR, InvalidGlobalWorkSize) {
  const size_t zero[] = {64, 0, 1};
  size_t local[3] = {};
  EXPECT_EQ(CL_INVALID_GLOBAL_WORK_SIZE, suggest(queue, prepared(fixed), 3, nullptr, nullptr, local));
  EXPECT_EQ(CL_INVALID_GLOBAL_WORK_SIZE, suggest(queue, prepared(fixed), 3, nullptr, zero, local));
}

TEST_P(clGetKernelSuggestedLocalWorkSizeKHR, InvalidWorkDimension) {
  const size_t global[] = {64, 64, 1, 1};
  size_t local[4] = {};
  EXPECT_EQ(CL_INVALID_WORK_DIMENSION, suggest(queue, prepared(fixed), 0, nullptr, global, local));
  EXPECT_EQ(CL_INVALID_WORK_DIMENSION, suggest(queue, prepared(fixed), 4, nullptr, global, local));
}

TEST_P(clGetKernelSuggestedLocalWorkSizeKHR, InvalidKernelArgs) {
  const size_t global[] = {64};
  size_t local[1] = {};
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS, suggest(queue, described, 1, nullptr, global, local));
}

TEST_P(clGetKernelSuggestedLocalWorkSizeKHR, InvalidGlobalOffset) {
  const size_t offset[] = {SIZE_MAX, 0, 0}, global[] = {64, 64, 1};
  size_t local[3] = {};
  EXPECT_EQ(CL_INVALID_GLOBAL_OFFSET, suggest(queue, prepared(fixed), 3, offset, global, local));
}

TEST_P(clGetKernelSuggestedLocalWorkSizeKHR, InvalidHandles) {
  const size_t global[3] = {8, 4, 1};
  size_t local[3];
  for (void *wrong : {static_cast<void *>(nullptr), foreignObject(), static_cast<void *>(context)}) {
    EXPECT_EQ(CL_INVALID_COMMAND_QUEUE,
              suggest(static_cast<cl_command_queue>(wrong), prepared(fixed), 3, nullptr, global, local));
    EXPECT_EQ(CL_INVALID_KERNEL, suggest(queue, static_cast<cl_kernel>(wrong), 3, nullptr, global, local));
  }
}

} // namespace
} // namespace weft::test
