// Tests the build log: its errors and warnings for incorrect programs, and its silence about correct programs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include <gtest/gtest.h>

#include "CompilerTest.h"

namespace weft::compiler::test {
namespace {

bool has(const Result &result, std::string_view text) { return logOf(result).find(text) != std::string_view::npos; }

TEST(Diagnostics, ErrorHasLineAndColumn) {
  const Result result = compile("kernel void k(global int *a) {\n  a[0] = nothing;\n}\n");
  EXPECT_EQ(result->status, WEFT_COMPILER_FAILED);
  EXPECT_TRUE(has(result, ":2:10: error:")) << logOf(result);
  EXPECT_TRUE(has(result, "nothing"));
  EXPECT_EQ(result->code.size, 0u);
  EXPECT_EQ(logOf(result).data()[result->log.size], '\0');
}

TEST(Diagnostics, WarningStaysInTheLogOfASuccess) {
  const char *source = "kernel void k(global int *a) {\n#warning look here\n a[0] = 1; }";
  const Result result = compile(source);
  EXPECT_EQ(result->status, WEFT_COMPILER_OK);
  EXPECT_TRUE(has(result, "look here"));
  EXPECT_EQ(logOf(compile(source, "-w")), "");
  EXPECT_EQ(compile(source, "-Werror")->status, WEFT_COMPILER_FAILED);
}

TEST(Diagnostics, PointerToAnotherTypeIsAWarning) {
  const char *source = "kernel void k(global float *a) { global float4 *b = a; b[0] = 1; }";
  const Result result = compile(source);
  EXPECT_EQ(result->status, WEFT_COMPILER_OK);
  EXPECT_TRUE(has(result, "incompatible pointer types")) << logOf(result);
  EXPECT_EQ(compile(source, "-Werror")->status, WEFT_COMPILER_FAILED);
}

TEST(Diagnostics, CleanProgramHasNoLog) {
  EXPECT_EQ(logOf(compile("kernel void k(global int *a) { a[get_global_id(0)] = 1; }")), "");
}

constexpr const char *extensionsWithFloatAtomics =
    "cl_khr_fp64 cl_ext_float_atomics cl_khr_subgroups __opencl_c_fp64 __opencl_c_generic_address_space "
    "__opencl_c_atomic_order_acq_rel __opencl_c_atomic_order_seq_cst __opencl_c_atomic_scope_device "
    "__opencl_c_ext_fp32_global_atomic_add|cl_khr_icd cl_khr_command_buffer";

/// A program that uses an extension after it has found the extension's name in the device's list.
constexpr const char *ofVersion3 =
    "#pragma OPENCL EXTENSION cl_ext_float_atomics : enable\n"
    "kernel void k(global float *a) {\n"
    "  atomic_fetch_add_explicit((volatile global atomic_float *)a, 1.0f, memory_order_relaxed, memory_scope_device);\n"
    "}\n";

TEST(Diagnostics, LogOfAProgramOfANewerVersionSaysHowToAskForIt) {
  const Result refused = compile(ofVersion3, "", {}, extensionsWithFloatAtomics);
  EXPECT_EQ(refused->status, WEFT_COMPILER_FAILED);
  EXPECT_TRUE(has(refused, "program.cl:3:3: error:")) << logOf(refused);
  EXPECT_TRUE(has(refused, "-cl-std=CL3.0")) << logOf(refused);
  EXPECT_EQ(logOf(compile(ofVersion3, "-cl-std=CL3.0", {}, extensionsWithFloatAtomics)), "");
  // If the options name a version, the log doesn't propose another version.
  const Result named = compile(ofVersion3, "-cl-std=CL1.2", {}, extensionsWithFloatAtomics);
  EXPECT_EQ(named->status, WEFT_COMPILER_FAILED);
  EXPECT_FALSE(has(named, "-cl-std")) << logOf(named);
}

TEST(Diagnostics, LogOfAProgramThatNoVersionTakesHasTheErrorsOfItsOwn) {
  const char *source = "#if __OPENCL_C_VERSION__ < 300\n#error older\n#else\n#error newer\n#endif\n";
  const Result refused = compile(source);
  EXPECT_EQ(refused->status, WEFT_COMPILER_FAILED);
  EXPECT_TRUE(has(refused, "older")) << logOf(refused);
  EXPECT_FALSE(has(refused, "newer") || has(refused, "-cl-std")) << logOf(refused);
}

TEST(Diagnostics, PragmasOfReportedExtensionsAreKnownInEveryVersion) {
  const std::string names = extensionsWithFloatAtomics;
  std::string source;
  for (const char *name :
       {"cl_khr_fp64", "cl_ext_float_atomics", "cl_khr_subgroups", "cl_khr_icd", "cl_khr_command_buffer"}) {
    EXPECT_NE(names.find(name), std::string::npos);
    for (const char *state : {"enable", "disable"})
      source += std::string("#pragma OPENCL EXTENSION ") + name + " : " + state + "\n";
  }
  source += "#pragma OPENCL EXTENSION all : disable\nkernel void k() {}\n";
  const std::string unknown = "#pragma OPENCL EXTENSION cl_amd_printf : enable\nkernel void k() {}\n";
  for (const char *version : {"", "-cl-std=CL1.0", "-cl-std=CL1.1", "-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0",
                              "-cl-std=CL3.1", "-cl-std=CLC++", "-cl-std=CLC++2021"}) {
    EXPECT_EQ(logOf(compile(source, version, {}, extensionsWithFloatAtomics)), "") << version;
    const Result warned = compile(unknown, version, {}, extensionsWithFloatAtomics);
    EXPECT_EQ(warned->status, WEFT_COMPILER_OK);
    EXPECT_TRUE(has(warned, ":1:26: warning:") && has(warned, "cl_amd_printf")) << version << logOf(warned);
    EXPECT_EQ(compile(unknown, std::string("-Werror ") + version, {}, extensionsWithFloatAtomics)->status,
              WEFT_COMPILER_FAILED);
  }
}

TEST(Diagnostics, FormatsWithAnAsteriskAreWarnedOfOnce) {
  const char *source = R"(kernel void k(int a) {
    printf("%*d end\n", a, a); printf("%*d end\n", a, a); printf("%.*f\n", a, 1.0f); printf("%d%% * %5.2f\n", a, 1.0f);
  })";
  const Result program = compile(source);
  EXPECT_EQ(program->status, WEFT_COMPILER_OK);
  const std::string log(logOf(program));
  EXPECT_NE(log.find("\"%*d end\\0A\""), std::string::npos) << log;
  EXPECT_NE(log.find("\"%.*f\\0A\""), std::string::npos) << log;
  EXPECT_EQ(std::ranges::count(log, '\n'), 2) << log;
  EXPECT_EQ(logOf(compile(source, "-w")), "");
}

