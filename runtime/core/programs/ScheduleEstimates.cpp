// Reads the cost model's estimates from the description of a compilation.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/programs/ScheduleEstimates.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

namespace weft::core {

std::vector<KernelSchedule> estimatedSchedules(std::string_view facts) {
  const auto made = nlohmann::json::parse(facts, nullptr, false);
  const auto list = made.is_object() ? made.find("facts") : made.end();
  std::vector<std::pair<double, KernelSchedule>> estimates;
  if (list != made.end() && list->is_array())
    for (const auto &fact : *list) {
      const auto text = fact.is_object() ? fact.find("Candidate") : fact.end();
      const auto cycles = fact.is_object() ? fact.find("Cycles") : fact.end();
      if (text == fact.end() || !text->is_string() || cycles == fact.end() || !cycles->is_string())
        continue;
      const std::string &number = cycles->get_ref<const std::string &>();
      double value = 0;
      const bool isNumber = std::from_chars(number.data(), number.data() + number.size(), value).ec == std::errc();
      if (const auto schedule = KernelSchedule::parse(text->get_ref<const std::string &>()); schedule && isNumber)
        estimates.emplace_back(value, *schedule);
    }
  std::ranges::sort(estimates, {},
                    [](const auto &estimate) { return std::pair(estimate.first, estimate.second.text()); });
  std::vector<KernelSchedule> schedules;
  for (auto &[cycles, schedule] : estimates)
    schedules.push_back(schedule);
  return schedules;
}

} // namespace weft::core
