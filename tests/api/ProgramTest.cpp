// Tests of the entry points that make and describe programs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstring>

#include "support/ApiTest.h"

namespace weft::test {
namespace {

constexpr const char *twoKernels = R"(
kernel void first(global int *out) { out[get_global_id(0)] = 1; }
kernel void second(global int *out) { out[get_global_id(0)] = 2; }
)";

WEFT_API_SUITE(clCreateProgramWithSource, ProgramTest);

TEST_P(clCreateProgramWithSource, JoinsTheStrings) {
  const char *strings[] = {"kernel void one() {}\nXXXX", "kernel void two() {}\n"};
  const size_t lengths[] = {21, 0}; // 0: up to the terminating zero
  const auto program =
      make([&](cl_int *error) { return cl.clCreateProgramWithSource(context, 2, strings, lengths, error); });
  EXPECT_EQ("kernel void one() {}\nkernel void two() {}\n",
            infoString(cl.clGetProgramInfo, program.get(), CL_PROGRAM_SOURCE));
}

TEST_P(clCreateProgramWithSource, InvalidValue) {
  const char *strings[] = {"kernel void one() {}", nullptr};
  const auto error = [&](cl_uint count, const char **list) {
    return errorOf([&](cl_int *code) { return cl.clCreateProgramWithSource(context, count, list, nullptr, code); });
  };
  EXPECT_EQ(CL_INVALID_VALUE, error(0, strings));
  EXPECT_EQ(CL_INVALID_VALUE, error(1, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, error(2, strings));
}

class BinaryTest : public ProgramTest {
protected:
  std::vector<unsigned char> binaryOf(cl_program program) {
    std::vector<unsigned char> binary(info<size_t>(cl.clGetProgramInfo, program, CL_PROGRAM_BINARY_SIZES));
    unsigned char *pointer = binary.data();
    EXPECT_EQ(CL_SUCCESS, cl.clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof pointer, &pointer, nullptr));
    return binary;
  }
  cl_int binaryError(cl_uint count, const cl_device_id *devices, const size_t *lengths, const unsigned char **binaries,
                     cl_int *status = nullptr) {
    return errorOf([&](cl_int *error) {
      return cl.clCreateProgramWithBinary(context, count, devices, lengths, binaries, status, error);
    });
  }
  cl_device_id one = device();
};
WEFT_API_SUITE(clCreateProgramWithBinary, BinaryTest);

TEST_P(clCreateProgramWithBinary, TakesWhatAProgramGave) {
  const auto binary = binaryOf(buildProgram(twoKernels).get());
  ASSERT_FALSE(binary.empty());
  const unsigned char *data = binary.data();
  const size_t size = binary.size();
  cl_int status = 1;
  const auto program =
      make([&](cl_int *error) { return cl.clCreateProgramWithBinary(context, 1, &one, &size, &data, &status, error); });
  EXPECT_EQ(CL_SUCCESS, status);
  ASSERT_EQ(CL_SUCCESS, cl.clBuildProgram(program.get(), 1, &one, "", nullptr, nullptr)) << buildLog(program.get());
  EXPECT_EQ("first;second", infoString(cl.clGetProgramInfo, program.get(), CL_PROGRAM_KERNEL_NAMES));
  EXPECT_EQ("", infoString(cl.clGetProgramInfo, program.get(), CL_PROGRAM_SOURCE));
  EXPECT_EQ(cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_EXECUTABLE}, [&] {
    cl_program_binary_type type = 0;
    cl.clGetProgramBuildInfo(program.get(), one, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, nullptr);
    return type;
  }());
}

TEST_P(clCreateProgramWithBinary, InvalidBinary) {
  std::vector<unsigned char> binary = binaryOf(buildProgram(twoKernels).get());
  const unsigned char noise[] = "this is not a program binary, whatever it may be";
  binary.resize(binary.size() / 2); // cut short
  for (const auto &[data, size] : {std::pair<const unsigned char *, size_t>{noise, sizeof noise},
                                   std::pair<const unsigned char *, size_t>{binary.data(), binary.size()}}) {
    cl_int status = CL_SUCCESS;
    const unsigned char *pointer = data;
    const size_t length = size;
    EXPECT_EQ(CL_INVALID_BINARY, binaryError(1, &one, &length, &pointer, &status));
    EXPECT_EQ(CL_INVALID_BINARY, status);
  }
}