TEST(Diagnostics, ProgramsThatDisagreeAboutAFunctionAreNotLinked) {
  const Result calls = compile("float twice(float x); kernel void k(global float *a) { a[0] = twice(a[0]); }");
  const Result agrees = compile("float twice(float x) { return 2 * x; }");
  const Result disagrees = compile("int twice(int x) { return 2 * x; }");
  EXPECT_EQ(link({&calls, &agrees})->status, WEFT_COMPILER_OK);
  for (const auto &programs : {std::vector{&calls, &disagrees}, std::vector{&disagrees, &calls}}) {
    const Result linked = link(programs);
    EXPECT_EQ(linked->status, WEFT_COMPILER_FAILED);
    EXPECT_TRUE(has(linked, "calls twice with other types")) << logOf(linked);
  }
}

TEST(Diagnostics, BuiltinsOfOtherTypesFailTheBuild) {
  const Result program = compileWhole("int sine(float x) __asm__(\"_Z3sinf\");\n"
                                      "kernel void k(global int *a) { a[0] = sine(a[1]); }");
  EXPECT_EQ(program->status, WEFT_COMPILER_FAILED);
  EXPECT_TRUE(has(program, "declares sin(float) with types that are not those of the builtin")) << logOf(program);
}

TEST(Diagnostics, HashError) {
  const Result result = compile("#error stop it\n");
  EXPECT_EQ(result->status, WEFT_COMPILER_FAILED);
  EXPECT_TRUE(has(result, "stop it"));
}

