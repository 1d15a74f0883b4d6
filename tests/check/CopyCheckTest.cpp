// Asynchronous copies: made alike by all work-items of a group, waited for, and in order with what else is done there.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "CheckedLaunch.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

/// Two groups of four work-items, each with four numbers of `data` and `scratch`.
CheckOutcome runCopies(const std::string &body, const std::string &checks) {
  std::vector<int> numbers(8);
  std::iota(numbers.begin(), numbers.end(), 1);
  return runChecked(checks,
                    "kernel void k(global int *all, local int *scratch) {\n"
                    "  int i = get_local_id(0);\n"
                    "  global int *data = all + 4 * get_group_id(0);\n" +
                        body + "}\n",
                    {buffer(numbers), localMemory(16)}, {8}, {4});
}

TEST(CheckCopies, NothingToFind) {
  for (const std::string body : {"  event_t e = async_work_group_copy(scratch, data, 4, 0);\n"
                                 "  wait_group_events(1, &e);\n"
                                 "  data[3 - i] = scratch[i];\n",
                                 // An event for several copies, and one for each.
                                 "  event_t e = 0;\n"
                                 "  for (int j = 0; j < 4; ++j)\n"
                                 "    e = async_work_group_copy(scratch + j, data + j, 1, e);\n"
                                 "  wait_group_events(1, &e);\n"
                                 "  data[3 - i] = scratch[i];\n",
                                 "  event_t e[4];\n"
                                 "  e[0] = async_work_group_copy(scratch, data, 1, 0);\n"
                                 "  e[1] = e[0];\n"
                                 "  e[2] = async_work_group_strided_copy(scratch + 1, data + 1, 3, 1, 0);\n"
                                 "  e[3] = e[0];\n"
                                 "  wait_group_events(4, e);\n"
                                 "  data[3 - i] = scratch[i];\n",
                                 "  scratch[i] = 4 * get_group_id(0) + 4 - i;\n"
                                 "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                 "  event_t e = async_work_group_copy(data, scratch, 4, 0);\n"
                                 "  wait_group_events(1, &e);\n"}) {
    const CheckOutcome outcome = runCopies(body, "memory,races,barriers,values");
    EXPECT_TRUE(outcome.faults.empty()) << body << outcome.faults[0];
    EXPECT_EQ(outcome.buffers[0], std::vector<int>({4, 3, 2, 1, 8, 7, 6, 5}));
  }
}

TEST(CheckCopies, NotMadeAlike) {
  struct Kernel {
    const char *body;
    int line;
  };
  for (const Kernel &kernel :
       {Kernel{"  event_t e = async_work_group_copy(scratch, data, i == 3 ? 1 : 4, 0);\n"
               "  wait_group_events(1, &e);\n",
               4},
        Kernel{"  event_t e = 0;\n"
               "  for (int j = 0; j < 4; ++j)\n"
               "    e = async_work_group_copy(scratch + (i == 2 && j == 2 ? 0 : j), data + j, 1, e);\n"
               "  wait_group_events(1, &e);\n",
               6},
        Kernel{"  event_t e[2];\n"
               "  e[0] = async_work_group_copy(scratch, data, 1, 0);\n"
               "  e[1] = async_work_group_copy(scratch + 1, data + 1, 1, 0);\n"
               "  wait_group_events(1, e + i % 2);\n"
               "  wait_group_events(1, e + 1 - i % 2);\n",
               7}}) {
    const CheckOutcome outcome = runCopies(kernel.body, "barriers");
    ASSERT_EQ(outcome.faults.size(), 1u) << kernel.body;
    EXPECT_EQ(outcome.faults[0]["fault"], "parted");
    EXPECT_EQ(outcome.faults[0]["line"], kernel.line);
    EXPECT_EQ(outcome.faults[0]["count"], 2); // once for each group
    EXPECT_THAT(outcome.faults[0]["sentence"].get<std::string>(),
                HasSubstr("that not all work-items of the group make"));
  }
}

