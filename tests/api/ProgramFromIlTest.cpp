// Tests of programs in SPIR-V (OpenCL 3.0 sections 5.8.1 and 5.8.3; cl_khr_il_program).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CL/cl_ext.h>

#include <array>
#include <cstring>

#include "NewNames.h"
#include "support/ApiTest.h"
#include "support/Extension.h"

namespace weft::test {
namespace {

// What spirv-as makes of a kernel "fill": each work-item stores the specialisation constant 7, an unsigned int whose
// default is 40, into the element of its global id.
constexpr cl_uint fillModule[] = {
    0x7230203, 0x10000, 0x70000, 16,         0,  0x20011, 6,       0x20011, 4,  0x20011, 11,      0x3000e, 2,  2,
    0x6000f,   6,       1,       0x6c6c6966, 0,  2,       0x40047, 2,       11, 28,      0x30047, 2,       22, 0x40047,
    3,         1,       7,       0x20013,    4,  0x40015, 5,       32,      0,  0x40015, 6,       64,      0,  0x40017,
    7,         6,       3,       0x40020,    8,  5,       5,       0x40020, 9,  1,       7,       0x40021, 10, 4,
    8,         0x40032, 5,       3,          40, 0x4003b, 9,       2,       1,  0x50036, 4,       1,       0,  10,
    0x30037,   8,       11,      0x200f8,    12, 0x4003d, 7,       13,      2,  0x50051, 6,       14,      13, 0,
    0x50046,   8,       15,      11,         14, 0x5003e, 15,      3,       2,  4,       0x100fd, 0x10038};

// What spirv-as makes of a function "add_seven" for other programs. It adds 7 to what "from_source", which it imports,
// gives for its argument.
constexpr cl_uint functionModule[] = {
    0x7230203,  0x10200,    0x70000,  11, 0,       0x20011,    6,          0x20011, 4,       0x20011, 5, 0x3000e,
    2,          2,          0x70047,  4,  41,      0x5f646461, 0x65766573, 0x6e,    0,       0x70047, 8, 41,
    0x6d6f7266, 0x756f735f, 0x656372, 1,  0x40015, 1,          32,         0,       0x40021, 2,       1, 1,
    0x4002b,    1,          3,        7,  0x50036, 1,          8,          0,       2,       0x30037, 1, 9,
    0x10038,    0x50036,    1,        4,  0,       2,          0x30037,    1,       5,       0x200f8, 6, 0x50039,
    1,          10,         8,        5,  0x50080, 1,          7,          10,      3,       0x200fe, 7, 0x10038};

// What spirv-as makes of a kernel "fixed" with an argument "result", which requires groups of 32 by 2 work-items and
// sub-groups of 16.
constexpr cl_uint fixedModule[] = {
    0x7230203, 0x10200, 0x70000, 8,       0,       0x20011,    6,    0x20011,    4,      0x20011, 58,     0x3000e,
    2,         2,       0x5000f, 6,       1,       0x65786966, 0x64, 0x60010,    1,      17,      32,     2,
    1,         0x40010, 1,       35,      16,      0x40005,    6,    0x75736572, 0x746c, 0x20013, 2,      0x40015,
    3,         32,      0,       0x40020, 4,       5,          3,    0x40021,    5,      2,       4,      0x50036,
    2,         1,       0,       5,       0x30037, 4,          6,    0x200f8,    7,      0x100fd, 0x10038};

// What spirv-as makes of a kernel "counted", each of whose work-items stores the number of sub-groups of its group. It
// requires sub-groups of 8 work-items, and as many as the specialisation constant 9 says, which is 3.
constexpr cl_uint countedModule[] = {
    0x7230203, 0x10200, 0x70000, 19,      0,  0x20011,    6,        0x20011, 4,  0x20011, 11,      0x20011, 58, 0x3000e,
    2,         2,       0x7000f, 6,       1,  0x6e756f63, 0x646574, 2,       3,  0x40010, 1,       35,      8,  0x4014b,
    1,         37,      4,       0x40047, 2,  11,         28,       0x40047, 3,  11,      38,      0x40047, 4,  1,
    9,         0x20013, 5,       0x40015, 6,  32,         0,        0x40015, 7,  64,      0,       0x40017, 8,  7,
    3,         0x40020, 9,       1,       6,  0x40020,    10,       1,       8,  0x40020, 11,      5,       6,  0x40032,
    6,         4,       3,       0x4003b, 10, 2,          1,        0x4003b, 9,  3,       1,       0x40021, 12, 5,
    11,        0x50036, 5,       1,       0,  12,         0x30037,  11,      13, 0x200f8, 14,      0x4003d, 8,  15,
    2,         0x50051, 7,       16,      15, 0,          0x4003d,  6,       17, 3,       0x50046, 11,      18, 13,
    16,        0x5003e, 18,      17,      2,  4,          0x100fd,  0x10038};

class IlTest : public ProgramTest {
protected:
  Handle<cl_program> makeIlProgram(const std::vector<cl_uint> &words = {std::begin(fillModule),
                                                                        std::end(fillModule)}) const {
    return make([&](cl_int *error) {
      return ::clCreateProgramWithIL(context, words.data(), words.size() * sizeof(cl_uint), error);
    });
  }
  cl_int build(cl_program program) const { return ::clBuildProgram(program, 0, nullptr, "", nullptr, nullptr); }
  /// What the kernel of a built program stores.
  std::vector<cl_uint> filled(cl_program program) const { return written<cl_uint>(program, "fill", 8, 8); }
};

WEFT_API_SUITE(clCreateProgramWithIL, IlTest);

TEST_P(clCreateProgramWithIL, BuildsAndRuns) {
  cl_int error = 1;
  const Handle<cl_program> program(cl.clCreateProgramWithIL(context, fillModule, sizeof fillModule, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  ASSERT_EQ(CL_SUCCESS, build(program.get())) << buildLog(program.get());
  EXPECT_EQ(std::vector<cl_uint>(8, 40), filled(program.get()));
}

TEST_P(clCreateProgramWithIL, TellsOfArgumentsWhatTheModuleDoes) {
  const auto kernelOf = [&](const std::vector<cl_uint> &words, const char *name) {
    const Handle<cl_program> program = makeIlProgram(words);
    EXPECT_EQ(CL_SUCCESS, ::clBuildProgram(program.get(), 0, nullptr, "-cl-kernel-arg-info", nullptr, nullptr));
    return makeKernel(program.get(), name);
  };
  // The module has no name for the argument, and doesn't say whether the numbers behind the pointer have a sign.
  const auto fill = kernelOf({std::begin(fillModule), std::end(fillModule)}, "fill");
  size_t size = 0;
  for (const cl_kernel_arg_info name : {CL_KERNEL_ARG_NAME, CL_KERNEL_ARG_TYPE_NAME})
    EXPECT_EQ(CL_KERNEL_ARG_INFO_NOT_AVAILABLE, cl.clGetKernelArgInfo(fill.get(), 0, name, 0, nullptr, &size));
  cl_kernel_arg_address_qualifier address = 0;
  EXPECT_EQ(CL_SUCCESS,
            cl.clGetKernelArgInfo(fill.get(), 0, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof address, &address, nullptr));
  EXPECT_EQ(cl_kernel_arg_address_qualifier{CL_KERNEL_ARG_ADDRESS_GLOBAL}, address);
  const auto fixed = kernelOf({std::begin(fixedModule), std::end(fixedModule)}, "fixed");
  char text[16] = {};
  EXPECT_EQ(CL_SUCCESS, cl.clGetKernelArgInfo(fixed.get(), 0, CL_KERNEL_ARG_NAME, sizeof text, text, nullptr));
  EXPECT_STREQ("result", text);
}

TEST_P(clCreateProgramWithIL, UnderTheNameOfTheExtension) {
  const auto create = extension<clCreateProgramWithILKHR_fn>(cl, "clCreateProgramWithILKHR");
  cl_int error = 1;
  const Handle<cl_program> program(create(context, fillModule, sizeof fillModule, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(CL_SUCCESS, build(program.get())) << buildLog(program.get());
  EXPECT_EQ(CL_INVALID_VALUE, errorOf([&](cl_int *e) { return create(context, nullptr, 4, e); }));
}

TEST_P(clCreateProgramWithIL, CompilesAndLinks) {
  const auto program = makeIlProgram();
  // Headers are not looked at.
  ASSERT_EQ(CL_SUCCESS, cl.clCompileProgram(program.get(), 0, nullptr, "", 3, nullptr, nullptr, nullptr, nullptr))
      << buildLog(program.get());
  const cl_program object = program.get();
  cl_int error = 1;
  const Handle<cl_program> linked(cl.clLinkProgram(context, 0, nullptr, "", 1, &object, nullptr, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(std::vector<cl_uint>(8, 40), filled(linked.get()));
}

// Functions of each call functions of the other; by way of a library as well.
TEST_P(clCreateProgramWithIL, LinksWithSources) {
  const auto il = makeIlProgram({std::begin(functionModule), std::end(functionModule)});
  const auto source = makeProgram("int add_seven(int);\n"
                                  "int from_source(int a) { return a * 2; }\n"
                                  "kernel void k(global int *out) { *out = add_seven(15); }");
  const cl_program both[] = {il.get(), source.get()};
  for (const cl_program one : both)
    ASSERT_EQ(CL_SUCCESS, cl.clCompileProgram(one, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr))
        << buildLog(one);
  const auto link = [&](const char *options, cl_uint count, const cl_program *inputs) {
    return make([&](cl_int *error) {
      return cl.clLinkProgram(context, 0, nullptr, options, count, inputs, nullptr, nullptr, error);
    });
  };
  EXPECT_EQ(std::vector<int>{37}, written<int>(link("", 2, both).get(), "k", 1, 1));
  const auto library = link("-create-library", 1, both);
  const cl_program withLibrary[] = {source.get(), library.get()};
  EXPECT_EQ(std::vector<int>{37}, written<int>(link("", 2, withLibrary).get(), "k", 1, 1));
}

TEST_P(clCreateProgramWithIL, KernelsSayWhatTheModuleSays) {
  const auto program = makeIlProgram({std::begin(fixedModule), std::end(fixedModule)});
  ASSERT_EQ(CL_SUCCESS, ::clBuildProgram(program.get(), 0, nullptr, "-cl-kernel-arg-info", nullptr, nullptr))
      << buildLog(program.get());
  const auto kernel = makeKernel(program.get(), "fixed");
  std::array<size_t, 3> local{};
  EXPECT_EQ(CL_SUCCESS, cl.clGetKernelWorkGroupInfo(kernel.get(), device(), CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                                    sizeof local, local.data(), nullptr));
  EXPECT_EQ((std::array<size_t, 3>{32, 2, 1}), local);
  size_t subGroup = 0;
  EXPECT_EQ(CL_SUCCESS, cl.clGetKernelSubGroupInfo(kernel.get(), device(), CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL, 0,
                                                   nullptr, sizeof subGroup, &subGroup, nullptr));
  EXPECT_EQ(16u, subGroup);
  const auto argument = [&](cl_kernel_arg_info name) {
    std::array<char, 32> text{};
    EXPECT_EQ(CL_SUCCESS, cl.clGetKernelArgInfo(kernel.get(), 0, name, text.size(), text.data(), nullptr));
    return std::string(text.data());
  };
  EXPECT_EQ("result", argument(CL_KERNEL_ARG_NAME));
  // OpenCL 3.1 section 5.9.4: attributes are words of a source.
  EXPECT_EQ("", infoString(cl.clGetKernelInfo, kernel.get(), CL_KERNEL_ATTRIBUTES));
}

// SPV_INTEL_global_variable_host_access, as SYCL's device_global has it: one variable with a kernel that adds 1 to it,
// and one that nobody uses.
TEST_P(clCreateProgramWithIL, VariablesHaveTheirNamesForTheHost) {
  const auto withText = [](cl_uint opcode, std::vector<cl_uint> operands, const std::string &text) {
    const size_t before = operands.size() + 1, words = before + text.size() / 4 + 1;
    operands.insert(operands.begin(), static_cast<cl_uint>(words << 16) | opcode);
    operands.resize(words);
    std::memcpy(&operands[before], text.data(), text.size());
    return operands;
  };
  std::vector<cl_uint> words = {0x7230203, 0x10200, 0x70000, 13, 0, 0x20011, 6, 0x20011, 4, 0x20011, 6187};
  const auto add = [&](const std::vector<cl_uint> &more) { words.insert(words.end(), more.begin(), more.end()); };
  add(withText(10, {}, "SPV_INTEL_global_variable_host_access"));
  add({0x3000e, 2, 2, 0x4000f, 6, 1, 0x6b}); // a kernel "k"
  add(withText(71, {8, 6188, 2}, "counter for the host"));
  add(withText(71, {12, 6188, 2}, "unused"));
  add({0x20013, 2,  0x40015, 3,       32,      0,       0x40020, 4, 5,       3, 0x30021, 5,       2,
       0x4002b, 3,  6,       41,      0x4002b, 3,       7,       1, 0x5003b, 4, 8,       5,       6,
       0x5003b, 4,  12,      5,       7,       0x50036, 2,       1, 0,       5, 0x200f8, 9,       0x4003d,
       3,       10, 8,       0x50080, 3,       11,      10,      7, 0x3003e, 8, 11,      0x100fd, 0x10038});
  const auto program = makeIlProgram(words);
  ASSERT_EQ(CL_SUCCESS, build(program.get())) << buildLog(program.get());
  const auto find =
      extension<decltype(&::clGetDeviceGlobalVariablePointerINTEL)>(cl, "clGetDeviceGlobalVariablePointerINTEL");
  void *counter = nullptr, *unused = nullptr;
  size_t size = 0;
  ASSERT_EQ(CL_SUCCESS, find(device(), program.get(), "counter for the host", &size, &counter));
  EXPECT_EQ(sizeof(cl_uint), size);
  EXPECT_EQ(41u, *static_cast<cl_uint *>(counter));
  const size_t one = 1;
  EXPECT_EQ(CL_SUCCESS, ::clEnqueueNDRangeKernel(queue, makeKernel(program.get(), "k").get(), 1, nullptr, &one, nullptr,
                                                 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, ::clFinish(queue));
  EXPECT_EQ(42u, *static_cast<cl_uint *>(counter));
  ASSERT_EQ(CL_SUCCESS, find(device(), program.get(), "unused", nullptr, &unused));
  EXPECT_EQ(1u, *static_cast<cl_uint *>(unused));
}

class SubGroupCountTest : public IlTest {
protected:
  Handle<cl_program> counted(cl_uint count, const char *options) {
    auto made = makeIlProgram({std::begin(countedModule), std::end(countedModule)});
    EXPECT_EQ(CL_SUCCESS, ::clSetProgramSpecializationConstant(made.get(), 9, sizeof count, &count));
    EXPECT_EQ(CL_SUCCESS, ::clBuildProgram(made.get(), 0, nullptr, options, nullptr, nullptr)) << buildLog(made.get());
    return made;
  }
  /// The code of a launch of 96 work-items, each of which must have found `expected` sub-groups.
  cl_int launch(cl_program program, size_t global, const size_t *local, cl_uint expected) {
    const auto kernel = makeKernel(program, "counted");
    const auto buffer = makeBuffer(global * sizeof(cl_uint));
    const cl_mem argument = buffer.get();
    EXPECT_EQ(CL_SUCCESS, ::clSetKernelArg(kernel.get(), 0, sizeof argument, &argument));
    const cl_int error =
        cl.clEnqueueNDRangeKernel(queue, kernel.get(), 1, nullptr, &global, local, 0, nullptr, nullptr);
    if (error == CL_SUCCESS)
      EXPECT_EQ(std::vector<cl_uint>(global, expected), contents<cl_uint>(argument, global));
    return error;
  }
  size_t ask(cl_program program, cl_kernel_sub_group_info name, size_t count) {
    const auto kernel = makeKernel(program, "counted");
    size_t answer = 77;
    EXPECT_EQ(CL_SUCCESS, cl.clGetKernelSubGroupInfo(kernel.get(), device(), name, sizeof count, &count, sizeof answer,
                                                     &answer, nullptr));
    return answer;
  }
};
WEFT_API_SUITE(SubGroupsPerWorkGroup, SubGroupCountTest);

TEST_P(SubGroupsPerWorkGroup, AreWhatTheModuleSays) {
  for (const cl_uint count : {3u, 5u}) {
    const auto program = counted(count, "");
    EXPECT_EQ(count, ask(program.get(), CL_KERNEL_COMPILE_NUM_SUB_GROUPS, 1));
    EXPECT_EQ(8 * count, ask(program.get(), CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, count));
    EXPECT_EQ(0u, ask(program.get(), CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, 4));
  }
}

TEST_P(SubGroupsPerWorkGroup, AreThoseOfALocalSizeThatIsLeftOpen) {
  EXPECT_EQ(CL_SUCCESS, launch(counted(3, "").get(), 96, nullptr, 3));
  EXPECT_EQ(CL_SUCCESS, launch(counted(4, "-cl-uniform-work-group-size").get(), 96, nullptr, 4));
}

TEST_P(SubGroupsPerWorkGroup, InvalidWorkGroupSize) {
  const auto program = counted(3, "-cl-uniform-work-group-size");
  for (const size_t local : {size_t(24), size_t(19), size_t(17)})
    EXPECT_EQ(CL_SUCCESS, launch(program.get(), 4 * local, &local, 3)) << local;
  for (const size_t local : {size_t(16), size_t(32), size_t(1)})
    EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, launch(program.get(), 96, &local, 3)) << local;
  // No divisor of 64 is between 17 and 24.
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, launch(program.get(), 64, nullptr, 3));
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, launch(counted(1000, "").get(), 96, nullptr, 3));
}

TEST_P(clCreateProgramWithIL, CanBeAskedForItsIl) {
  const auto program = makeIlProgram();
  cl_uint words[std::size(fillModule)] = {};
  size_t size = 0;
  EXPECT_EQ(CL_SUCCESS, cl.clGetProgramInfo(program.get(), CL_PROGRAM_IL, sizeof words, words, &size));
  EXPECT_EQ(sizeof fillModule, size);
  EXPECT_EQ(0, std::memcmp(words, fillModule, sizeof words));
  size = 1;
  EXPECT_EQ(CL_SUCCESS, cl.clGetProgramInfo(makeProgram("kernel void k() {}").get(), CL_PROGRAM_IL, 0, nullptr, &size));
  EXPECT_EQ(0u, size);
  EXPECT_EQ(CL_SUCCESS, cl.clGetProgramInfo(program.get(), CL_PROGRAM_SOURCE, 0, nullptr, &size));
  EXPECT_EQ(1u, size);
}

TEST_P(clCreateProgramWithIL, InvalidValue) {
  const auto error = [&](const void *il, size_t size) {
    return errorOf([&](cl_int *e) { return cl.clCreateProgramWithIL(context, il, size, e); });
  };
  EXPECT_EQ(CL_INVALID_VALUE, error(nullptr, sizeof fillModule));
  EXPECT_EQ(CL_INVALID_VALUE, error(fillModule, 0));
  EXPECT_EQ(CL_INVALID_VALUE, error(fillModule, sizeof fillModule - 4));
  EXPECT_EQ(CL_INVALID_VALUE, error(fillModule, 3));
  const char text[] = "kernel void k() {}";
  EXPECT_EQ(CL_INVALID_VALUE, error(text, sizeof text));
}

TEST_P(clCreateProgramWithIL, FailsToBuildWhatTheDeviceLacks) {
  std::vector<cl_uint> words(std::begin(fillModule), std::end(fillModule));
  // OpCapability PipeStorage, of SPIR-V 1.1.
  words[1] = 0x10100;
  words.insert(words.begin() + 5, {0x00020011, 60});
  const auto program = makeIlProgram(words);
  EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE, build(program.get()));
  EXPECT_NE(std::string::npos, buildLog(program.get()).find("capability")) << buildLog(program.get());
}

WEFT_API_SUITE(clSetProgramSpecializationConstant, IlTest);

TEST_P(clSetProgramSpecializationConstant, IsThereFromTheNextBuildOn) {
  const auto program = makeIlProgram();
  cl_uint value = 77;
  ASSERT_EQ(CL_SUCCESS, cl.clSetProgramSpecializationConstant(program.get(), 7, sizeof value, &value));
  ASSERT_EQ(CL_SUCCESS, build(program.get())) << buildLog(program.get());
  EXPECT_EQ(std::vector<cl_uint>(8, 77), filled(program.get()));
  value = 78;
  ASSERT_EQ(CL_SUCCESS, cl.clSetProgramSpecializationConstant(program.get(), 7, sizeof value, &value));
  EXPECT_EQ(std::vector<cl_uint>(8, 77), filled(program.get()));
  ASSERT_EQ(CL_SUCCESS, build(program.get())) << buildLog(program.get());
  EXPECT_EQ(std::vector<cl_uint>(8, 78), filled(program.get()));
}

TEST_P(clSetProgramSpecializationConstant, InvalidSpecId) {
  const cl_uint value = 1;
  EXPECT_EQ(CL_INVALID_SPEC_ID, cl.clSetProgramSpecializationConstant(makeIlProgram().get(), 8, sizeof value, &value));
}

TEST_P(clSetProgramSpecializationConstant, InvalidValue) {
  const auto program = makeIlProgram();
  const cl_ulong value = 1;
  EXPECT_EQ(CL_INVALID_VALUE, cl.clSetProgramSpecializationConstant(program.get(), 7, sizeof value, &value));
  EXPECT_EQ(CL_INVALID_VALUE, cl.clSetProgramSpecializationConstant(program.get(), 7, 0, &value));
  EXPECT_EQ(CL_INVALID_VALUE, cl.clSetProgramSpecializationConstant(program.get(), 7, 4, nullptr));
}

TEST_P(clSetProgramSpecializationConstant, InvalidProgramFromSource) {
  const cl_uint value = 1;
  EXPECT_EQ(CL_INVALID_PROGRAM,
            cl.clSetProgramSpecializationConstant(makeProgram("kernel void k() {}").get(), 7, sizeof value, &value));
}

} // namespace
} // namespace weft::test
