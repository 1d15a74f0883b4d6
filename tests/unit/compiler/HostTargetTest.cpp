// Machines to make code for, which are lent again.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <vector>

#include <gtest/gtest.h>

#include "codegen/HostTarget.h"

namespace weft::compiler {
namespace {

HostTarget borrow(llvm::StringRef cpu) { return cantFail(HostTarget::borrow(cpu)); }

const llvm::TargetMachine *borrowForAMoment(llvm::StringRef cpu) {
  const HostTarget target = borrow(cpu);
  return &*target;
}

TEST(HostTarget, IsLentAgain) {
  const llvm::TargetMachine *first = borrowForAMoment("x86-64-v3");
  EXPECT_EQ(borrowForAMoment("x86-64-v3"), first);
}

TEST(HostTarget, IsLentToOneAtATime) {
  const HostTarget first = borrow("x86-64-v3");
  const HostTarget second = borrow("x86-64-v3");
  EXPECT_NE(&*first, &*second);
}

TEST(HostTarget, IsForTheCpuThatIsAskedFor) {
  borrowForAMoment("x86-64-v2");
  EXPECT_EQ((*borrow("x86-64-v4")).getTargetCPU(), "x86-64-v4");
  EXPECT_EQ((*borrow("x86-64-v2")).getTargetCPU(), "x86-64-v2");
}

TEST(HostTarget, UnknownCpuIsRefused) {
  llvm::Expected<HostTarget> target = HostTarget::borrow("abacus");
  ASSERT_FALSE(target);
  EXPECT_EQ(toString(target.takeError()), "The CPU 'abacus' is none that LLVM knows.");
}

TEST(HostTarget, MoreThanAreKeptCanBeLent) {
  std::vector<HostTarget> targets;
  for (int i = 0; i < 9; ++i)
    targets.push_back(borrow("x86-64-v3"));
  for (const HostTarget &target : targets)
    EXPECT_EQ((*target).getTargetCPU(), "x86-64-v3");
}

} // namespace
} // namespace weft::compiler