/// What the one makes that the others don't is a copy where they wait, or nothing.
TEST(CheckCopies, MadeBySome) {
  for (const bool isLast : {false, true}) {
    const std::string more = "  if (i == 0)\n    e = async_work_group_copy(scratch, data, 1, e);\n";
    const std::string wait = "  wait_group_events(1, &e);\n";
    const CheckOutcome outcome =
        runCopies("  event_t e = async_work_group_copy(scratch, data, 4, 0);\n" + (isLast ? wait + more : more + wait),
                  "barriers");
    const auto divergent =
        std::ranges::find_if(outcome.faults, [](const Json &fault) { return fault["fault"] == "parted"; });
    ASSERT_NE(divergent, outcome.faults.end());
    EXPECT_EQ((*divergent)["count"], 2);
    EXPECT_EQ((*divergent)["groupId"], (*divergent)["other"]["groupId"]);
    if (isLast) {
      EXPECT_EQ((*divergent)["line"], 7);
      EXPECT_EQ((*divergent)["localId"], Json({0, 0, 0}));
      EXPECT_EQ((*divergent)["other"]["hasEnded"], true);
    }
  }
}

TEST(CheckCopies, NobodyWaits) {
  const CheckOutcome outcome = runCopies("  event_t e = async_work_group_copy(scratch, data, 4, 0);\n"
                                         "  event_t f = async_work_group_copy(scratch, data, 4, 0);\n"
                                         "  wait_group_events(1, &f);\n",
                                         "barriers");
  ASSERT_EQ(outcome.faults.size(), 1u);
  EXPECT_EQ(outcome.faults[0]["sentence"], "asynchronous copy whose event is never waited for");
  EXPECT_EQ(outcome.faults[0]["line"], 4);
  EXPECT_EQ(outcome.faults[0]["count"], 8);
}

TEST(CheckCopies, WaitForNoEvent) {
  const CheckOutcome outcome = runCopies("  event_t e = 0;\n"
                                         "  wait_group_events(1, &e);\n",
                                         "barriers");
  ASSERT_EQ(outcome.faults.size(), 1u);
  EXPECT_EQ(outcome.faults[0]["fault"], "no-event");
  EXPECT_EQ(outcome.faults[0]["line"], 5);
}

/// Each element is written by some work-item and by the copy; the same value twice is no race.
TEST(CheckCopies, Races) {
  for (const std::string body : {"  data[i] = 0;\n"
                                 "  event_t e = async_work_group_copy(scratch, data, 4, 0);\n"
                                 "  wait_group_events(1, &e);\n",
                                 "  scratch[i] = 0;\n"
                                 "  event_t e = async_work_group_copy(scratch, data, 4, 0);\n"
                                 "  wait_group_events(1, &e);\n",
                                 "  event_t e = async_work_group_copy(scratch, data, 4, 0);\n"
                                 "  data[i] = scratch[i];\n"
                                 "  wait_group_events(1, &e);\n",
                                 // The work-item that copies the element is the one that reads it.
                                 "  scratch[i] = 7 * i;\n"
                                 "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                 "  scratch[i] += data[i];\n"
                                 "  event_t e = async_work_group_copy(data, scratch, 4, 0);\n"
                                 "  wait_group_events(1, &e);\n",
                                 // A fence, so that the checker is told of each access.
                                 "  data[i] = 0;\n"
                                 "  mem_fence(CLK_GLOBAL_MEM_FENCE);\n"
                                 "  event_t e = async_work_group_copy(scratch, data, 4, 0);\n"
                                 "  wait_group_events(1, &e);\n"}) {
    const CheckOutcome outcome = runCopies(body, "races");
    ASSERT_FALSE(outcome.faults.empty()) << body;
    for (const Json &fault : outcome.faults)
      EXPECT_EQ(fault["fault"], "race");
    const auto isByCopy = [](const Json &fault) {
      return fault["sentence"].get<std::string>().find("by an asynchronous copy") != std::string::npos;
    };
    const bool copyIsOther = std::ranges::any_of(outcome.told, [](const std::string &text) {
      return text.find("by an asynchronous copy") != std::string::npos;
    });
    EXPECT_TRUE(std::ranges::any_of(outcome.faults, isByCopy) || copyIsOther) << body;
  }
}

/// A group's copies are in no order with another group's, and never race with each other.
TEST(CheckCopies, RacesOfGroups) {
  const CheckOutcome outcome = runCopies("  scratch[i] = get_group_id(0) + i;\n"
                                         "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                         "  event_t e = async_work_group_copy(all, scratch, 4, 0);\n"
                                         "  async_work_group_copy(all, scratch + 1, 1, e);\n"
                                         "  wait_group_events(1, &e);\n",
                                         "races");
  ASSERT_FALSE(outcome.faults.empty());
  for (const Json &fault : outcome.faults) {
    EXPECT_EQ(fault["fault"], "race");
    EXPECT_EQ(fault["access"], "write by an asynchronous copy");
    EXPECT_NE(fault["groupId"], fault["other"]["groupId"]);
  }
}

} // namespace
} // namespace weft::test
