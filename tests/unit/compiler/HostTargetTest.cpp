// Tests the loan of LLVM's target machines, which are reused by one compilation after the other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include <gtest/gtest.h>

#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

#include "CompilerTest.h"
#include "codegen/HostTarget.h"

namespace weft::compiler::test {
namespace {

/// A CPU for which no other test borrows a target machine.
constexpr const char *rareCpu = "skylake";

llvm::TargetMachine *borrowFrom(HostTargetLoan &loan, const char *cpu = rareCpu) {
  return llvm::cantFail(loan.borrow(cpu));
}

TEST(HostTargetLoan, WhatIsGivenBackServesAgain) {
  HostTargetLoan first;
  llvm::TargetMachine *machine = borrowFrom(first);
  HostTargetLoan meanwhile;
  EXPECT_NE(borrowFrom(meanwhile), machine);
  first.giveBack();
  HostTargetLoan ofAnother;
  llvm::TargetMachine *other = borrowFrom(ofAnother, "haswell");
  EXPECT_NE(other, machine);
  EXPECT_EQ(other->getTargetCPU(), "haswell");
  HostTargetLoan second;
  EXPECT_EQ(borrowFrom(second), machine);
  EXPECT_EQ(machine->getTargetCPU(), rareCpu);
  for (HostTargetLoan *loan : {&meanwhile, &ofAnother, &second})
    loan->giveBack();
}

TEST(HostTargetLoan, WhatIsNotGivenBackServesNobody) {
  llvm::TargetMachine *lost;
  {
    HostTargetLoan loan;
    lost = borrowFrom(loan, "ivybridge");
  }
  HostTargetLoan next;
  EXPECT_NE(borrowFrom(next, "ivybridge"), lost);
  next.giveBack();
}

TEST(HostTargetLoan, AnUnknownCpuHasNone) {
  HostTargetLoan loan;
  auto machine = loan.borrow("abacus");
  EXPECT_FALSE(machine);
  EXPECT_NE(llvm::toString(machine.takeError()).find("abacus"), std::string::npos);
  loan.giveBack();
}

/// LLVM would use EXTRQ and INSERTQ for shuffles of bytes, which are slow among AVX instructions.
TEST(HostTargetLoan, CodeWithAvxHasNoInstructionsOfSse4a) {
  HostTargetLoan modern, old;
  const auto has = [](const llvm::TargetMachine *machine, const char *feature) {
    return machine->getMCSubtargetInfo()->checkFeatures(feature);
  };
  const llvm::TargetMachine *zen = borrowFrom(modern, "znver3");
  EXPECT_FALSE(has(zen, "+sse4a"));
  EXPECT_TRUE(has(zen, "+avx2"));
  EXPECT_TRUE(has(borrowFrom(old, "amdfam10"), "+sse4a"));
  modern.giveBack();
  old.giveBack();
}

/// A target machine that has generated other code before, also without optimisation, generates the same code as a new
/// machine.
TEST(HostTargetLoan, LeavesNoTraceInCode) {
  const Result program = build(R"(
    kernel void sums(global float *x, global const float *y, int n) {
      float sum = 0;
      for (int i = 0; i < n; ++i)
        sum += y[get_global_id(0) * n + i];
      x[get_global_id(0)] = sum;
    })");
  const Result plain = build("kernel void bytes(global char *x) { x[get_global_id(0)] *= 3; }", "-cl-opt-disable");
  const auto codeOf = [](const Result &of, const char *kernel) {
    CodeRequest request;
    request.cpu = "x86-64-v3";
    request.kernel = kernel;
    const Result code = generate(of, request);
    EXPECT_EQ(code->status, WEFT_COMPILER_OK) << logOf(code);
    return std::string(code->code.data, code->code.size);
  };
  const std::string first = codeOf(program, "sums");
  codeOf(plain, "bytes");
  EXPECT_EQ(codeOf(program, "sums"), first);
}

} // namespace
} // namespace weft::compiler::test
