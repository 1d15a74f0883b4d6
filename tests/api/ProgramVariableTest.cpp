// Tests of variables in global memory that belong to a program: who shares them, and how long they live.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/ApiTest.h"

namespace weft::test {
namespace {

constexpr const char *source = R"(
  global int counter = 40;
  global int untouched[3];
  kernel void add(global int *out) { out[0] = ++counter; }
  kernel void get(global int *out) { out[0] = counter + untouched[1]; }
)";
constexpr const char *options = "-cl-std=CL3.0";

class ProgramVariableTest : public ProgramTest {
protected:
  /// What a kernel writes to the first element of its one buffer.
  int run(cl_kernel kernel) {
    const auto buffer = makeBuffer(sizeof(int));
    const cl_mem memory = buffer.get();
    const size_t global = 1;
    EXPECT_EQ(CL_SUCCESS, ::clSetKernelArg(kernel, 0, sizeof memory, &memory));
    EXPECT_EQ(CL_SUCCESS, ::clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr));
    return contents<int>(memory, 1)[0];
  }
  int run(cl_program program, const char *name) { return run(makeKernel(program, name).get()); }
  size_t totalSize(cl_program program) {
    size_t size = 0;
    EXPECT_EQ(CL_SUCCESS, ::clGetProgramBuildInfo(program, device(), CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE,
                                                  sizeof size, &size, nullptr));
    return size;
  }
  Handle<cl_program> compiled(const char *text) {
    auto program = makeProgram(text);
    EXPECT_EQ(CL_SUCCESS, ::clCompileProgram(program.get(), 0, nullptr, options, 0, nullptr, nullptr, nullptr, nullptr))
        << buildLog(program.get());
    return program;
  }
  Handle<cl_program> linked(std::vector<cl_program> parts) {
    return make([&](cl_int *error) {
      return ::clLinkProgram(context, 0, nullptr, "", static_cast<cl_uint>(parts.size()), parts.data(), nullptr,
                             nullptr, error);
    });
  }
};

WEFT_API_SUITE(ProgramVariables, ProgramVariableTest);

TEST_P(ProgramVariables, AreSharedByKernelsAndKeptBetweenLaunches) {
  const auto program = buildProgram(source, options);
  EXPECT_EQ(41, run(program.get(), "add"));
  EXPECT_EQ(41, run(program.get(), "get"));
  const auto add = makeKernel(program.get(), "add");
  EXPECT_EQ(42, run(add.get()));
  EXPECT_EQ(43, run(add.get()));
  EXPECT_EQ(43, run(program.get(), "get"));
}

TEST_P(ProgramVariables, AreNotSharedByPrograms) {
  const auto first = buildProgram(source, options);
  const auto second = buildProgram(source, options);
  EXPECT_EQ(41, run(first.get(), "add"));
  EXPECT_EQ(40, run(second.get(), "get"));
}

TEST_P(ProgramVariables, StartAnewWithEachBuild) {
  const auto program = buildProgram(source, options);
  EXPECT_EQ(41, run(program.get(), "add"));
  EXPECT_EQ(CL_SUCCESS, ::clBuildProgram(program.get(), 0, nullptr, options, nullptr, nullptr));
  EXPECT_EQ(41, run(program.get(), "add"));
}

TEST_P(ProgramVariables, OutliveProgramAndKernelWhileALaunchWaits) {
  const auto buffer = makeBuffer(sizeof(int));
  const cl_mem memory = buffer.get();
  const auto gate = makeUserEvent();
  const cl_event gates[] = {gate.get()};
  {
    const auto program = buildProgram(source, options);
    const auto kernel = makeKernel(program.get(), "add");
    const size_t global = 1;
    ASSERT_EQ(CL_SUCCESS, ::clSetKernelArg(kernel.get(), 0, sizeof memory, &memory));
    ASSERT_EQ(CL_SUCCESS,
              ::clEnqueueNDRangeKernel(queue, kernel.get(), 1, nullptr, &global, nullptr, 1, gates, nullptr));
  }
  ASSERT_EQ(CL_SUCCESS, ::clSetUserEventStatus(gate.get(), CL_COMPLETE));
  EXPECT_EQ(41, contents<int>(memory, 1)[0]);
}

TEST_P(ProgramVariables, SurviveTheWayThroughABinary) {
  const auto program = buildProgram(source, options);
  EXPECT_EQ(41, run(program.get(), "add"));
  size_t size = 0;
  ASSERT_EQ(CL_SUCCESS, ::clGetProgramInfo(program.get(), CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr));
  std::vector<unsigned char> binary(size);
  unsigned char *place = binary.data();
  ASSERT_EQ(CL_SUCCESS, ::clGetProgramInfo(program.get(), CL_PROGRAM_BINARIES, sizeof place, &place, nullptr));
  const cl_device_id one = device();
  const unsigned char *bytes = binary.data();
  const auto again =
      make([&](cl_int *error) { return ::clCreateProgramWithBinary(context, 1, &one, &size, &bytes, nullptr, error); });
  ASSERT_EQ(CL_SUCCESS, ::clBuildProgram(again.get(), 0, nullptr, "", nullptr, nullptr));
  EXPECT_EQ(41, run(again.get(), "add"));
  EXPECT_EQ(totalSize(program.get()), totalSize(again.get()));
}

TEST_P(ProgramVariables, AreFoundInOtherProgramsByTheLinker) {
  const auto definition = compiled("global int shared = 7; static global int hidden = 1;\n"
                                   "int bump(void) { return shared += hidden; }");
  const auto use = compiled("extern global int shared; static global int hidden = 100; int bump(void);\n"
                            "global int *global where = &shared;\n"
                            "kernel void k(global int *out) { bump(); out[0] = shared + *where + hidden; }");
  const auto program = linked({use.get(), definition.get()});
  EXPECT_EQ(116, run(program.get(), "k"));
  EXPECT_EQ(118, run(program.get(), "k"));
  const auto other = linked({definition.get(), use.get()});
  EXPECT_EQ(116, run(other.get(), "k"));
}

TEST_P(ProgramVariables, HaveATotalSize) {
  EXPECT_EQ(0u, totalSize(buildProgram("kernel void k() {}", options).get()));
  EXPECT_GE(totalSize(buildProgram(source, options).get()), 4 * sizeof(int));
}

TEST_P(ProgramVariables, MayBeAsLargeAsTheDeviceSays) {
  size_t most = 0;
  ASSERT_EQ(CL_SUCCESS, ::clGetDeviceInfo(device(), CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, sizeof most, &most, nullptr));
  ASSERT_GE(most, 64u * 1024);
  const std::string text = "global char large[" + std::to_string(most) + "];\n" +
                           "kernel void k(global int *out) { large[" + std::to_string(most - 1) + "] = 5;\n" +
                           "out[0] = large[out[0] * 0 + " + std::to_string(most - 1) + "] + large[0]; }";
  EXPECT_EQ(5, run(buildProgram(text.c_str(), options).get(), "k"));
}

} // namespace
} // namespace weft::test
