// Tests the effect of the options for floating-point arithmetic on the IL and on the code of every executor.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <regex>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "CompilerTest.h"
#include "KernelAbi.h"
#include "LoadedKernel.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/MemoryBuffer.h"

namespace weft::compiler::test {
namespace {

/// A build option, and LLVM's names of the fast-math flags that it stands for (OpenCL 3.0, section 5.8.6.3).
struct MathOption {
  const char *name;
  std::set<std::string> flags;
};
const std::array<MathOption, 7> mathOptions = {{
    {"-cl-mad-enable", {"contract"}},
    {"-cl-no-signed-zeros", {"nsz"}},
    {"-cl-unsafe-math-optimizations", {"reassoc", "nsz", "arcp", "contract", "afn"}},
    {"-cl-finite-math-only", {"nnan", "ninf"}},
    {"-cl-fast-relaxed-math", {"fast"}},
    {"-cl-denorms-are-zero", {}},
    {"-cl-single-precision-constant", {}},
}};
const std::set<std::string> allFlags = {"reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn"};

std::set<std::string> spelledOut(std::set<std::string> flags) { return flags.contains("fast") ? allFlags : flags; }

std::set<std::string> flagsOf(const llvm::FastMathFlags &flags) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  flags.print(stream);
  std::istringstream words(text);
  return spelledOut({std::istream_iterator<std::string>(words), {}});
}

std::string textOf(const std::set<std::string> &flags) {
  std::string text;
  for (const std::string &flag : flags)
    text += flag + " ";
  return text;
}

const char *const arithmetic = R"(
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void k(global float *a, global double *b, global half *c, global float4 *d) {
  const size_t i = get_global_id(0);
  a[i] = (a[i] - a[i + 1]) / a[i + 2];
  b[i] = (b[i] - b[i + 1]) / b[i + 2];
  c[i] = (c[i] - c[i + 1]) / c[i + 2];
  d[i] = (d[i] - d[i + 1]) / d[i + 2];
})";

/// Returns the sets of fast-math flags that occur on arithmetic in the program's IL.
std::set<std::set<std::string>> flagsIn(const Result &program) {
  llvm::LLVMContext context;
  auto module = llvm::parseBitcodeFile(
      llvm::MemoryBufferRef(llvm::StringRef(program->code.data, program->code.size), "il"), context);
  if (!module) {
    ADD_FAILURE() << llvm::toString(module.takeError());
    return {};
  }
  std::set<std::set<std::string>> found;
  for (const llvm::Function &function : **module)
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (instruction.getOpcode() == llvm::Instruction::FSub || instruction.getOpcode() == llvm::Instruction::FDiv)
        found.insert(flagsOf(instruction.getFastMathFlags()));
  return found;
}

TEST(MathOptions, EveryCombinationHasTheFlagsOfItsParts) {
  for (unsigned chosen = 0; chosen < 1u << 5; ++chosen)
    for (const char *more : {"", "-cl-opt-disable", "-cl-denorms-are-zero -cl-single-precision-constant"}) {
      if (*more && chosen % 5 != 0)
        continue;
      std::string options = more;
      std::set<std::string> expected;
      for (unsigned index = 0; index < 5; ++index)
        if (chosen >> index & 1) {
          options += std::string(" ") + mathOptions[index].name;
          expected.merge(spelledOut(mathOptions[index].flags));
        }
      const std::set<std::set<std::string>> found = flagsIn(build(arithmetic, options));
      ASSERT_EQ(found.size(), 1u) << options;
      EXPECT_EQ(textOf(*found.begin()), textOf(expected)) << options;
    }
}

/// An executor, with or without packets.
struct Way {
  const char *name;
  ScheduleExecutor executor;
};
constexpr std::array<Way, 3> ways = {
    {{"loops", ScheduleExecutor::loops}, {"packets", ScheduleExecutor::packets}, {"fibers", ScheduleExecutor::fibers}}};

/// Returns the IR of the kernel `k` after the last stage.
std::string finalIr(const Result &program, const Way &way) {
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / ("weft-math-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  CodeRequest code;
  code.schedule.executor = way.executor;
  code.kernel = "k";
  const Result made = generate(program, code, folder.c_str());
  EXPECT_EQ(made->status, WEFT_COMPILER_OK) << logOf(made);
  std::vector<std::filesystem::path> files;
  for (const auto &entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".ll")
      files.push_back(entry.path());
  std::ranges::sort(files);
  std::string text;
  // The file of a stage that changes nothing says so and has no IR. So the last file with IR counts.
  while (!files.empty() && (text.empty() || text.starts_with("; unchanged"))) {
    std::stringstream contents;
    contents << std::ifstream(files.back()).rdbuf();
    text = contents.str();
    files.pop_back();
  }
  EXPECT_NE(text, "") << "no IR was dumped";
  std::filesystem::remove_all(folder);
  return text;
}

TEST(MathOptions, FlagsComeThroughToTheCodeOfEveryExecutor) {
  const char *source = "kernel void k(global const float *a, global const float *b, global float *c) {"
                       "  const size_t i = get_global_id(0); c[i] = a[i] + b[i]; }";
  for (const MathOption &option : mathOptions) {
    const Result program = build(source, option.name);
    for (const Way &way : ways) {
      const std::string ir = finalIr(program, way);
      const std::regex addition("= fadd ([a-z ]*)(<[0-9]+ x )?float");
      unsigned count = 0;
      for (std::sregex_iterator match(ir.begin(), ir.end(), addition), end; match != end; ++match, ++count) {
        std::istringstream words((*match)[1].str());
        const std::set<std::string> flags{std::istream_iterator<std::string>(words), {}};
        EXPECT_EQ(textOf(spelledOut(flags)), textOf(spelledOut(option.flags))) << option.name << " on " << way.name;
      }
      EXPECT_GT(count, 0u) << option.name << " on " << way.name << "\n" << ir;
    }
  }
}

TEST(MathOptions, FiniteMathFoldsADifferenceOfEquals) {
  const char *source = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                       "kernel void k(global const TYPE *a, global TYPE *c) {"
                       "  const size_t i = get_global_id(0); const TYPE s = a[i]; c[i] = s - s; }";
  for (const char *type : {"float", "double", "half", "float4"})
    for (const char *option : {"-cl-finite-math-only", "-cl-fast-relaxed-math"}) {
      const Result program = build(source, std::string(option) + " -DTYPE=" + type);
      const Result strict = build(source, std::string("-DTYPE=") + type);
      for (const Way &way : ways) {
        EXPECT_EQ(finalIr(program, way).find("= fsub"), std::string::npos) << option << " " << type << " " << way.name;
        EXPECT_NE(finalIr(strict, way).find("= fsub"), std::string::npos) << type << " " << way.name;
      }
    }
}

TEST(MathOptions, InfinityMinusItselfIsZeroWhereMathIsFinite) {
  const char *source = "kernel void k(global const float *a, global float *c) {"
                       "  const size_t i = get_global_id(0); const float s = a[i]; c[i] = s - s; }";
  const std::vector<float> input(items, std::numeric_limits<float>::infinity());
  std::vector<float> output(items, -1);
  LoadedKernel(build(source), "k").run({input.data(), output.data()});
  EXPECT_TRUE(std::ranges::all_of(output, [](float value) { return std::isnan(value); }));
  LoadedKernel(build(source, "-cl-finite-math-only"), "k").run({input.data(), output.data()});
  EXPECT_EQ(std::vector<float>(items, 0), output);
}

} // namespace
} // namespace weft::compiler::test