TEST(Diagnostics, MissingInclude) {
  const Result result = compile("#include \"not/there.h\"\nkernel void k() {}");
  EXPECT_EQ(result->status, WEFT_COMPILER_FAILED);
  EXPECT_TRUE(has(result, "not/there.h"));
}

TEST(Diagnostics, HeadersOfTheApplicationAreFound) {
  const Headers headers = {{"a.h", "#include \"inner/b.h\"\n"}, {"inner/b.h", "#define VALUE 3\n"}};
  const char *source = "#include <a.h>\nkernel void k(global int *a) { a[0] = VALUE; }";
  EXPECT_EQ(compile(source, "", headers)->status, WEFT_COMPILER_OK);
  const Result broken = compile("#include \"a.h\"\nkernel void k() {}", "", {{"a.h", "int x = ;\n"}});
  EXPECT_EQ(broken->status, WEFT_COMPILER_FAILED);
  EXPECT_TRUE(has(broken, "a.h:1:9: error:")) << logOf(broken);
}

TEST(Diagnostics, DefinitionsReachTheSource) {
  const char *source = "kernel void k(global int *a) { a[0] = A + B; }";
  EXPECT_EQ(compile(source)->status, WEFT_COMPILER_FAILED);
  EXPECT_EQ(compile(source, "-DA=1 -D \"B=(2 + 3)\"")->status, WEFT_COMPILER_OK);
}

TEST(Diagnostics, ManyErrorsMakeAShortLog) {
  std::string source = "kernel void k() {\n";
  for (int index = 0; index < 20000; ++index)
    source += "x" + std::to_string(index) + " = 1;\n";
  const Result result = compile(source + "}\n");
  EXPECT_EQ(result->status, WEFT_COMPILER_FAILED);
  EXPECT_LT(result->log.size, 300000u);
}

TEST(Diagnostics, Recursion) {
  const Result result =
      compile("int f(int x) { return x ? f(x - 1) : 0; } kernel void k(global int *a) { *a = f(*a); }");
  EXPECT_EQ(result->status, WEFT_COMPILER_FAILED);
  EXPECT_TRUE(has(result, "f calls itself")) << logOf(result);
}

TEST(Diagnostics, RecursionOfEveryForm) {
  for (const char *source : {
           "int g(int); int f(int x) { return x ? g(x - 1) : 0; } int g(int x) { return f(x); }"
           "kernel void k(global int *a) { *a = f(*a); }",
           "void f(int x) { barrier(CLK_LOCAL_MEM_FENCE); if (x) f(x - 1); } kernel void k(global int *a) { f(*a); }",
           "int f(int x) { return x + get_local_id(0) > 3 ? 1 : f(x + 1); } kernel void k(global int *a) { *a = f(2); "
           "}",
           "void f(int x) { printf(\"%d\", x); if (x) f(x - 1); } kernel void k(global int *a) { f(*a); }",
           "__attribute__((always_inline)) int f(int x) { return x ? f(x - 1) : 0; }"
           "kernel void k(global int *a) { *a = f(*a); }",
           "kernel void f(global int *a) { if (*a) f(a + 1); }",
           "int f(int x) { return f(x); } kernel void k() {}", // refused although no kernel calls it
       }) {
    const Result result = compile(source);
    EXPECT_EQ(result->status, WEFT_COMPILER_FAILED) << source;
    EXPECT_TRUE(has(result, "calls itself") && has(result, "function")) << source << ": " << logOf(result);
  }
}

TEST(Diagnostics, RecursionAcrossPrograms) {
  const Result first = compile("int g(int); int f(int x) { return x ? g(x - 1) : 0; }");
  const Result second =
      compile("int f(int); int g(int x) { return f(x); } kernel void k(global int *a) { *a = f(*a); }");
  const Result linked = link({&first, &second});
  EXPECT_EQ(linked->status, WEFT_COMPILER_FAILED);
  EXPECT_TRUE(has(linked, "calls itself")) << logOf(linked);
}

