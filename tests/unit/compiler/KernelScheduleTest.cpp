// Tests the schedule of a kernel as a value: its text, and what isn't a schedule.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelSchedule.h"

#include <set>

#include <gtest/gtest.h>

namespace weft {
namespace {

/// Calls `check` for schedules in which a single decision has a value, with the text that stands for them.
template <typename Check> void forEachDecision(Check &&check) {
  KernelSchedule names;
  KernelSchedule::visitDecisions(names, [&](std::string_view name, auto &) {
    KernelSchedule::visitDecisions(names, [&](std::string_view, auto &member) { member.reset(); });
    KernelSchedule::visitDecisions(names, [&](std::string_view other, auto &member) {
      if (other != name)
        return;
      if constexpr (std::is_same_v<std::remove_reference_t<decltype(member)>, std::optional<bool>>) {
        member = true;
        check(names, std::string(name));
        member = false;
        check(names, "no-" + std::string(name));
      } else {
        member = 2;
        check(names, std::string(name) + "=2");
      }
    });
  });
}

TEST(KernelSchedule, EachDecisionHasAWord) {
  std::set<std::string> texts;
  forEachDecision([&](const KernelSchedule &schedule, const std::string &text) {
    EXPECT_EQ(schedule.text(), text);
    EXPECT_EQ(KernelSchedule::parse(text), schedule) << text;
    EXPECT_TRUE(texts.insert(text).second) << text;
    EXPECT_FALSE(KernelSchedule::parse(text + " " + text)) << text;
  });
  EXPECT_GT(texts.size(), 10u);
}

TEST(KernelSchedule, WordsStandInAnyOrder) {
  const auto parsed = KernelSchedule::parse("  jam=4 no-guard packets   dimension=1 width=16 partition ");
  ASSERT_TRUE(parsed);
  const KernelSchedule schedule = parsed.value_or(KernelSchedule());
  EXPECT_EQ(schedule, (KernelSchedule{.executor = ScheduleExecutor::packets,
                                      .width = 16,
                                      .dimension = 1,
                                      .jam = 4,
                                      .partition = true,
                                      .guard = false}));
  EXPECT_EQ(schedule.text(), "packets width=16 dimension=1 jam=4 partition no-guard");
  EXPECT_EQ(KernelSchedule::parse(schedule.text()), schedule);
}

TEST(KernelSchedule, TheEmptyTextLeavesAllToTheCompiler) {
  EXPECT_EQ(KernelSchedule().text(), "");
  EXPECT_EQ(KernelSchedule::parse(""), KernelSchedule());
  EXPECT_EQ(KernelSchedule::parse("   "), KernelSchedule());
}

TEST(KernelSchedule, RefusesOtherTexts) {
  for (const char *text : {"auto",
                           "Packets",
                           "loops packets",
                           "loops loops",
                           "width",
                           "width=",
                           "width=3",
                           "width=1",
                           "width=128",
                           "width=-2",
                           "width=16x",
                           "width=16 width=8",
                           "dimension=3",
                           "jam=0",
                           "jam=6",
                           "partition no-partition",
                           "no-width=16",
                           "no-",
                           "partition=1",
                           "packets,width=16",
                           "packets\twidth=16",
                           "width=4294967312"})
    EXPECT_FALSE(KernelSchedule::parse(text)) << text;
}

} // namespace
} // namespace weft
