// Tests the compiler with random, truncated, damaged and deeply nested input: it must not crash, hang or print.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "CompilerTest.h"

namespace weft::compiler::test {
namespace {

const char *const smallKernel = "kernel void k(global int *a) { a[get_global_id(0)] = 1; }";

std::string ilOf(const Result &result) { return {result->code.data, result->code.size}; }

std::string repeated(std::string_view text, size_t times) {
  std::string all;
  for (size_t index = 0; index < times; ++index)
    all += text;
  return all;
}

TEST(HostileInput, RandomBytesAsIl) {
  std::mt19937 random(1);
  for (size_t size : {0u, 1u, 3u, 4u, 64u, 4096u}) {
    std::string bytes(size, '\0');
    for (char &byte : bytes)
      byte = static_cast<char>(random());
    const Result result = linkBytes(bytes);
    EXPECT_EQ(result->status, WEFT_COMPILER_FAILED) << size;
    EXPECT_GT(result->log.size, 0u) << size;
    // The same bytes follow bitcode's magic number.
    EXPECT_EQ(linkBytes("BC\xC0\xDE" + bytes)->status, WEFT_COMPILER_FAILED) << size;
  }
}

TEST(HostileInput, TruncatedIl) {
  const std::string il = ilOf(compile(smallKernel));
  for (size_t size = 0; size < il.size(); size += il.size() / 16)
    EXPECT_EQ(linkBytes(std::string_view(il).substr(0, size))->status, WEFT_COMPILER_FAILED) << size;
}

#ifndef WEFT_UNDER_SANITIZER
TEST(HostileInput, DamagedIl) {
  const std::string il = ilOf(compile(smallKernel));
  std::mt19937 random(2);
  for (int round = 0; round < 60; ++round) {
    std::string damaged = il;
    for (int hit = 0; hit < 4; ++hit)
      damaged[random() % damaged.size()] = static_cast<char>(random());
    // The damaged IL may still be readable. Otherwise the log must say why it isn't.
    const Result result = linkBytes(damaged);
    EXPECT_TRUE(result->status == WEFT_COMPILER_OK || result->log.size > 0);
  }
}
#endif

TEST(HostileInput, NothingToLink) { EXPECT_EQ(link({})->status, WEFT_COMPILER_FAILED); }

TEST(HostileInput, EmptySource) {
  EXPECT_EQ(compile("")->status, WEFT_COMPILER_OK);
  EXPECT_EQ(compile("\n// nothing\n")->status, WEFT_COMPILER_OK);
}

TEST(HostileInput, NulBytesInSource) {
  const std::string source = std::string("kernel void k(") + '\0' + "global int *a) { *a = 1; }" + std::string(3, '\0');
  const Result result = compile(source);
  EXPECT_TRUE(result->status == WEFT_COMPILER_OK || result->log.size > 0);
}

TEST(HostileInput, RandomBytesAsSource) {
  std::mt19937 random(3);
  std::string bytes(20000, '\0');
  for (char &byte : bytes)
    byte = static_cast<char>(random());
  EXPECT_EQ(compile(bytes)->status, WEFT_COMPILER_FAILED);
}

TEST(HostileInput, DeeplyNestedParentheses) {
  const std::string source =
      "kernel void k(global int *a) { *a = " + repeated("(", 100000) + "1" + repeated(")", 100000) + "; }";
  EXPECT_EQ(compile(source)->status, WEFT_COMPILER_FAILED);
}

TEST(HostileInput, DeeplyNestedOperators) {
  // Clang limits the depth of brackets, but not of unary operators. So many operators overflow a stack of usual size.
  const std::string source = "kernel void k(global int *a) { *a = " + repeated("-~", 5000) + "*a; }";
  const Result result = compile(source);
  EXPECT_TRUE(result->status == WEFT_COMPILER_OK || result->log.size > 0);
}

TEST(HostileInput, LongChainOfOperators) {
  const std::string source = "kernel void k(global int *a) { *a = 1" + repeated(" + a[1]", 20000) + "; }";
  const Result result = compile(source);
  EXPECT_TRUE(result->status == WEFT_COMPILER_OK || result->log.size > 0);
}

TEST(HostileInput, HeaderThatIncludesItself) {
  const Result result = compile("#include \"a.h\"\n", "", {{"a.h", "#include \"a.h\"\n"}});
  EXPECT_EQ(result->status, WEFT_COMPILER_FAILED);
  EXPECT_NE(logOf(result).find("nested"), std::string_view::npos) << logOf(result);
}

#ifndef WEFT_UNDER_SANITIZER
TEST(HostileInput, MacroThatNeverEnds) {
  std::string source = "#define M0\n";
  for (int level = 1; level < 60; ++level)
    source += "#define M" + std::to_string(level) + " M" + std::to_string(level - 1) + " M" +
              std::to_string(level - 1) + "\n";
  const Result result = compile(source + "M59\n");
  EXPECT_EQ(result->status, WEFT_COMPILER_FAILED);
  EXPECT_NE(logOf(result).find("macros"), std::string_view::npos) << logOf(result);
}
#endif

TEST(HostileInput, CompilerGoesOnAfterAFailure) {
  EXPECT_EQ(compile("}")->status, WEFT_COMPILER_FAILED);
  EXPECT_EQ(build(smallKernel)->status, WEFT_COMPILER_OK);
}

TEST(HostileInput, NothingIsPrinted) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const Result broken = compile("#warning w\nkernel void k() { x; }");
  const Result refused = linkBytes("BC\xC0\xDE rubbish");
  const Result wrong = compile("", "-?");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

} // namespace
} // namespace weft::compiler::test
