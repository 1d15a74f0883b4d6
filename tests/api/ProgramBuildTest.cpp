// Tests of building, compiling and linking programs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <atomic>
#include <chrono>
#include <sstream>
#include <thread>

#include "support/ApiTest.h"

namespace weft::test {
namespace {

constexpr const char *good = "kernel void good(global int *out) { out[0] = 1; }\n";
// The mistake stands in line 3, column 10.
constexpr const char *bad = "kernel void bad(global int *out)\n{\n  out[0] unknown;\n}\n";

class BuildTest : public ProgramTest {
protected:
  cl_device_id one = device();

  template <typename T> T buildInfo(cl_program program, cl_program_build_info name) {
    T value{};
    EXPECT_EQ(CL_SUCCESS, cl.clGetProgramBuildInfo(program, one, name, sizeof value, &value, nullptr));
    return value;
  }
  cl_int build(cl_program program, const char *options = nullptr) {
    return cl.clBuildProgram(program, 0, nullptr, options, nullptr, nullptr);
  }
  cl_int compile(cl_program program, const char *options = nullptr) {
    return cl.clCompileProgram(program, 0, nullptr, options, 0, nullptr, nullptr, nullptr, nullptr);
  }
  Handle<cl_program> compiled(const char *source, const char *options = nullptr) {
    auto program = makeProgram(source);
    EXPECT_EQ(CL_SUCCESS, compile(program.get(), options)) << buildLog(program.get());
    return program;
  }
  Handle<cl_program> link(std::vector<cl_program> inputs, const char *options, cl_int *error) {
    return Handle<cl_program>(cl.clLinkProgram(context, 0, nullptr, options, static_cast<cl_uint>(inputs.size()),
                                               inputs.data(), nullptr, nullptr, error));
  }
  cl_build_status statusOf(cl_program program) { return buildInfo<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS); }
  cl_program_binary_type typeOf(cl_program program) {
    return buildInfo<cl_program_binary_type>(program, CL_PROGRAM_BINARY_TYPE);
  }
  /// What a kernel writes to the first element of its one buffer.
  int resultOf(cl_program program, const char *name) { return written<int>(program, name, 1, 1)[0]; }
};

WEFT_API_SUITE(clBuildProgram, BuildTest);

TEST_P(clBuildProgram, MakesAnExecutable) {
  const auto program = makeProgram(good);
  EXPECT_EQ(CL_BUILD_NONE, statusOf(program.get()));
  EXPECT_EQ(cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_NONE}, typeOf(program.get()));
  ASSERT_EQ(CL_SUCCESS, build(program.get())) << buildLog(program.get());
  EXPECT_EQ(CL_BUILD_SUCCESS, statusOf(program.get()));
  EXPECT_EQ(cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_EXECUTABLE}, typeOf(program.get()));
  EXPECT_EQ(1, resultOf(program.get(), "good"));
}

TEST_P(clBuildProgram, HeedsItsOptions) {
  const auto program = makeProgram("kernel void value(global int *out) { out[0] = VALUE + OTHER; }");
  ASSERT_EQ(CL_SUCCESS, build(program.get(), "-DVALUE=40 -D OTHER=2")) << buildLog(program.get());
  EXPECT_EQ(42, resultOf(program.get(), "value"));
  size_t size = 0;
  ASSERT_EQ(CL_SUCCESS, cl.clGetProgramBuildInfo(program.get(), one, CL_PROGRAM_BUILD_OPTIONS, 0, nullptr, &size));
  std::string options(size - 1, '\0');
  ASSERT_EQ(CL_SUCCESS,
            cl.clGetProgramBuildInfo(program.get(), one, CL_PROGRAM_BUILD_OPTIONS, size, options.data(), nullptr));
  EXPECT_EQ("-DVALUE=40 -D OTHER=2", options);
}

