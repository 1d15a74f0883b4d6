// Accesses whose order is open, and reads of memory that was never written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "CheckedLaunch.h"

namespace weft::test {
namespace {

using testing::Contains;
using testing::HasSubstr;

CheckOutcome runRaces(const std::string &source, size_t ints) {
  return runChecked("races", source, {buffer(std::vector<int>(ints))}, {32}, {8});
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
  EXPECT_THAT(outcome.told, Contains(HasSubstr("\n  no barrier orders the accesses of different groups")));
}

/// The report says which fence it lacks.
TEST(CheckRaces, BarrierForOtherMemory) {
  for (const bool isLocal : {true, false}) {
    const std::string memory = isLocal ? "own" : "out", other = isLocal ? "GLOBAL" : "LOCAL";
    const CheckOutcome outcome = runRaces("kernel void k(global int *all) {\n"
                                          "  local int own[8];\n"
                                          "  global int *out = all + 8 * get_group_id(0);\n"
                                          "  int i = get_local_id(0);\n"
                                          "  " +
                                              memory +
                                              "[i] = i;\n"
                                              "  barrier(CLK_" +
                                              other +
                                              "_MEM_FENCE);\n"
                                              "  " +
                                              memory +
                                              "[i ^ 1] = 2 * i + 9;\n"
                                              "}\n",
                                          32);
    EXPECT_FALSE(outcome.faults.empty());
    const std::string needed = isLocal ? "LOCAL" : "GLOBAL";
    EXPECT_THAT(outcome.told,
                Contains(HasSubstr("\n  a barrier between them would have to have CLK_" + needed + "_MEM_FENCE")));
  }
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
  const std::string head = "kernel void k(global int4 *out) {\n  out[0] = (int4)(1, 2, 3, ";
  EXPECT_TRUE(runRaces(head + "4);\n}\n", 8).faults.empty());
  EXPECT_FALSE(runRaces(head + "get_global_id(0));\n}\n", 8).faults.empty());
}

TEST(CheckRaces, AtomicsInLocalMemoryAreWrittenByTheirInitialisation) {
  const CheckOutcome outcome = runChecked("races",
                                          "kernel void k(global int *out) {\n"
                                          "  local atomic_int group;\n"
                                          "  if (get_local_id(0) == 0)\n"
                                          "    atomic_init(&group, 0);\n"
                                          "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                          "  atomic_fetch_add(&group, 1);\n"
                                          "}\n",
                                          {buffer(std::vector<int>(8))}, {32}, {8}, "-cl-std=CL3.0");
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
  for (const std::string &text : outcome.told)
    EXPECT_TRUE(text.contains("the other is a write") || text.contains("the other is an atomic access")) << text;
}

CheckOutcome runIn(const std::string &source, size_t ints, std::vector<size_t> global, std::vector<size_t> local) {
  return runChecked("races", source, {buffer(std::vector<int>(ints))}, std::move(global), std::move(local));
}

/// The one group is one packet, or less.
TEST(CheckRaces, WritesAtTheSameTime) {
  for (const char *index : {"0", "i / 2", "i * 3 % 4"}) {
    const CheckOutcome outcome = runIn("kernel void k(global int *out) {\n"
                                       "  int i = get_global_id(0);\n"
                                       "  out[" +
                                           std::string(index) + "] = i + 1;\n}\n",
                                       8, {8}, {8});
    ASSERT_EQ(outcome.faults.size(), 1u) << index;
    EXPECT_EQ(outcome.faults[0]["fault"], "race");
    EXPECT_NE(outcome.faults[0]["localId"], outcome.faults[0]["other"]["localId"]);
  }
}

/// Groups on two threads may come to an element at once: one of them sees the other.
TEST(CheckRaces, ReadsBesideWritesOfOtherThreads) {
  constexpr size_t items = 16, groups = 8, each = 256;
  const CheckOutcome outcome = runIn("kernel void k(global int *out) {\n"
                                     "  const int group = get_group_id(0), pair = group % 4;\n"
                                     "  global int *own = out + pair * 4096 + get_local_id(0);\n"
                                     "  int sum = 0;\n"
                                     "  for (int n = 0; n < 256; ++n)\n"
                                     "    if (group < 4) own[n * 16] = n + 1; else sum += own[n * 16];\n"
                                     "  if (sum == 1) out[0] = sum;\n"
                                     "}\n",
                                     items * each * groups / 2, {items * groups}, {items});
  ASSERT_FALSE(outcome.faults.empty());
  size_t count = 0;
  for (const Json &fault : outcome.faults)
    count += fault["count"].get<size_t>();
  EXPECT_GE(count, items * each * groups / 2);
}

/// Whichever work-item writes, it isn't the only one that has read.
TEST(CheckRaces, ReadsAtTheSameTime) {
  for (int writer = 0; writer < 8; ++writer) {
    const CheckOutcome outcome = runIn("kernel void k(global int *out) {\n"
                                       "  local int sum;\n"
                                       "  int i = get_local_id(0);\n"
                                       "  if (i == 0) sum = 1;\n"
                                       "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                       "  int x = sum;\n"
                                       "  if (i == " +
                                           std::to_string(writer) + ") sum = x + 1;\n  out[i] = x;\n}\n",
                                       8, {8}, {8});
    ASSERT_FALSE(outcome.faults.empty()) << writer;
    for (const Json &fault : outcome.faults) {
      EXPECT_EQ(fault["object"], "sum");
      const bool isWriters = fault["localId"][0] == writer;
      EXPECT_NE(isWriters, fault["other"]["localId"][0] == writer) << fault;
    }
  }
}

TEST(CheckRaces, AccessesOfSeveralSizes) {
  const std::string body = "  int i = get_global_id(0);\n"
                           "  vstore4((int4)(i), i, out);\n"
                           "  out[4 * ";
  EXPECT_TRUE(runIn("kernel void k(global int *out) {\n" + body + "i + 3] += 1;\n}\n", 68, {16}, {8}).faults.empty());
  const CheckOutcome outcome = runIn("kernel void k(global int *out) {\n" + body + "i + 4] += 1;\n}\n", 68, {16}, {8});
  EXPECT_FALSE(outcome.faults.empty());
}

TEST(CheckRaces, NeighboursOfAPiece) {
  for (const char *type : {"char", "short"}) {
    const std::string head = "kernel void k(global " + std::string(type) +
                             " *out) {\n"
                             "  int i = get_global_id(0) ^ 1;\n"
                             "  out[i] = out[i] + 1;\n";
    EXPECT_TRUE(runIn(head + "}\n", 32, {32}, {8}).faults.empty()) << type;
    EXPECT_FALSE(runIn(head + "  out[i ^ 2] = i;\n}\n", 32, {32}, {8}).faults.empty()) << type;
  }
}

/// Two arrays that change their places, with a barrier in each trip.
TEST(CheckRaces, ArraysThatSwap) {
  for (const bool swaps : {true, false}) {
    const CheckOutcome outcome =
        runIn("kernel void k(global int *out) {\n"
              "  local int first[32], second[32];\n"
              "  local int *from = first, *to = second;\n"
              "  int i = get_local_id(0);\n"
              "  from[i] = i;\n"
              "  barrier(CLK_LOCAL_MEM_FENCE);\n"
              "  for (int n = 1; n < 32; n *= 2) {\n"
              "    to[i] = from[i ^ n] + from[i];\n"
              "    barrier(CLK_LOCAL_MEM_FENCE);\n" +
                  std::string(swaps ? "    local int *swap = from; from = to; to = swap;\n" : "    from = to;\n") +
                  "  }\n"
                  "  out[get_global_id(0)] = from[i];\n"
                  "}\n",
              64, {64}, {32});
    EXPECT_EQ(outcome.faults.empty(), swaps);
  }
}

/// What a group has done alike isn't looked at again: where one differs, it is.
TEST(CheckRaces, GroupsThatDiffer) {
  const auto runGroups = [](const std::string &index, size_t global) {
    return runChecked("races",
                      "kernel void k(global int *out, global const int *places) {\n"
                      "  local int own[16];\n"
                      "  int i = get_local_id(0);\n"
                      "  own[i] = 0;\n"
                      "  own[i + 8] = 0;\n"
                      "  barrier(CLK_LOCAL_MEM_FENCE);\n" +
                          index +
                          "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                          "  out[get_global_id(0)] = own[i];\n"
                          "}\n",
                      {buffer(std::vector<int>(1024)), readOnlyBuffer([] {
                         std::vector<int> places(1024);
                         for (int i = 0; i < 1024; ++i)
                           places[static_cast<size_t>(i)] = i < 1000 ? i % 8 : 0;
                         return places;
                       }())},
                      {global}, {8}, "-cl-std=CL3.0");
  };
  EXPECT_TRUE(runGroups("  own[i] = i + 1;\n", 1024).faults.empty());
  const struct {
    const char *what;
    const char *statement;
    size_t global;
    int group; ///< the only one that has a race
  } cases[] = {
      {"by the group's id", "  own[get_group_id(0) == 100 ? 0 : i] = i + 1;\n", 808, 100},
      {"by a branch", "  if (get_group_id(0) == 100) own[0] = i + 1;\n", 808, 100},
      {"by what is in memory", "  own[places[get_global_id(0)]] = i + 1;\n", 1008, 125},
      {"by trips that memory counts", "  for (int n = places[get_group_id(0) * 8 + 1]; n < 1; ++n) own[0] = i + 1;\n",
       1008, 125},
      {"by its size", "  own[get_local_size(0) == 8 ? i : 0] = i + 1;\n", 804, 100},
  };
  for (const auto &one : cases) {
    const CheckOutcome outcome = runGroups(one.statement, one.global);
    ASSERT_EQ(outcome.faults.size(), 1u) << one.what;
    EXPECT_EQ(outcome.faults[0]["fault"], "race") << one.what;
    EXPECT_EQ(outcome.faults[0]["groupId"][0], one.group) << one.what;
  }
}

/// Barriers that only some groups have part accesses in these alone.
TEST(CheckRaces, GroupsWithoutABarrier) {
  const CheckOutcome outcome = runIn("kernel void k(global int *out) {\n"
                                     "  local int own[8];\n"
                                     "  int i = get_local_id(0);\n"
                                     "  own[i] = i;\n"
                                     "  if (get_group_id(0) != 77)\n"
                                     "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                                     "  out[get_global_id(0)] = own[i ^ 1];\n"
                                     "}\n",
                                     800, {800}, {8});
  ASSERT_FALSE(outcome.faults.empty());
  for (const Json &fault : outcome.faults)
    EXPECT_EQ(fault["groupId"][0], 77);
}

TEST(CheckRaces, RacesThatAllGroupsHaveAreCounted) {
  const CheckOutcome outcome = runIn("kernel void k(global int *out) {\n"
                                     "  local int own;\n"
                                     "  own = get_global_id(0) + 1;\n"
                                     "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                     "  out[get_global_id(0)] = own;\n"
                                     "}\n",
                                     128, {128}, {2});
  ASSERT_EQ(outcome.faults.size(), 1u);
  EXPECT_EQ(outcome.faults[0]["count"], 64);
}

/// That all store the same doesn't matter where they have read there.
TEST(CheckRaces, SumsThatAllAddTo) {
  for (const char *sum : {"out[0]", "own"}) {
    const CheckOutcome outcome = runIn("kernel void k(global int *out) {\n"
                                       "  local int own;\n"
                                       "  if (get_local_id(0) == 0) own = 0;\n"
                                       "  barrier(CLK_LOCAL_MEM_FENCE);\n  " +
                                           std::string(sum) +
                                           " += 1;\n"
                                           "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                           "  out[get_global_id(0) + 1] = own;\n"
                                           "}\n",
                                       17, {16}, {16});
    ASSERT_FALSE(outcome.faults.empty()) << sum;
    for (const Json &fault : outcome.faults) {
      EXPECT_EQ(fault["fault"], "race");
      EXPECT_EQ(fault["line"], 5);
    }
  }
}

/// The last group to end adds up what all have written. Who says so has written nothing itself: it has met the others
/// at a barrier.
TEST(CheckRaces, SumsByTheLastGroup) {
  for (const bool isOrdered : {true, false}) {
    const std::string order = isOrdered ? "memory_order_acq_rel" : "memory_order_relaxed";
    const CheckOutcome outcome = runChecked(
        "races",
        "kernel void k(global int *data, global atomic_int *ended, global int *out, local int *isLast) {\n"
        "  int i = get_local_id(0);\n"
        "  if (i != 0)\n"
        "    data[get_global_id(0)] = i;\n"
        "  barrier(CLK_GLOBAL_MEM_FENCE);\n"
        "  if (i == 0)\n"
        "    *isLast = atomic_fetch_add_explicit(ended, 1, " +
            order +
            ", memory_scope_device) == get_num_groups(0) - 1;\n"
            "  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n"
            "  for (int n = i; *isLast && n < get_global_size(0); n += get_local_size(0))\n"
            "    out[i] += data[n];\n"
            "}\n",
        {buffer(std::vector<int>(32)), buffer(std::vector<int>(1)), buffer(std::vector<int>(8)), localMemory(4)}, {32},
        {8}, "-cl-std=CL3.0");
    EXPECT_EQ(outcome.faults.empty(), isOrdered);
    for (const Json &fault : outcome.faults)
      EXPECT_EQ(fault["object"], "data");
  }
}

/// A value is handed on through a flag; what is read and written without a fence isn't.
TEST(CheckRaces, FlagsThatAreWaitedFor) {
  for (const bool hasFence : {true, false}) {
    const CheckOutcome outcome =
        runChecked("races",
                   "kernel void k(global int *out, volatile local int *sums,\n"
                   "              volatile local int *flags) {\n"
                   "  int i = get_local_id(0);\n"
                   "  flags[i] = 0;\n"
                   "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                   "  int before = 0;\n"
                   "  if (i != 0) {\n"
                   "    while (flags[i - 1] == 0)\n"
                   "      ;\n" +
                       std::string(hasFence ? "    mem_fence(CLK_LOCAL_MEM_FENCE);\n" : "") +
                       "    before = sums[i - 1];\n"
                       "  }\n"
                       "  sums[i] = before + 1;\n" +
                       std::string(hasFence ? "  mem_fence(CLK_LOCAL_MEM_FENCE);\n" : "") +
                       "  flags[i] = 1;\n"
                       "  out[get_global_id(0)] = before;\n"
                       "}\n",
                   {buffer(std::vector<int>(32)), localMemory(32), localMemory(32)}, {32}, {8});
    EXPECT_EQ(outcome.faults.empty(), hasFence);
    for (const Json &fault : outcome.faults)
      EXPECT_EQ(fault["object"], "sums");
  }
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
