// Accesses whose order is open, and reads of what nobody has written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "CheckedLaunch.h"

namespace weft::test {
namespace {

CheckOutcome runRaces(const std::string &source, size_t ints) {
  return run({.source = source,
              .checks = "races",
              .arguments = {buffer(std::vector<int>(ints))},
              .global = {32},
              .local = {8},
              .options = {}});
}

TEST(CheckRaces, LocalMemoryWithoutABarrier) {
  for (const bool hasBarrier : {true, false}) {
    const CheckOutcome outcome = runRaces("kernel void k(global int *out) {\n"
                                          "  local int own[8];\n"
                                          "  int i = get_local_id(0);\n"
                                          "  own[i] = i;\n" +
                                              std::string(hasBarrier ? "  barrier(CLK_LOCAL_MEM_FENCE);\n" : "\n") +
                                              "  out[get_global_id(0)] = own[i ^ 1];\n"
                                              "}\n",
                                          32);
    if (hasBarrier) {
      EXPECT_TRUE(outcome.faults.empty()) << outcome.faults[0];
      continue;
    }
    // In whichever order they run, one of a pair meets the other's access.
    ASSERT_FALSE(outcome.faults.empty());
    const auto isRace = [](const Json &fault) { return fault["fault"] == "race"; };
    const auto race = std::ranges::find_if(outcome.faults, isRace);
    ASSERT_NE(race, outcome.faults.end());
    EXPECT_EQ((*race)["object"], "own");
    EXPECT_EQ((*race)["groupId"], (*race)["other"]["groupId"]);
    EXPECT_EQ((*race)["localId"][0].get<int>() ^ 1, (*race)["other"]["localId"][0].get<int>());
    EXPECT_NE((*race)["line"], (*race)["other"]["line"]);
  }
}

TEST(CheckRaces, GroupsThatWriteTheSame) {
  const CheckOutcome outcome = runRaces("kernel void k(global int *out) {\n"
                                        "  out[get_local_id(0)] = get_group_id(0);\n"
                                        "}\n",
                                        8);
  ASSERT_EQ(outcome.faults.size(), 1u);
  EXPECT_EQ(outcome.faults[0]["fault"], "race");
  EXPECT_EQ(outcome.faults[0]["object"], "out");
  EXPECT_EQ(outcome.faults[0]["line"], 2);
  EXPECT_NE(outcome.faults[0]["groupId"], outcome.faults[0]["other"]["groupId"]);
  EXPECT_EQ(outcome.faults[0]["localId"], outcome.faults[0]["other"]["localId"]);
}

TEST(CheckRaces, AtomicsMakeNone) {
  const CheckOutcome outcome = runRaces("kernel void k(global int *out) {\n"
                                        "  atomic_inc(&out[get_local_id(0)]);\n"
                                        "}\n",
                                        8);
  EXPECT_TRUE(outcome.faults.empty()) << outcome.faults[0];
}

TEST(CheckRaces, FencesAreForTheirMemory) {
  for (const bool isLocal : {true, false}) {
    const CheckOutcome outcome = runRaces("kernel void k(global int *out) {\n"
                                          "  local int own[8];\n"
                                          "  int i = get_local_id(0);\n"
                                          "  own[i] = i;\n"
                                          "  barrier(" +
                                              std::string(isLocal ? "CLK_LOCAL_MEM_FENCE" : "CLK_GLOBAL_MEM_FENCE") +
                                              ");\n"
                                              "  out[get_global_id(0)] = own[i ^ 1];\n"
                                              "}\n",
                                          32);
    EXPECT_EQ(outcome.faults.empty(), isLocal);
  }
}

TEST(CheckRaces, ExchangesThatFailOnlyRead) {
  const CheckOutcome outcome = runRaces("kernel void k(global int *out) {\n"
                                        "  atomic_cmpxchg(&out[0], 5, 6);\n"
                                        "  out[get_global_id(0) + 1] = out[0];\n"
                                        "}\n",
                                        33);
  EXPECT_TRUE(outcome.faults.empty()) << outcome.faults[0];
}

TEST(CheckRaces, StoresOfWhatIsThere) {
  const CheckOutcome outcome = runRaces("kernel void k(global int *out) { out[0] = 7; }\n", 8);
  EXPECT_TRUE(outcome.faults.empty()) << outcome.faults[0];
}

TEST(CheckRaces, AtomicsInLocalMemoryAreWrittenByTheirInitialisation) {
  const CheckOutcome outcome = run({.source = "kernel void k(global int *out) {\n"
                                              "  local atomic_int group;\n"
                                              "  if (get_local_id(0) == 0)\n"
                                              "    atomic_init(&group, 0);\n"
                                              "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                              "  atomic_fetch_add(&group, 1);\n"
                                              "}\n",
                                    .checks = "races",
                                    .arguments = {buffer(std::vector<int>(8))},
                                    .global = {32},
                                    .local = {8},
                                    .options = "-cl-std=CL3.0"});
  EXPECT_TRUE(outcome.faults.empty()) << outcome.faults[0];
}

TEST(CheckRaces, AtomicAndPlainAccess) {
  const CheckOutcome outcome = runRaces("kernel void k(global int *out) {\n"
                                        "  if (get_global_id(0) == 9)\n"
                                        "    out[0] = 4;\n"
                                        "  else\n"
                                        "    atomic_inc(&out[0]);\n"
                                        "}\n",
                                        8);
  EXPECT_FALSE(outcome.faults.empty());
}

TEST(CheckRaces, LocalMemoryThatNobodyHasWritten) {
  const CheckOutcome outcome = runRaces("kernel void k(global int *out) {\n"
                                        "  local int own[9];\n"
                                        "  int i = get_local_id(0);\n"
                                        "  own[i] = i;\n"
                                        "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                        "  out[get_global_id(0)] = own[i + 1];\n"
                                        "}\n",
                                        32);
  ASSERT_EQ(outcome.faults.size(), 1u);
  EXPECT_EQ(outcome.faults[0]["fault"], "unwritten");
  EXPECT_EQ(outcome.faults[0]["offset"], 32);
  EXPECT_EQ(outcome.faults[0]["line"], 6);
  EXPECT_EQ(outcome.faults[0]["localId"], Json({7, 0, 0}));
  EXPECT_EQ(outcome.faults[0]["count"], 4);
}

} // namespace
} // namespace weft::test