TEST_P(clBuildProgram, TakesTheOptionsOfTheSpecification) {
  for (const char *options : {"-cl-single-precision-constant",
                              "-cl-denorms-are-zero",
                              "-cl-fp32-correctly-rounded-divide-sqrt",
                              "-cl-opt-disable",
                              "-cl-mad-enable",
                              "-cl-no-signed-zeros",
                              "-cl-unsafe-math-optimizations",
                              "-cl-finite-math-only",
                              "-cl-fast-relaxed-math",
                              "-w",
                              "-Werror",
                              "-cl-std=CL1.0",
                              "-cl-std=CL1.1",
                              "-cl-std=CL1.2",
                              "-cl-std=CL3.0",
                              "-cl-std=CL3.1",
                              "-cl-kernel-arg-info",
                              "-cl-uniform-work-group-size",
                              "-g",
                              "-I .",
                              "-cl-mad-enable  -DA -D B=\"x y\""}) {
    const auto program = makeProgram(good);
    EXPECT_EQ(CL_SUCCESS, build(program.get(), options)) << options << "\n" << buildLog(program.get());
  }
}

// OpenCL C 3.1, appendix A: functions of extensions before.
TEST_P(clBuildProgram, OpenClC31HasTheFunctionsThatItMadeCore) {
  const auto program = makeProgram(R"(
    #if __OPENCL_C_VERSION__ != CL_VERSION_3_1 || CL_VERSION_3_1 != 310
    #error "not OpenCL C 3.1"
    #endif
    kernel __attribute__((reqd_work_group_size(1, 1, 1))) void k(global int *out) {
      const char narrow = sub_group_broadcast((char)3, 0);
      *out = bit_reverse(0x80000000u) + bitfield_extract_signed(6, 1, 3) + dot_4x8packed_uu_uint(0x0101u, 0x0202u) +
             sub_group_rotate(10, 0) + sub_group_shuffle(20, 0) + sub_group_shuffle_xor(30, 0) +
             sub_group_shuffle_up(40, 0) + sub_group_shuffle_down(50, 0) + narrow;
    })");
  ASSERT_EQ(CL_SUCCESS, build(program.get(), "-cl-std=CL3.1 -Werror")) << buildLog(program.get());
  EXPECT_EQ(1 + 3 + 4 + 150 + 3, resultOf(program.get(), "k"));
}

TEST_P(clBuildProgram, BuildProgramFailureTellsLineAndColumn) {
  const auto program = makeProgram(bad);
  EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE, build(program.get()));
  EXPECT_EQ(CL_BUILD_ERROR, statusOf(program.get()));
  EXPECT_NE(std::string::npos, buildLog(program.get()).find("3:9: error")) << buildLog(program.get());
}

TEST_P(clBuildProgram, BuildProgramFailureForMorePrivateMemoryThanAWorkItemHas) {
  const auto program = makeProgram("kernel void huge(global int *out, int n) {\n  int values[50000000];\n"
                                   "  for (int i = 0; i < n; ++i)\n    values[out[i]] = i;\n  *out = values[n];\n}\n");
  for (const char *options : {"", "-cl-opt-disable", "-g"}) {
    EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE, build(program.get(), options)) << options;
    EXPECT_NE(std::string::npos, buildLog(program.get()).find("huge has private variables of 2000000"))
        << options << ": " << buildLog(program.get());
  }
}

TEST_P(clBuildProgram, UsableAgainAfterAFailure) {
  const auto program = makeProgram("#ifdef BREAK\n#error broken\n#endif\nkernel void good(global int *o) { *o = 5; }");
  EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE, build(program.get(), "-DBREAK"));
  EXPECT_NE(std::string::npos, buildLog(program.get()).find("broken"));
  ASSERT_EQ(CL_SUCCESS, build(program.get()));
  EXPECT_EQ(CL_BUILD_SUCCESS, statusOf(program.get()));
  EXPECT_EQ(5, resultOf(program.get(), "good"));
}

