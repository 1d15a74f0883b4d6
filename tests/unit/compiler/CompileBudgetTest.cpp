// Tests the compile budget: what is left out for a kernel that is too long for a stage of the compiler.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <ctime>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include "CompilerTest.h"
#include "analysis/CodeLength.h"
#include "builtins/BuiltinLibrary.h"
#include "codegen/HostTarget.h"
#include "codegen/ObjectEmitter.h"
#include "frontend/Program.h"
#include "pipeline/KernelPipeline.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

namespace weft::compiler::test {
namespace {

constexpr const char *plain = "kernel void k(global float *a, int n) {\n"
                              "  int i = get_global_id(0);\n"
                              "  for (int j = 0; j < n; ++j)\n    a[i] = a[i] * 1.5f + j;\n}\n";

constexpr const char *withBarriers = "kernel void k(global float *a, local float *s, int n) {\n"
                                     "  int i = get_local_id(0);\n"
                                     "  for (int j = 0; j < n; ++j) {\n"
                                     "    s[i] = a[i];\n    barrier(CLK_LOCAL_MEM_FENCE);\n"
                                     "    a[i] += s[n - i];\n    barrier(CLK_LOCAL_MEM_FENCE);\n  }\n}\n";

/// Compiles a kernel to machine code. Returns the remarks of the compilation, or its error.
std::string remarksOf(const char *source, const CompileBudget &budget) {
  const Result built = build(source);
  llvm::LLVMContext context;
  auto program = readProgram(context, llvm::StringRef(built->code.data, built->code.size));
  auto target = createHostTarget("");
  if (!program || !target)
    return "no program or target";
  KernelPipelineOptions options;
  options.code.kernel = "k";
  options.code.schedule.executor = ScheduleExecutor::packets;
  options.budget = budget;
  auto outcome = runKernelPipeline(**program, options, **target, BuiltinLibrary::embedded());
  if (!outcome)
    return llvm::toString(outcome.takeError());
  auto object = emitObject(**program, **target);
  return object ? outcome->remarks : llvm::toString(object.takeError());
}

/// Returns the remarks as `remarksOf` does. Checks that the compilation takes less than so many seconds of CPU time.
std::string remarksWithin(std::clock_t seconds, const std::string &source) {
  const std::clock_t start = std::clock();
  std::string remarks = remarksOf(source.c_str(), {});
  EXPECT_LT((std::clock() - start) / CLOCKS_PER_SEC, seconds);
  return remarks;
}

bool says(const std::string &text, const char *part) { return text.find(part) != std::string::npos; }

TEST(CompileBudget, TakesUsualKernels) {
  for (const char *source : {plain, withBarriers}) {
    const std::string remarks = remarksOf(source, {});
    EXPECT_TRUE(says(remarks, "on packets of")) << remarks;
    EXPECT_FALSE(says(remarks, "more than")) << remarks;
  }
}

TEST(CompileBudget, LeavesLongKernelsToLoops) {
  const std::string before = remarksOf(plain, {.packets = 5});
  EXPECT_TRUE(says(before, "not on packets: it would take long to compile")) << before;
  const std::string behind = remarksOf(plain, {.packetCode = 5});
  EXPECT_TRUE(says(behind, "instructions on packets, more than 5)")) << behind;
  const std::string deep = remarksOf(plain, {.packetDepth = 0});
  EXPECT_TRUE(says(deep, "branches within each other, more than 0)")) << deep;
  EXPECT_FALSE(says(before + behind + deep, "on packets of"));
}

/// Returns a kernel with a switch of `cases` cases, where each `together` neighbouring cases share their code.
std::string switchOf(const std::string &selector, unsigned cases, unsigned together) {
  std::string source = "kernel void k(global const int *a, global int *r, int n) {\n"
                       "  size_t i = get_global_id(0);\n  int x = a[i], y = 0;\n  switch (" +
                       selector + ") {\n";
  for (unsigned number = 0; number < cases; ++number) {
    const std::string text = std::to_string(number);
    source += "  case " + text + ":\n";
    if (number % together == together - 1)
      source += number % 2 == 0 ? "    y = x * n + " + text + "; break;\n" : "    y = (x ^ " + text + ") - n; break;\n";
  }
  return source + "  default: y = -1;\n  }\n  r[i] = y;\n}\n";
}

TEST(CompileBudget, LeavesSwitchesOfManyWaysToLoops) {
  const std::string apart = remarksOf(switchOf("x", 300, 1).c_str(), {});
  EXPECT_TRUE(says(apart, "300 cases at which work-items part, more than 200")) << apart;
  EXPECT_FALSE(says(apart, "on packets of")) << apart;
  for (const auto &[selector, cases, together] : {std::tuple{"n", 300, 1}, {"x", 300, 15}, {"x", 20, 1}}) {
    const std::string remarks = remarksOf(switchOf(selector, cases, together).c_str(), {});
    EXPECT_TRUE(says(remarks, "on packets of")) << selector << ", " << together << ": " << remarks;
  }
}

/// On packets these 2,000 cases took 25 seconds, as the time grew with the square of the number of cases. With the
/// loops executor they take less than a second.
TEST(CompileBudget, EndsSwitchesOfManyWays) {
  const std::string source = switchOf("x", 2000, 1);
  const std::string remarks = remarksWithin(10, source);
  EXPECT_TRUE(says(remarks, "2000 cases")) << remarks;
}

/// GVN searched all blocks for each masked load, so 4,000 cases took it a minute. Now they take eight seconds.
TEST(CompileBudget, EndsUniformSwitchesOfManyWays) {
  const std::string source = switchOf("n", 4000, 1);
  const std::string remarks = remarksWithin(20, source);
  EXPECT_TRUE(says(remarks, "on packets of")) << remarks;
}

/// Regions without code have a cost, too: their loops over work-items, and the values that are stored between regions.
TEST(CompileBudget, LeavesManyBarriersToFibers) {
  std::string source = "kernel void k(global int *a) {\n  local int shared[64];\n  size_t i = get_local_id(0);\n";
  for (unsigned line = 0; line < 10000; ++line)
    source += "  barrier(CLK_LOCAL_MEM_FENCE);\n";
  source += "  a[i] = shared[i];\n}\n";
  const std::string remarks = remarksWithin(10, source);
  EXPECT_TRUE(says(remarks, "on fibers: the code between its barriers")) << remarks.substr(0, 1000);
}

TEST(CompileBudget, LeavesManyRegionsToFibers) {
  const std::string remarks = remarksOf(withBarriers, {.regions = 10});
  EXPECT_TRUE(says(remarks, "on fibers: the code between its barriers")) << remarks;
  EXPECT_FALSE(says(remarks, "on packets of")) << remarks;
  EXPECT_FALSE(says(remarksOf(plain, {.regions = 1000}), "on fibers"));
}

TEST(CompileBudget, OptimisesVeryLongKernelsLess) {
  const std::string little = remarksOf(plain, {.brief = 10});
  EXPECT_TRUE(says(little, "optimised little (-O1): its code has about")) << little;
  const std::string nothing = remarksOf(plain, {.brief = 10, .quick = 20});
  EXPECT_TRUE(says(nothing, "not optimised: its code has about")) << nothing;
  const std::string deep = remarksOf(plain, {.depth = 0});
  EXPECT_TRUE(says(deep, "optimised little (-O1): its code has about")) << deep;
  EXPECT_TRUE(says(deep, "branches within each other, more than 0")) << deep;
  const std::string deeper = remarksOf(plain, {.depth = 0, .maxOptimisedDepth = 0});
  EXPECT_TRUE(says(deeper, "not optimised: its code has about")) << deeper;
}

/// LLVM's loop vectoriser generates branches in each lane for a store under a condition, so the code has many blocks.
TEST(CompileBudget, LeavesLoopsOfManyBlocksAsTheyAre) {
  EXPECT_FALSE(says(remarksOf(plain, {}), "loops not vectorised"));
  const std::string remarks = remarksOf(plain, {.vectorisedBlocks = 2});
  EXPECT_TRUE(says(remarks, "loops not vectorised: its code has about")) << remarks;
  EXPECT_TRUE(says(remarks, "blocks in one function, more than 2")) << remarks;
}

/// When the scheduler after register allocation saw such a kernel as one block, it took 25 seconds for 2,000 lines, and
/// some minutes for 4,000 lines. Now 4,000 lines take 3 seconds.
TEST(CompileBudget, EndsLongKernelsOnPrivateArrays) {
  std::string source = "kernel void k(global float *a, global const float *b, int n) {\n  int i = get_global_id(0);\n"
                       "  float x = b[i], y = a[i], own[1024];\n"
                       "  for (int j = 0; j < 1024; ++j) own[j] = b[j % n];\n";
  for (unsigned line = 0; line < 4000; line += 2) {
    const std::string number = std::to_string(line);
    source += "  own[(i + " + number + ") & 1023] = x + y;\n  x += own[(int)fabs(y + " + number + ") & 1023];\n";
  }
  source += "  a[i] = x;\n}\n";
  const std::string remarks = remarksWithin(60, source);
  EXPECT_TRUE(says(remarks, "on packets of")) << remarks.substr(0, 1000);
}

TEST(CompileBudget, EndsWhatMultipliesWithASentence) {
  std::string source = "float f0(float x) { return x + get_local_id(0); }\n";
  for (unsigned level = 1; level <= 40; ++level) {
    const std::string below = "f" + std::to_string(level - 1);
    source += "__attribute__((noinline)) float f" + std::to_string(level) + "(float x) { return " + below + "(x) * " +
              below + "(x + 1); }\n";
  }
  source += "kernel void k(global float *a) { a[0] = f40(a[1]); }\n";
  const std::string error = remarksOf(source.c_str(), {});
  EXPECT_TRUE(says(error, "kernel 'k' is too long")) << error;
}

TEST(CodeLength, CountsVectorsByRegistersOrElements) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  const auto module = llvm::parseAssemblyString("define void @k(<32 x i32> %v, i32 %x) {\n"
                                                "  %sum = add <32 x i32> %v, %v\n  %more = add i32 %x, 1\n"
                                                "  ret void\n}\n",
                                                problem, context);
  EXPECT_EQ(codeLength(*module->getFunction("k")), 4U);
  EXPECT_EQ(scalarisedLength(*module->getFunction("k")), 34U);
}

TEST(CodeLength, CountsTheMovesOfCopies) {
  const auto lengthWith = [](const char *bytes) {
    llvm::LLVMContext context;
    llvm::SMDiagnostic problem;
    const std::string copies = std::string("define void @k(ptr %a, ptr %b) {\n"
                                           "  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 ") +
                               bytes + ", i1 false)\n  call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 " + bytes +
                               ", i1 false)\n  ret void\n}\n";
    return codeLength(*llvm::parseAssemblyString(copies, problem, context)->getFunction("k"));
  };
  EXPECT_EQ(lengthWith("7"), 4U);
  EXPECT_EQ(lengthWith("100"), 8U + 4U + 1U);
  EXPECT_EQ(lengthWith("100000"), 3U);
}

TEST(CodeLength, KnowsHowDeepBranchesLie) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  std::string body = "define void @k(i1 %c) {\n  br label %a0\n";
  for (unsigned number = 0; number < 9; ++number) { // nine conditions, each checked only if the one before doesn't hold
    const std::string self = std::to_string(number);
    body += "a" + self + ":\n  br i1 %c, label %t" + self + ", label %a" + std::to_string(number + 1) + "\nt" + self +
            ":\n  br label %end\n";
  }
  body += "a9:\n  br label %end\nend:\n  br i1 %c, label %x, label %y\nx:\n  br label %y\ny:\n  ret void\n}\n";
  const auto module = llvm::parseAssemblyString(body, problem, context);
  EXPECT_EQ(branchDepth(*module->getFunction("k")), 9U);
}

} // namespace
} // namespace weft::compiler::test