TEST(Diagnostics, UndefinedFunctionIsFoundWhenLinking) {
  const Result compiled = compile("int missing(int); kernel void k(global int *a) { *a = missing(*a); }");
  ASSERT_EQ(compiled->status, WEFT_COMPILER_OK) << logOf(compiled);
  const Result linked = link({&compiled});
  EXPECT_EQ(linked->status, WEFT_COMPILER_FAILED);
  EXPECT_TRUE(has(linked, "missing")) << logOf(linked);
  EXPECT_EQ(link({&compiled}, "-create-library")->status, WEFT_COMPILER_OK);
}

TEST(Diagnostics, SymbolDefinedTwice) {
  const Result first = compile("int f(int x) { return x; }");
  const Result second = compile("int f(int x) { return 2 * x; }");
  const Result linked = link({&first, &second});
  EXPECT_EQ(linked->status, WEFT_COMPILER_FAILED);
  EXPECT_TRUE(has(linked, "symbol f is defined")) << logOf(linked);
}

TEST(Diagnostics, UnknownKernel) {
  const Result program = build("kernel void k() {}");
  const Result result = generate(program, "other");
  EXPECT_EQ(result->status, WEFT_COMPILER_NO_SUCH_KERNEL);
  EXPECT_TRUE(has(result, "'other'"));
}

TEST(Diagnostics, ExactlyTheReportedExtensionsAreDefined) {
  const char *source = R"(
    #ifdef cl_khr_fp64
    #error fp64
    #endif
    #ifdef __IMAGE_SUPPORT__
    #error images
    #endif
    #ifndef cl_khr_byte_addressable_store
    #error no byte addressable store
    #endif
    #if __OPENCL_VERSION__ != 310
    #error version
    #endif
    #ifndef __ENDIAN_LITTLE__
    #error endian
    #endif
  )";
  for (const char *version : {"-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0"}) {
    const Result result = compile(source, version, {}, "cl_khr_byte_addressable_store");
    EXPECT_EQ(result->status, WEFT_COMPILER_OK) << version << "\n" << logOf(result);
  }
  EXPECT_EQ(compile("#ifndef __IMAGE_SUPPORT__\n#error\n#endif", "", {}, "__opencl_c_images")->status,
            WEFT_COMPILER_OK);
}

// The compiler leaves out the declarations of these sub-group functions if the source can't name them.
TEST(Diagnostics, IntelSubGroupsAreThereHoweverTheyAreNamed) {
  for (const auto &[source, options] :
       {std::pair{"kernel void k(global int *a) { *a = intel_sub_group_shuffle(*a, 0); }", ""},
        {"kernel void k(global int *a) { *a = SHUFFLE(*a, 0); }", "-DSHUFFLE=intel_sub_group_shuffle"},
        {"#define F(group) intel_sub_##group##_shuffle\nkernel void k(global int *a) { *a = F(group)(*a, 0); }", ""},
        {"kernel void k(global int *a) { *a = intel_sub_gr\\\noup_shuffle(*a, 0); }", ""}}) {
    const Result result = compile(source, options, {}, "cl_intel_subgroups");
    EXPECT_EQ(result->status, WEFT_COMPILER_OK) << source << "\n" << logOf(result);
  }
  const Result result = compile("#include \"names.h\"\nkernel void k(global int *a) { *a = SHUFFLE(*a, 0); }", "",
                                {{"names.h", "#define SHUFFLE intel_sub_group_shuffle\n"}}, "cl_intel_subgroups");
  EXPECT_EQ(result->status, WEFT_COMPILER_OK) << logOf(result);
}

TEST(Diagnostics, DoubleNeedsItsExtension) {
  const char *source = "kernel void k(global double *a) { *a = sin(*a) + 1.0; }";
  for (const char *version : {"-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0"}) {
    EXPECT_EQ(compile(source, version)->status, WEFT_COMPILER_OK) << version;
    EXPECT_EQ(compile(source, version, {}, "")->status, WEFT_COMPILER_FAILED) << version;
  }
}

} // namespace
} // namespace weft::compiler::test