TEST_P(clCreateProgramWithBinary, InvalidValue) {
  const unsigned char byte = 0;
  const unsigned char *data = &byte, *none = nullptr;
  const size_t size = 1, zero = 0;
  EXPECT_EQ(CL_INVALID_VALUE, binaryError(0, &one, &size, &data));
  EXPECT_EQ(CL_INVALID_VALUE, binaryError(1, nullptr, &size, &data));
  EXPECT_EQ(CL_INVALID_VALUE, binaryError(1, &one, nullptr, &data));
  EXPECT_EQ(CL_INVALID_VALUE, binaryError(1, &one, &size, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, binaryError(1, &one, &zero, &data));
  EXPECT_EQ(CL_INVALID_VALUE, binaryError(1, &one, &size, &none));
}

TEST_P(clCreateProgramWithBinary, InvalidDevice) {
  const unsigned char byte = 0;
  const unsigned char *data = &byte;
  const size_t size = 1;
  const cl_device_id wrong = foreign<cl_device_id>();
  EXPECT_EQ(CL_INVALID_DEVICE, binaryError(1, &wrong, &size, &data));
}

WEFT_API_SUITE(clGetProgramInfo, ProgramTest);

TEST_P(clGetProgramInfo, FollowsTheRulesOfInfoQueries) {
  const auto program = makeProgram(twoKernels);
  checkInfoQuery(cl.clGetProgramInfo, program.get(), cl_program_info{CL_PROGRAM_SOURCE});
}

TEST_P(clGetProgramInfo, TellsWhereItBelongs) {
  const auto program = makeProgram(twoKernels);
  EXPECT_EQ(context, info<cl_context>(cl.clGetProgramInfo, program.get(), CL_PROGRAM_CONTEXT));
  EXPECT_EQ(1u, info<cl_uint>(cl.clGetProgramInfo, program.get(), CL_PROGRAM_NUM_DEVICES));
  EXPECT_EQ(device(), info<cl_device_id>(cl.clGetProgramInfo, program.get(), CL_PROGRAM_DEVICES));
  EXPECT_EQ(1u, info<cl_uint>(cl.clGetProgramInfo, program.get(), CL_PROGRAM_REFERENCE_COUNT));
  EXPECT_EQ(twoKernels, infoString(cl.clGetProgramInfo, program.get(), CL_PROGRAM_SOURCE));
  EXPECT_TRUE(infoArray<char>(cl.clGetProgramInfo, program.get(), CL_PROGRAM_IL).empty());
}

TEST_P(clGetProgramInfo, NamesTheKernelsOnceBuilt) {
  const auto program = buildProgram(twoKernels);
  EXPECT_EQ(2u, info<size_t>(cl.clGetProgramInfo, program.get(), CL_PROGRAM_NUM_KERNELS));
  EXPECT_EQ("first;second", infoString(cl.clGetProgramInfo, program.get(), CL_PROGRAM_KERNEL_NAMES));
  EXPECT_FALSE(info<cl_bool>(cl.clGetProgramInfo, program.get(), CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT));
  EXPECT_FALSE(info<cl_bool>(cl.clGetProgramInfo, program.get(), CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT));
}

TEST_P(clGetProgramInfo, InvalidProgramExecutable) {
  const auto program = makeProgram(twoKernels);
  for (cl_program_info name : {CL_PROGRAM_NUM_KERNELS, CL_PROGRAM_KERNEL_NAMES, CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT,
                               CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT}) {
    size_t size = 0;
    EXPECT_EQ(CL_INVALID_PROGRAM_EXECUTABLE, cl.clGetProgramInfo(program.get(), name, 0, nullptr, &size))
        << std::hex << name;
  }
}

TEST_P(clGetProgramInfo, BinarySizeIsZeroBeforeTheBuild) {
  const auto program = makeProgram(twoKernels);
  EXPECT_EQ(0u, info<size_t>(cl.clGetProgramInfo, program.get(), CL_PROGRAM_BINARY_SIZES));
}

WEFT_API_SUITE(clRetainProgram, ProgramTest);

TEST_P(clRetainProgram, Counts) {
  const auto program = makeProgram(twoKernels);
  EXPECT_EQ(CL_SUCCESS, cl.clRetainProgram(program.get()));
  EXPECT_EQ(2u, info<cl_uint>(cl.clGetProgramInfo, program.get(), CL_PROGRAM_REFERENCE_COUNT));
  EXPECT_EQ(CL_SUCCESS, cl.clReleaseProgram(program.get()));
  EXPECT_EQ(1u, info<cl_uint>(cl.clGetProgramInfo, program.get(), CL_PROGRAM_REFERENCE_COUNT));
}

WEFT_API_SUITE(clReleaseProgram, ProgramTest);

TEST_P(clReleaseProgram, LivesOnWhileAKernelNeedsIt) {
  auto program = buildProgram(twoKernels);
  const auto kernel = makeKernel(program.get(), "first");
  const cl_program raw = program.get();
  program.reset();
  EXPECT_EQ(raw, info<cl_program>(cl.clGetKernelInfo, kernel.get(), CL_KERNEL_PROGRAM));
}

TEST_P(clReleaseProgram, InvalidProgramOnceReleased) {
  auto program = makeProgram(twoKernels);
  const cl_program raw = program.release();
  EXPECT_EQ(CL_SUCCESS, cl.clReleaseProgram(raw));
  EXPECT_EQ(CL_INVALID_PROGRAM, cl.clReleaseProgram(raw));
}

WEFT_API_SUITE(clSetProgramReleaseCallback, ProgramTest);

TEST_P(clSetProgramReleaseCallback, InvalidOperationWithoutDestructors) {
  const auto program = makeProgram(twoKernels);
  EXPECT_EQ(CL_INVALID_OPERATION, cl.clSetProgramReleaseCallback(program.get(), [](cl_program, void *) {}, nullptr));
}

TEST_P(clSetProgramReleaseCallback, InvalidValue) {
  const auto program = makeProgram(twoKernels);
  EXPECT_EQ(CL_INVALID_VALUE, cl.clSetProgramReleaseCallback(program.get(), nullptr, nullptr));
}

} // namespace
} // namespace weft::test
