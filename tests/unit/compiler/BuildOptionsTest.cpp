// Tests the parsing and the effect of the options of clBuildProgram, clCompileProgram and clLinkProgram.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/BuildOptions.h"

#include <gtest/gtest.h>

#include "CompilerTest.h"

namespace weft::compiler {
namespace {

using Words = std::vector<std::string>;

Words split(llvm::StringRef text) {
  auto words = splitOptions(text);
  EXPECT_TRUE(bool(words)) << llvm::toString(words.takeError());
  return words ? *words : Words();
}

CompileOptions parse(llvm::StringRef text) {
  auto options = parseCompileOptions(text);
  if (options)
    return *options;
  ADD_FAILURE() << llvm::toString(options.takeError());
  return {};
}

std::string problem(llvm::StringRef text) {
  auto options = parseCompileOptions(text);
  return options ? "" : llvm::toString(options.takeError());
}

std::string linkProblem(llvm::StringRef text) {
  auto options = parseLinkOptions(text);
  return options ? "" : llvm::toString(options.takeError());
}

TEST(BuildOptions, SplitsAtWhiteSpace) {
  EXPECT_EQ(split(""), Words());
  EXPECT_EQ(split("  \t\n "), Words());
  EXPECT_EQ(split(" -w\t-g  -D A "), (Words{"-w", "-g", "-D", "A"}));
}

TEST(BuildOptions, QuotesKeepWhiteSpace) {
  EXPECT_EQ(split("-D \"A=1 + 2\""), (Words{"-D", "A=1 + 2"}));
  EXPECT_EQ(split("-D'A=x y'"), (Words{"-DA=x y"}));
  EXPECT_EQ(split("-I \"/a b/c\" -w"), (Words{"-I", "/a b/c", "-w"}));
  EXPECT_EQ(split("\"\""), (Words{""}));
}

TEST(BuildOptions, BackslashTakesAwayMeaning) {
  EXPECT_EQ(split(R"(-DA=\"x\")"), (Words{R"(-DA="x")"}));
  EXPECT_EQ(split(R"(-I/a\ b)"), (Words{"-I/a b"}));
  EXPECT_EQ(split(R"(-DA=C:\dir)"), (Words{R"(-DA=C:\dir)"}));
}

TEST(BuildOptions, OpenQuoteIsAnError) { EXPECT_NE(problem("-D \"A"), ""); }

TEST(BuildOptions, DefinitionsWithAndWithoutSpace) {
  EXPECT_EQ(parse("-DA -D B -DC=1 -D D=2 -UA").preprocessor, (Words{"-DA", "-DB", "-DC=1", "-DD=2", "-UA"}));
}

TEST(BuildOptions, DefinitionEndsAtNewline) { EXPECT_EQ(parse("'-DA=1\n2'").preprocessor, Words{"-DA=1"}); }

TEST(BuildOptions, IncludeFolders) { EXPECT_EQ(parse("-I /a -I/b").preprocessor, (Words{"-I/a", "-I/b"})); }

TEST(BuildOptions, LanguageVersions) {
  EXPECT_EQ(parse("").languageVersion, "CL1.2");
  for (const char *version : {"CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0", "CL3.1"})
    EXPECT_EQ(parse(std::string("-cl-std=") + version).languageVersion, version);
  EXPECT_NE(problem("-cl-std=CL4.0"), "");
  EXPECT_NE(problem("-cl-std="), "");
}

TEST(BuildOptions, EveryOptionOfTheSpecificationIsKnown) {
  for (const char *option :
       {"-cl-single-precision-constant", "-cl-denorms-are-zero", "-cl-fp32-correctly-rounded-divide-sqrt",
        "-cl-opt-disable", "-cl-strict-aliasing", "-cl-uniform-work-group-size", "-cl-no-subgroup-ifp",
        "-cl-mad-enable", "-cl-no-signed-zeros", "-cl-unsafe-math-optimizations", "-cl-finite-math-only",
        "-cl-fast-relaxed-math", "-w", "-Werror", "-cl-kernel-arg-info", "-g", "-s a.cl"})
    EXPECT_EQ(problem(option), "") << option;
}

TEST(BuildOptions, SpirBinariesAreNotTaken) {
  for (const char *option : {"-x spir", "-spir-std=1.2"})
    EXPECT_NE(problem(option).find("SPIR"), std::string::npos) << option;
}

/// Whether `condition` holds in the preprocessor of a compilation with these options.
bool holds(const std::string &condition, const std::string &options) {
  return test::compile("#if !(" + condition + ")\n#error no\n#endif\n", options)->status == WEFT_COMPILER_OK;
}

TEST(BuildOptions, LanguageVersionsDefineTheirMacros) {
  for (const auto &[option, version] : {std::pair{"", "120"},
                                        {"-cl-std=CL1.0", "100"},
                                        {"-cl-std=CL1.1", "110"},
                                        {"-cl-std=CL1.2", "120"},
                                        {"-cl-std=CL3.0", "300"},
                                        {"-cl-std=CL3.1", "310"}}) {
    EXPECT_TRUE(holds(std::string("__OPENCL_C_VERSION__ == ") + version, option)) << option;
    EXPECT_TRUE(holds("__OPENCL_VERSION__ == 310 && CL_VERSION_1_0 == 100 && CL_VERSION_1_1 == 110", option)) << option;
    EXPECT_TRUE(holds("__ENDIAN_LITTLE__ == 1 && !defined(__FAST_RELAXED_MATH__)", option)) << option;
    EXPECT_EQ(holds("CL_VERSION_3_1 == 310", option), std::string(version) == "310") << option;
    // The macros of optional features exist in OpenCL C 3.0 and later.
    EXPECT_EQ(holds("defined(__opencl_c_int64)", option), std::string(version) >= "300") << option;
  }
}

TEST(BuildOptions, OptionsThatTheSourceCanSee) {
  EXPECT_TRUE(holds("__FAST_RELAXED_MATH__", "-cl-fast-relaxed-math"));
  EXPECT_TRUE(holds("defined(A) && A == 1 && B == 5 && !defined(C)", "-D A -DB=2+3 -D C=4 -U C"));
  const char *text = "constant char text[] = TEXT; kernel void k(global char *a) { a[0] = text[2]; }";
  EXPECT_EQ(test::compile(text, R"(-D "TEXT=\"a b\"")")->status, WEFT_COMPILER_OK);
  const char *single = "kernel void k(global float *a) { int wrong[sizeof(1.0) == 4 ? 1 : -1]; a[0] = sizeof wrong; }";
  EXPECT_EQ(test::compile(single, "-cl-single-precision-constant")->status, WEFT_COMPILER_OK);
  EXPECT_EQ(test::compile(single)->status, WEFT_COMPILER_FAILED);
  const char *suspicious = "#warning look\nkernel void k() {}";
  EXPECT_EQ(test::compile(suspicious, "-Werror")->status, WEFT_COMPILER_FAILED);
  EXPECT_NE(test::logOf(test::compile(suspicious)), "");
  EXPECT_EQ(test::logOf(test::compile(suspicious, "-w")), "");
  EXPECT_EQ(test::compile(suspicious, "-w -Werror")->status, WEFT_COMPILER_OK);
}

TEST(BuildOptions, ClangTakesEveryOption) {
  for (const char *option :
       {"-cl-single-precision-constant", "-cl-denorms-are-zero", "-cl-fp32-correctly-rounded-divide-sqrt",
        "-cl-opt-disable", "-cl-strict-aliasing", "-cl-uniform-work-group-size", "-cl-no-subgroup-ifp",
        "-cl-mad-enable", "-cl-no-signed-zeros", "-cl-unsafe-math-optimizations", "-cl-finite-math-only",
        "-cl-fast-relaxed-math", "-w", "-Werror", "-cl-kernel-arg-info", "-g", "-DA=1 -UA", "-I /nowhere"}) {
    const test::Result program =
        test::build("kernel void k(global float *a) { a[get_global_id(0)] = sin(a[0]) * a[1] + a[2] / 3.0f; }", option);
    EXPECT_EQ(test::logOf(program), "") << option;
    const test::Result code = test::generate(program, "k");
    EXPECT_EQ(code->status, WEFT_COMPILER_OK) << option << ": " << test::logOf(code);
  }
}

TEST(BuildOptions, Flags) {
  const CompileOptions options = parse("-w -Werror -g -cl-kernel-arg-info -cl-uniform-work-group-size -cl-opt-disable");
  EXPECT_TRUE(options.noWarnings);
  EXPECT_TRUE(options.warningsAreErrors);
  EXPECT_TRUE(options.debug);
  EXPECT_TRUE(options.argumentInfo);
  EXPECT_TRUE(options.uniformGroups);
  EXPECT_FALSE(options.optimise);
  EXPECT_TRUE(parse("").optimise);
}

TEST(BuildOptions, Checks) {
  EXPECT_FALSE(parse("").checks.any());
  const CodeChecks checks = parse("-weft-check=memory,races -weft-check=values").checks;
  EXPECT_TRUE(checks.has(CodeCheck::memory) && checks.has(CodeCheck::races) && checks.has(CodeCheck::values));
  EXPECT_FALSE(checks.has(CodeCheck::barriers));
  EXPECT_NE(problem("-weft-check=memory,everything"), "");
}

TEST(BuildOptions, UnknownWordIsNamed) {
  EXPECT_NE(problem("-foo").find("-foo"), std::string::npos);
  EXPECT_NE(problem("bar").find("bar"), std::string::npos);
  EXPECT_NE(problem("-create-library"), "");
}

TEST(BuildOptions, OptionsOfOtherPlatformsAreIgnoredWithAWarning) {
  // Options with their values, as real programs pass them.
  for (const char *option : {"-Wall",
                             "-Wextra",
                             "-Wno-unused-variable",
                             "-Werror=format",
                             "-pedantic",
                             "-cl-nv-verbose",
                             "-cl-nv-maxrregcount=64",
                             "-cl-nv-maxrregcount 100",
                             "-cl-nv-opt-level=3",
                             "-cl-nv-arch sm_20",
                             "-cl-nv-cstd=CL1.1",
                             "-nv-line-info",
                             "-fno-bin-source",
                             "-fno-bin-llvmir",
                             "-fno-bin-amdil",
                             "-fbin-exe",
                             "-save-temps",
                             "-save-temps=kernels/",
                             "-O5",
                             "-legacy",
                             "-Wf,-mwavefrontsize64",
                             "-cl-amd-media-ops",
                             "-cl-intel-greater-than-4GB-buffer-required",
                             "-cl-intel-no-prera-scheduling",
                             "-cl-intel-256-GRF-per-thread",
                             "-cl-intel-reqd-eu-thread-count=4",
                             "-cl-intel-num-thread-per-eu 8",
                             "-ze-opt-large-register-file",
                             "-igc_opts 'DumpUseShorterName=0,TotalGRFNum=128'",
                             "-cl-store-cache-default=2",
                             "-auto-prefetch-level=0",
                             "-fpreserve-vec3-type",
                             "-cl-arm-non-uniform-work-group-size",
                             "-qcom-accelerate-16-bit",
                             "-qcom-accelerate-16-bit=true",
                             "-cl-auto-vectorize-enable",
                             "-cl-fp16-enable",
                             "-ffast-math",
                             "-march=native",
                             "-m64"}) {
    const CompileOptions options = parse(std::string("-DA ") + option + " -DB");
    EXPECT_EQ(options.preprocessor, (Words{"-DA", "-DB"})) << option;
    const llvm::StringRef name = llvm::StringRef(option).split(' ').first.split('=').first;
    EXPECT_EQ(llvm::StringRef(options.warnings).count("warning: "), 1U) << option;
    EXPECT_TRUE(llvm::StringRef(options.warnings).contains(name)) << options.warnings;
    EXPECT_EQ(parse(std::string(option) + " -w").warnings, "") << option;
    EXPECT_EQ(linkProblem(option), "") << option;
  }
  EXPECT_EQ(parse("-cl-mad-enable -O3").warnings, "");
  // If these options were ignored, the source would be another program, so they are errors.
  for (const char *option : {"-include a.h", "-m32", "-cl-zero-init-local-mem-vars", "-x clc++", "-cl-ext=-all"})
    EXPECT_NE(problem(option), "") << option;
}

TEST(BuildOptions, WarningsOfOptionsStandInTheBuildLog) {
  const test::Result program = test::compile("kernel void k() {}", "-cl-nv-verbose -Werror -cl-nv-maxrregcount 32");
  EXPECT_EQ(program->status, WEFT_COMPILER_OK) << test::logOf(program);
  EXPECT_EQ(test::logOf(program), "warning: the compiler option '-cl-nv-verbose' is NVIDIA's; it is ignored\n"
                                  "warning: the compiler option '-cl-nv-maxrregcount 32' is NVIDIA's; it is ignored\n");
  const test::Result linked = test::link({&program}, "-fno-bin-source");
  EXPECT_EQ(linked->status, WEFT_COMPILER_OK);
  EXPECT_EQ(test::logOf(linked), "warning: the linker option '-fno-bin-source' is AMD's; it is ignored\n");
}

TEST(BuildOptions, SourceFileIsTheSourcesName) {
  EXPECT_EQ(parse("-g -s '/a b/c.cl' -w").sourceFile, "/a b/c.cl");
  EXPECT_EQ(parse("-g").sourceFile, "");
  const auto named = test::compile("kernel void k() { nothing(); }", "-cl-std=CL3.0 -s /a/c.cl");
  EXPECT_TRUE(test::logOf(named).starts_with("/a/c.cl:1:")) << test::logOf(named);
  const auto unnamed = test::compile("kernel void k() { nothing(); }", "-cl-std=CL3.0");
  EXPECT_TRUE(test::logOf(unnamed).starts_with("program.cl:1:")) << test::logOf(unnamed);
}

TEST(BuildOptions, MissingValueIsAnError) {
  for (const char *option : {"-D", "-I", "-w -D", "-s"})
    EXPECT_NE(problem(option), "") << option;
}

TEST(BuildOptions, DefinitionWantsAName) { EXPECT_NE(problem("-D=1"), ""); }

TEST(BuildOptions, LinkOptions) {
  EXPECT_EQ(linkProblem(""), "");
  EXPECT_EQ(linkProblem("-create-library -enable-link-options"), "");
  EXPECT_EQ(linkProblem("-cl-fast-relaxed-math -cl-denorms-are-zero"), "");
  EXPECT_NE(linkProblem("-enable-link-options"), "");
  EXPECT_NE(linkProblem("-D A"), "");
}

TEST(BuildOptions, InvalidOptionsComeBackAsStatusAndSentence) {
  const test::Result result = test::compile("kernel void k() {}", "-no-such-option");
  EXPECT_EQ(result->status, WEFT_COMPILER_INVALID_OPTIONS);
  EXPECT_NE(test::logOf(result).find("-no-such-option"), std::string::npos);
  const test::Result program = test::compile("kernel void k() {}");
  EXPECT_EQ(test::link({&program}, "-nope")->status, WEFT_COMPILER_INVALID_OPTIONS);
}

} // namespace
} // namespace weft::compiler