TEST_P(clBuildProgram, BuildProgramFailureWhereTheCompilerGivesUp) {
  // Work that is given up inside an expansion is left in the middle, as after a crash; the next build works each time.
  const std::string eightTimes = "#define M(x) x x x x x x x x\n";
  for (const char *how :
       {"M(M(M(M(M(M(M(M(a))))))))\n", "_Pragma(\"M(M(M(M(M(M(M(M(a))))))))\")\nM(M(M(M(M(M(M(M(int;))))))))",
        "#if M(M(M(M(M(M(M(M(+ 1))))))))\n#endif\n", "M(M(M(M(M(M(M(M(M(;)))))))))\n"}) {
    const auto broken = makeProgram((eightTimes + how + good).c_str());
    EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE, build(broken.get())) << how;
    EXPECT_EQ(CL_BUILD_ERROR, statusOf(broken.get())) << how;
    EXPECT_FALSE(buildLog(broken.get()).empty()) << how;
    const auto program = makeProgram(good);
    ASSERT_EQ(CL_SUCCESS, build(program.get(), "-cl-opt-disable")) << buildLog(program.get());
    EXPECT_EQ(1, resultOf(program.get(), "good"));
  }
}

TEST_P(clBuildProgram, CallsBack) {
  const auto program = makeProgram(good);
  std::atomic<cl_program> told = nullptr;
  ASSERT_EQ(CL_SUCCESS,
            cl.clBuildProgram(
                program.get(), 1, &one, "",
                [](cl_program built, void *data) { *static_cast<std::atomic<cl_program> *>(data) = built; }, &told));
  for (int i = 0; i < 10000 && told == nullptr; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_EQ(program.get(), told);
  EXPECT_EQ(CL_BUILD_SUCCESS, statusOf(program.get()));
}

TEST_P(clBuildProgram, WarningsStandInTheLogOfASuccess) {
  const auto program = makeProgram("#warning look here\nkernel void good() {}\n");
  ASSERT_EQ(CL_SUCCESS, build(program.get()));
  EXPECT_NE(std::string::npos, buildLog(program.get()).find("look here"));
}

TEST_P(clBuildProgram, InvalidBuildOptions) {
  const auto program = makeProgram(good);
  for (const char *options :
       {"-cl-no-such-option", "--bogus", "-cl-std=CL9.9", "stray", "-D", "-x spir", "-create-library"})
    EXPECT_EQ(CL_INVALID_BUILD_OPTIONS, build(program.get(), options)) << options;
  EXPECT_EQ(CL_SUCCESS, build(program.get()));
}

TEST_P(clBuildProgram, OptionsOfOtherPlatformsAreIgnoredWithAWarning) {
  const auto program = makeProgram(good);
  ASSERT_EQ(CL_SUCCESS, build(program.get(), "-Wall -cl-nv-verbose -cl-nv-maxrregcount 32 -fno-bin-source -Werror"));
  for (const char *option : {"-Wall", "-cl-nv-verbose", "-cl-nv-maxrregcount 32", "-fno-bin-source"})
    EXPECT_NE(std::string::npos, buildLog(program.get()).find(option)) << option;
}

TEST_P(clBuildProgram, PragmasOfAllReportedExtensionsAreKnown) {
  std::istringstream names(infoString(cl.clGetDeviceInfo, device(), CL_DEVICE_EXTENSIONS));
  std::string source, name;
  while (names >> name)
    source += "#pragma OPENCL EXTENSION " + name + " : enable\n";
  ASSERT_NE("", source);
  const auto program = makeProgram((source + good).c_str());
  for (const char *version : {"", "-cl-std=CL1.1", "-cl-std=CL2.0", "-cl-std=CL3.0", "-cl-std=CLC++2021"}) {
    EXPECT_EQ(CL_SUCCESS, build(program.get(), version));
    EXPECT_EQ("", buildLog(program.get())) << version;
  }
}

TEST_P(clBuildProgram, InvalidValue) {
  const auto program = makeProgram(good);
  int data = 0;
  EXPECT_EQ(CL_INVALID_VALUE, cl.clBuildProgram(program.get(), 1, nullptr, "", nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, cl.clBuildProgram(program.get(), 0, &one, "", nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, cl.clBuildProgram(program.get(), 1, &one, "", nullptr, &data));
}

TEST_P(clBuildProgram, InvalidDevice) {
  const auto program = makeProgram(good);
  const cl_device_id wrong = foreign<cl_device_id>();
  EXPECT_EQ(CL_INVALID_DEVICE, cl.clBuildProgram(program.get(), 1, &wrong, "", nullptr, nullptr));
}

TEST_P(clBuildProgram, InvalidBinaryWhereItIsNoExecutable) {
  const auto object = makeProgram("kernel void k() {}");
  ASSERT_EQ(CL_SUCCESS, cl.clCompileProgram(object.get(), 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr));
  const auto size = info<size_t>(cl.clGetProgramInfo, object.get(), CL_PROGRAM_BINARY_SIZES);
  std::vector<unsigned char> binary(size);
  unsigned char *place = binary.data();
  ASSERT_EQ(CL_SUCCESS, cl.clGetProgramInfo(object.get(), CL_PROGRAM_BINARIES, sizeof place, &place, nullptr));
  const unsigned char *given = place;
  const cl_device_id one = device();
  const auto program =
      make([&](cl_int *e) { return cl.clCreateProgramWithBinary(context, 1, &one, &size, &given, nullptr, e); });
  EXPECT_EQ(CL_INVALID_BINARY, cl.clBuildProgram(program.get(), 0, nullptr, "", nullptr, nullptr));
}

TEST_P(clBuildProgram, InvalidOperationWithKernelsAttached) {
  const auto program = buildProgram(good);
  auto kernel = makeKernel(program.get(), "good");
  EXPECT_EQ(CL_INVALID_OPERATION, build(program.get()));
  kernel.reset();
  EXPECT_EQ(CL_SUCCESS, build(program.get()));
}

WEFT_API_SUITE(clCompileProgram, BuildTest);

TEST_P(clCompileProgram, MakesACompiledObject) {
  const auto program = compiled(good);
  EXPECT_EQ(CL_BUILD_SUCCESS, statusOf(program.get()));
  EXPECT_EQ(cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT}, typeOf(program.get()));
  EXPECT_EQ(CL_INVALID_PROGRAM_EXECUTABLE,
            errorOf([&](cl_int *error) { return cl.clCreateKernel(program.get(), "good", error); }));
}

TEST_P(clCompileProgram, FindsItsHeaders) {
  const auto header = makeProgram("#define ANSWER 42\n");
  const auto program = makeProgram("#include \"deep/answer.h\"\nkernel void answer(global int *o) { *o = ANSWER; }");
  const cl_program headers[] = {header.get()};
  const char *names[] = {"deep/answer.h"};
  ASSERT_EQ(CL_SUCCESS, cl.clCompileProgram(program.get(), 1, &one, "", 1, headers, names, nullptr, nullptr))
      << buildLog(program.get());
  cl_int error = 1;
  const auto linked = link({program.get()}, "", &error);
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(42, resultOf(linked.get(), "answer"));
}

TEST_P(clCompileProgram, CompileProgramFailure) {
  const auto program = makeProgram(bad);
  EXPECT_EQ(CL_COMPILE_PROGRAM_FAILURE, compile(program.get()));
  EXPECT_EQ(CL_BUILD_ERROR, statusOf(program.get()));
  EXPECT_NE(std::string::npos, buildLog(program.get()).find("3:9: error")) << buildLog(program.get());
}

TEST_P(clCompileProgram, InvalidCompilerOptions) {
  const auto program = makeProgram(good);
  EXPECT_EQ(CL_INVALID_COMPILER_OPTIONS, compile(program.get(), "-cl-no-such-option"));
}

TEST_P(clCompileProgram, InvalidValue) {
  const auto program = makeProgram(good);
  const cl_program headers[] = {program.get()};
  const char *names[] = {"a.h"};
  int data = 0;
  const auto error = [&](cl_uint devices, const cl_device_id *list, cl_uint count, const cl_program *inputs,
                         const char **headerNames, void *userData) {
    return cl.clCompileProgram(program.get(), devices, list, "", count, inputs, headerNames, nullptr, userData);
  };
  EXPECT_EQ(CL_INVALID_VALUE, error(1, nullptr, 0, nullptr, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, error(0, &one, 0, nullptr, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, error(1, &one, 0, headers, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, error(1, &one, 0, nullptr, names, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, error(1, &one, 1, nullptr, names, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, error(1, &one, 1, headers, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, error(1, &one, 0, nullptr, nullptr, &data));
}

TEST_P(clCompileProgram, InvalidOperationWithKernelsAttached) {
  const auto program = buildProgram(good);
  const auto kernel = makeKernel(program.get(), "good");
  EXPECT_EQ(CL_INVALID_OPERATION, compile(program.get()));
}

TEST_P(clCompileProgram, InvalidDevice) {
  const auto program = makeProgram(good);
  const cl_device_id wrong = foreign<cl_device_id>();
  EXPECT_EQ(CL_INVALID_DEVICE,
            cl.clCompileProgram(program.get(), 1, &wrong, "", 0, nullptr, nullptr, nullptr, nullptr));
}

TEST_P(clCompileProgram, InvalidProgramForAHeader) {
  const auto program = makeProgram(good);
  for (cl_program wrong : {static_cast<cl_program>(nullptr), foreign<cl_program>(), as<cl_program>(context)}) {
    const char *names[] = {"a.h"};
    EXPECT_EQ(CL_INVALID_PROGRAM,
              cl.clCompileProgram(program.get(), 0, nullptr, "", 1, &wrong, names, nullptr, nullptr));
  }
}

// There is no source: neither in what was linked, nor in a binary.
TEST_P(clCompileProgram, InvalidOperationWithoutASource) {
  const auto object = compiled(good);
  cl_int error = 1;
  const auto linked = link({object.get()}, "", &error);
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(CL_INVALID_OPERATION, compile(linked.get()));
  EXPECT_EQ(CL_INVALID_OPERATION, build(linked.get()));
  const auto size = info<size_t>(cl.clGetProgramInfo, linked.get(), CL_PROGRAM_BINARY_SIZES);
  std::vector<unsigned char> binary(size);
  unsigned char *place = binary.data();
  ASSERT_EQ(CL_SUCCESS, cl.clGetProgramInfo(linked.get(), CL_PROGRAM_BINARIES, sizeof place, &place, nullptr));
  const unsigned char *given = place;
  const auto loaded =
      make([&](cl_int *e) { return cl.clCreateProgramWithBinary(context, 1, &one, &size, &given, nullptr, e); });
  EXPECT_EQ(CL_INVALID_OPERATION, compile(loaded.get()));
}

WEFT_API_SUITE(clLinkProgram, BuildTest);

TEST_P(clLinkProgram, InvalidDevice) {
  const auto object = compiled(good);
  const cl_program inputs[] = {object.get()};
  const cl_device_id wrong = foreign<cl_device_id>();
  EXPECT_EQ(CL_INVALID_DEVICE, errorOf([&](cl_int *e) {
              return cl.clLinkProgram(context, 1, &wrong, "", 1, inputs, nullptr, nullptr, e);
            }));
}

TEST_P(clLinkProgram, JoinsPrograms) {
  const auto library = compiled("int twice(int x) { return 2 * x; }");
  const auto user = compiled("int twice(int x);\nkernel void use(global int *o) { *o = twice(21); }");
  cl_int error = 1;
  const auto linked = link({user.get(), library.get()}, nullptr, &error);
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_EXECUTABLE}, typeOf(linked.get()));
  EXPECT_EQ(42, resultOf(linked.get(), "use"));
}

TEST_P(clLinkProgram, MakesALibrary) {
  const auto part = compiled("int twice(int x) { return 2 * x; }");
  cl_int error = 1;
  const auto library = link({part.get()}, "-create-library", &error);
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_LIBRARY}, typeOf(library.get()));
  const auto user = compiled("int twice(int x);\nkernel void use(global int *o) { *o = twice(4); }");
  const auto linked = link({user.get(), library.get()}, "", &error);
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(8, resultOf(linked.get(), "use"));
}

TEST_P(clLinkProgram, LinkProgramFailure) {
  const auto user = compiled("int missing(int x);\nkernel void use(global int *o) { *o = missing(21); }");
  cl_int error = 1;
  const auto linked = link({user.get()}, "", &error);
  EXPECT_EQ(CL_LINK_PROGRAM_FAILURE, error);
  if (linked.get() != nullptr)
    EXPECT_NE(std::string::npos, buildLog(linked.get()).find("missing")) << buildLog(linked.get());
}

TEST_P(clLinkProgram, InvalidLinkerOptions) {
  const auto part = compiled(good);
  cl_int error = 1;
  EXPECT_EQ(nullptr, link({part.get()}, "-cl-no-such-option", &error).get());
  EXPECT_EQ(CL_INVALID_LINKER_OPTIONS, error);
}

TEST_P(clLinkProgram, InvalidProgram) {
  cl_int error = 1;
  EXPECT_EQ(nullptr, link({as<cl_program>(queue)}, "", &error).get());
  EXPECT_EQ(CL_INVALID_PROGRAM, error);
}

TEST_P(clLinkProgram, InvalidOperationOfAnUncompiledProgram) {
  const auto program = makeProgram(good);
  cl_int error = 1;
  EXPECT_EQ(nullptr, link({program.get()}, "", &error).get());
  EXPECT_EQ(CL_INVALID_OPERATION, error);
}

TEST_P(clLinkProgram, InvalidValue) {
  const auto part = compiled(good);
  const cl_program inputs[] = {part.get()};
  int data = 0;
  const auto error = [&](cl_uint devices, const cl_device_id *list, cl_uint count, const cl_program *programs,
                         void *userData) {
    return errorOf([&](cl_int *code) {
      return cl.clLinkProgram(context, devices, list, "", count, programs, nullptr, userData, code);
    });
  };
  EXPECT_EQ(CL_INVALID_VALUE, error(1, nullptr, 1, inputs, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, error(0, &one, 1, inputs, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, error(0, nullptr, 0, inputs, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, error(0, nullptr, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, error(0, nullptr, 1, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, error(0, nullptr, 1, inputs, &data));
}

WEFT_API_SUITE(clGetProgramBuildInfo, BuildTest);

TEST_P(clGetProgramBuildInfo, FollowsTheRulesOfInfoQueries) {
  const auto program = buildProgram(good);
  const auto query = [this](cl_program of, cl_program_build_info name, size_t size, void *value, size_t *sizeReturned) {
    return cl.clGetProgramBuildInfo(of, one, name, size, value, sizeReturned);
  };
  const auto three = [&](cl_program of, cl_program_build_info name, auto... rest) { return query(of, name, rest...); };
  checkInfoQuery(three, program.get(), cl_program_build_info{CL_PROGRAM_BUILD_STATUS});
}

TEST_P(clGetProgramBuildInfo, BeforeTheBuild) {
  const auto program = makeProgram(good);
  EXPECT_EQ("", buildLog(program.get()));
  EXPECT_EQ(0u, buildInfo<size_t>(program.get(), CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE));
}

TEST_P(clGetProgramBuildInfo, InvalidDevice) {
  const auto program = makeProgram(good);
  for (cl_device_id wrong : {static_cast<cl_device_id>(nullptr), foreign<cl_device_id>()})
    EXPECT_EQ(CL_INVALID_DEVICE,
              cl.clGetProgramBuildInfo(program.get(), wrong, CL_PROGRAM_BUILD_STATUS, 0, nullptr, nullptr));
}

} // namespace
} // namespace weft::test
