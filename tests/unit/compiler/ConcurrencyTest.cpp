// Tests the compiler when several threads use it at the same time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "CompilerTest.h"

extern "C" const WeftCompiler *weftGetCompiler(uint32_t abiVersion);

namespace weft::compiler::test {
namespace {

TEST(Concurrency, ThreadsCompileLinkAndGenerate) {
  std::vector<std::string> codes(6);
  std::vector<std::thread> threads;
  for (size_t index = 0; index < codes.size(); ++index)
    threads.emplace_back([&codes, index] {
      for (int round = 0; round < 3; ++round) {
        const Result broken = compile("kernel void k() { nothing; }");
        EXPECT_EQ(broken->status, WEFT_COMPILER_FAILED);
        const Result code =
            generate(build("kernel void k(global float *a) { size_t i = get_global_id(0); a[i] = exp2(a[i]); }"), "k");
        EXPECT_EQ(code->status, WEFT_COMPILER_OK) << logOf(code);
        codes[index].assign(code->code.data, code->code.size);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  // The code of a program doesn't depend on other threads in the compiler.
  for (const std::string &code : codes)
    EXPECT_EQ(code, codes.front());
}

TEST(Concurrency, CodeIsMadeOnAThreadThatIsToldOf) {
  const Result program = build("kernel void k(global int *p) { *p = 1; }");
  CodeRequest wanted;
  wanted.kernel = "k";
  const std::string text = wanted.text();
  struct Told {
    std::vector<std::thread::id> begun, ended;
  } told;
  WeftGenerateRequest request = {};
  request.program = program->code;
  request.code = {text.data(), text.size()};
  request.begins = [](void *argument) { static_cast<Told *>(argument)->begun.push_back(std::this_thread::get_id()); };
  request.ends = [](void *argument) { static_cast<Told *>(argument)->ended.push_back(std::this_thread::get_id()); };
  request.argument = &told;
  const Result code(weftGetCompiler(WEFT_COMPILER_ABI_VERSION)->generateKernel(&request));
  ASSERT_EQ(code->status, WEFT_COMPILER_OK) << logOf(code);
  ASSERT_EQ(told.begun.size(), 1u);
  EXPECT_NE(told.begun.front(), std::this_thread::get_id());
  EXPECT_EQ(told.ended, told.begun);
}

TEST(Concurrency, IlIsTheSameEachTime) {
  const char *source = "float f(float x) { return sin(x); } kernel void a(global float *p) { *p = f(*p); } "
                       "kernel void b(global int *p, local int *q) { *q = *p; barrier(CLK_LOCAL_MEM_FENCE); *p = *q; }";
  const Result first = build(source), second = build(source);
  EXPECT_EQ(std::string(first->code.data, first->code.size), std::string(second->code.data, second->code.size));
}

} // namespace
} // namespace weft::compiler::test
