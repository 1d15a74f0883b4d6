// Loading compiled kernels: what is accepted, and the sentences for what isn't.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

#include "Device.h"

namespace weft::cpu {
namespace {

std::string kernelPath(const std::string &name) { return std::string(WEFT_TEST_KERNELS) + "/" + name + ".so"; }

std::string readFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string errorOf(const std::string &name) {
  const auto code = KernelCode::loadFile(kernelPath(name));
  return code ? "loaded" : code.error();
}

TEST(KernelCode, LoadsAFile) {
  const auto code = KernelCode::loadFile(kernelPath("reverse-loops"));
  ASSERT_TRUE(code) << code.error();
  EXPECT_EQ((*code)->info().executor, WEFT_EXECUTOR_LOOPS);
  EXPECT_EQ((*code)->info().staticLocalBytes, WEFT_MEMORY_ALIGNMENT);
  EXPECT_NE((*code)->info().entry, nullptr);
}

TEST(KernelCode, LoadsFilesInTheCurrentFolder) {
  char before[4096];
  ASSERT_NE(getcwd(before, sizeof before), nullptr);
  ASSERT_EQ(chdir(WEFT_TEST_KERNELS), 0);
  const auto code = KernelCode::loadFile("mark-loops.so");
  ASSERT_EQ(chdir(before), 0);
  EXPECT_TRUE(code) << code.error();
}

TEST(KernelCode, LoadsBytes) {
  // Several at once, all through the same descriptor number: each must be what was asked for.
  const std::string loops = readFile(kernelPath("reverse-loops"));
  const std::string fibers = readFile(kernelPath("reverse-fibers"));
  for (unsigned i = 0; i < 10; ++i) {
    const auto first = KernelCode::loadBytes(loops.data(), loops.size(), "first");
    const auto second = KernelCode::loadBytes(fibers.data(), fibers.size(), "second");
    ASSERT_TRUE(first) << first.error();
    ASSERT_TRUE(second) << second.error();
    EXPECT_EQ((*first)->info().executor, WEFT_EXECUTOR_LOOPS);
    EXPECT_EQ((*second)->info().executor, WEFT_EXECUTOR_FIBERS);
  }
}

TEST(KernelCode, RefusesWhatIsNoSharedObject) {
  const std::string text = "This is not an ELF file, but long enough to be looked at as one. It ends here, though.";
  const auto code = KernelCode::loadBytes(text.data(), text.size(), "text");
  ASSERT_FALSE(code);
  EXPECT_TRUE(code.error().starts_with("The code of 'text' cannot be loaded: ")) << code.error();
  const auto empty = KernelCode::loadBytes(nullptr, 0, "empty");
  ASSERT_FALSE(empty);
  EXPECT_TRUE(empty.error().starts_with("The code of 'empty' cannot be loaded: ")) << empty.error();
}

TEST(KernelCode, RefusesTruncatedCode) {
  const std::string whole = readFile(kernelPath("reverse-loops"));
  for (const size_t size : {size_t(10), size_t(64), size_t(200)}) {
    const auto code = KernelCode::loadBytes(whole.data(), size, "truncated");
    EXPECT_FALSE(code) << size;
  }
}

TEST(KernelCode, RefusesAFileThatIsNotThere) {
  const auto code = KernelCode::loadFile("/nowhere/kernel.so");
  ASSERT_FALSE(code);
  EXPECT_TRUE(code.error().contains("/nowhere/kernel.so")) << code.error();
}

TEST(KernelCode, RefusesOtherAbiVersions) {
  EXPECT_TRUE(errorOf("wrong-version").contains("ABI version 100")) << errorOf("wrong-version");
}

TEST(KernelCode, RefusesUnknownExecutors) {
  EXPECT_TRUE(errorOf("wrong-executor").contains("unknown executor, number 77")) << errorOf("wrong-executor");
}

TEST(KernelCode, RefusesIncompleteDescriptions) {
  EXPECT_TRUE(errorOf("no-kernel").contains("exports no weftKernelInfo")) << errorOf("no-kernel");
  EXPECT_TRUE(errorOf("small-info").contains("too small")) << errorOf("small-info");
  EXPECT_TRUE(errorOf("no-entry").contains("no entry")) << errorOf("no-entry");
  EXPECT_TRUE(errorOf("odd-local-memory").contains("132 bytes of local memory")) << errorOf("odd-local-memory");
  EXPECT_TRUE(errorOf("partial-required-size").contains("some dimensions")) << errorOf("partial-required-size");
}

} // namespace
} // namespace weft::cpu
