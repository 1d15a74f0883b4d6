// Tests how the cost model's estimates are read from the description of a compilation.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/programs/ScheduleEstimates.h"

#include <string>

#include <gtest/gtest.h>

namespace weft::core {
namespace {

std::string estimates(std::string_view facts) {
  std::string texts;
  for (const KernelSchedule &schedule : estimatedSchedules(facts))
    texts += schedule.text() + "; ";
  return texts;
}

TEST(ScheduleEstimates, TheLowestComesFirst) {
  EXPECT_EQ(estimates(R"({"stages": [], "facts": [
              {"name": "Candidate", "Candidate": "loops", "Cycles": "27.9"},
              {"name": "Access", "Kind": "uniform"},
              {"name": "Candidate", "Candidate": "packets width=8 dimension=0", "Cycles": "104.9"},
              {"name": "Candidate", "Candidate": "packets width=16 dimension=1", "Cycles": "3.25"}]})"),
            "packets width=16 dimension=1; loops; packets width=8 dimension=0; ");
}

TEST(ScheduleEstimates, OtherTextsHaveNone) {
  for (const char *text : {"", "{", "[]", "7", "{}", R"({"facts": 3})", R"({"facts": [3, "x", null]})",
                           R"({"facts": [{"Candidate": 3, "Cycles": "1"}]})", R"({"facts": [{"Candidate": "loops"}]})",
                           R"({"facts": [{"Candidate": "loops", "Cycles": 1}]})",
                           R"({"facts": [{"Candidate": "loops", "Cycles": "many"}]})",
                           R"({"facts": [{"Candidate": "quick", "Cycles": "1"}]})"})
    EXPECT_EQ(estimates(text), "") << text;
}

} // namespace
} // namespace weft::core
