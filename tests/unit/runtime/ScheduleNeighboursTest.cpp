// Tests which schedules are tried beside a kernel's present schedule.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/programs/ScheduleNeighbours.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace weft::core {
namespace {

std::vector<std::string> neighbours(const char *requested, const char *present) {
  std::vector<std::string> texts;
  for (const KernelSchedule &schedule :
       neighboursOf(KernelSchedule::parse(requested).value(), KernelSchedule::parse(present).value()))
    texts.push_back(schedule.text());
  return texts;
}

using Texts = std::vector<std::string>;

TEST(ScheduleNeighbours, OfPacketsAreOtherWidthsJamsAndLoops) {
  EXPECT_EQ(neighbours("", "packets width=8 dimension=0 jam=1"),
            (Texts{"packets width=16", "loops", "packets jam=4", "packets jam=2", "packets width=4"}));
  EXPECT_EQ(neighbours("", "packets width=8 dimension=0 jam=4"),
            (Texts{"packets width=16", "loops", "packets jam=8", "packets jam=1", "packets width=4"}));
}

TEST(ScheduleNeighbours, KeepTheDecisionsThatWereAskedFor) {
  EXPECT_EQ(neighbours("packets width=16", "packets width=16 dimension=0 unroll no-flatten"),
            (Texts{"packets width=32", "loops", "packets width=8", "packets width=16 no-unroll"}));
}

TEST(ScheduleNeighbours, TurnOffWhatTheCompilerTurnedOn) {
  EXPECT_EQ(neighbours("", "packets width=4 dimension=1 partition guard interleave prefetch"),
            (Texts{"packets width=8", "loops", "packets no-partition", "packets no-guard", "packets no-interleave",
                   "packets no-prefetch", "packets dimension=0"}));
}

TEST(ScheduleNeighbours, StayWithinThePossibleNumbers) {
  EXPECT_EQ(neighbours("", "packets width=64 dimension=0 jam=64"),
            (Texts{"loops", "packets jam=1", "packets width=32"}));
}

TEST(ScheduleNeighbours, OfLoopsArePackets) { EXPECT_EQ(neighbours("", "loops"), (Texts{"packets"})); }

TEST(ScheduleNeighbours, OfFibersAreNone) { EXPECT_TRUE(neighbours("", "fibers").empty()); }

} // namespace
} // namespace weft::core
