// Tests of programs in SPIR-V (OpenCL 3.0 sections 5.8.1 and 5.8.3; cl_khr_il_program).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CL/cl_ext.h>

#include <cstring>

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
  std::vector<cl_uint> filled(cl_program program) const {
    const auto kernel = makeKernel(program, "fill");
    const auto buffer = makeBuffer(8 * sizeof(cl_uint));
    const cl_mem argument = buffer.get();
    const size_t size = 8;
    EXPECT_EQ(CL_SUCCESS, ::clSetKernelArg(kernel.get(), 0, sizeof argument, &argument));
    EXPECT_EQ(CL_SUCCESS,
              ::clEnqueueNDRangeKernel(queue, kernel.get(), 1, nullptr, &size, nullptr, 0, nullptr, nullptr));
    return contents<cl_uint>(argument, 8);
  }
};

WEFT_API_SUITE(clCreateProgramWithIL, IlTest);

TEST_P(clCreateProgramWithIL, BuildsAndRuns) {
  cl_int error = 1;
  const Handle<cl_program> program(cl.clCreateProgramWithIL(context, fillModule, sizeof fillModule, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  ASSERT_EQ(CL_SUCCESS, build(program.get())) << buildLog(program.get());
  EXPECT_EQ(std::vector<cl_uint>(8, 40), filled(program.get()));
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
  // OpCapability Int64 becomes OpCapability Pipes, Int64's type stays.
  words.insert(words.begin() + 5, {0x00020011, 17});
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
