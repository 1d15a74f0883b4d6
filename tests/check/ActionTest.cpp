// What a fault does besides being reported: WEFT_CHECK_ACTION, which is read once per process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <csignal>
#include <cstdlib>
#include <string_view>

#include <gtest/gtest.h>

#include "CheckedLaunch.h"

namespace weft::test {
namespace {

std::string_view action() {
  const char *value = std::getenv("WEFT_CHECK_ACTION");
  return value ? value : "";
}

CheckOutcome runDivision(int divisor) {
  return runChecked("values", "kernel void k(global int *a, int b) { a[get_global_id(0)] /= b; }\n",
                    {buffer(std::vector<int>(8, 6)), value(divisor)}, {8}, {4});
}

TEST(CheckAction, Continue) {
  if (!action().empty())
    GTEST_SKIP() << "WEFT_CHECK_ACTION is set";
  EXPECT_EQ(runDivision(0).status, CL_COMPLETE);
}

TEST(CheckAction, Fail) {
  if (action() != "fail")
    GTEST_SKIP() << "WEFT_CHECK_ACTION is not 'fail'";
  const CheckOutcome failed = runDivision(0); // the read that follows in the queue succeeds
  EXPECT_EQ(failed.status, CL_OUT_OF_RESOURCES);
  EXPECT_EQ(failed.faults.size(), 1u);
  const CheckOutcome good = runDivision(2);
  EXPECT_EQ(good.status, CL_COMPLETE);
  EXPECT_EQ(good.buffers[0], std::vector<int>(8, 3));
}

volatile std::sig_atomic_t traps = 0;

TEST(CheckAction, Stop) {
  if (action() != "stop")
    GTEST_SKIP() << "WEFT_CHECK_ACTION is not 'stop'";
  const auto before = std::signal(SIGTRAP, [](int) { traps = traps + 1; });
  runDivision(2);
  EXPECT_EQ(traps, 0);
  runDivision(0);
  EXPECT_EQ(traps, 1);
  std::signal(SIGTRAP, before);
}

} // namespace
} // namespace weft::test
