// Tests how the results of searches for schedules are stored, and that damaged texts give no results.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/programs/FoundSchedules.h"

#include <string>

#include <gtest/gtest.h>

namespace weft::core {
namespace {

CacheKey key(std::string_view part) { return CacheKeyBuilder("schedule").add(part).finish(); }

FoundSchedule found(std::string_view words, float itemTime) { return {KernelSchedule::parse(words).value(), itemTime}; }

TEST(FoundSchedule, TextHasTheScheduleAndTheTime) {
  for (const FoundSchedule &each :
       {found("packets width=16 no-partition", 1.5F), found("", 0), found("loops", 1e-4F)}) {
    const auto read = FoundSchedule::parse(each.text());
    ASSERT_TRUE(read);
    EXPECT_EQ(read->schedule, each.schedule);
    EXPECT_EQ(read->itemTime, each.itemTime);
  }
}

TEST(FoundSchedule, OtherTextsAreNoResult) {
  for (const char *text : {"", "\n", "packets", "packets\n", "packets\n1", "packets\n-1\n", "packets\nnan\n",
                           "packets\ninf\n", "packets\n1 \n", "packets\n1\n2\n", "quick\n1\n", "width=3\n1\n"})
    EXPECT_FALSE(FoundSchedule::parse(text)) << text;
}

TEST(FoundSchedules, AreFoundByTheWholeKey) {
  FoundSchedules schedules;
  EXPECT_TRUE(schedules.isEmpty());
  schedules.add(key("a"), found("loops", 2));
  EXPECT_FALSE(schedules.isEmpty());
  ASSERT_TRUE(schedules.find(key("a")));
  EXPECT_EQ(schedules.find(key("a"))->schedule.text(), "loops");
  EXPECT_FALSE(schedules.find(key("b")));
}

TEST(FoundSchedules, TextHasOneLengthAndAllResultsThatFit) {
  FoundSchedules schedules;
  EXPECT_EQ(schedules.serialize(100), std::string(100, '\0'));
  for (int i = 0; i < 20; ++i)
    schedules.add(key(std::to_string(i)), found("packets width=16", static_cast<float>(i)));
  for (const size_t bytes : {0, 1, 99, 100, 500, 4000}) {
    const std::string text = schedules.serialize(bytes);
    EXPECT_EQ(text.size(), bytes);
    FoundSchedules read;
    read.read(text);
    size_t count = 0;
    for (int i = 0; i < 20; ++i)
      if (const auto result = read.find(key(std::to_string(i)))) {
        EXPECT_EQ(result->itemTime, static_cast<float>(i));
        ++count;
      }
    EXPECT_GE(count, std::min<size_t>(20, bytes / 100));
  }
}

TEST(FoundSchedules, DamagedTextGivesWhatIsWhole) {
  FoundSchedules schedules;
  schedules.add(key("a"), found("loops", 2));
  const std::string text = schedules.serialize(200);
  for (size_t place = 0; place < text.size(); ++place)
    for (const char wrong : {'\n', '\0', '9', '\xff'}) {
      std::string damaged = text;
      damaged[place] = wrong;
      FoundSchedules read;
      read.read(damaged);
      if (const auto result = read.find(key("a")))
        EXPECT_EQ(result->schedule.text(), "loops") << place;
    }
}

} // namespace
} // namespace weft::core
