// The text of a search's result.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/programs/FoundSchedule.h"

#include <array>
#include <charconv>
#include <cmath>

#include "Text.h"

namespace weft::core {

std::string FoundSchedule::text() const {
  std::array<char, 64> number{};
  const auto [end, error] = std::to_chars(number.begin(), number.end(), itemTime); // whatever the application's locale
  return concat(schedule.text(), "\n", std::string_view(number.data(), end), "\n");
}

std::optional<FoundSchedule> FoundSchedule::parse(std::string_view text) {
  const size_t end = text.find('\n');
  if (end == std::string_view::npos || !text.ends_with('\n'))
    return std::nullopt;
  const auto schedule = KernelSchedule::parse(text.substr(0, end));
  const std::string_view number = text.substr(end + 1, text.size() - end - 2);
  float itemTime = 0;
  const auto [stop, error] = std::from_chars(number.data(), number.data() + number.size(), itemTime);
  if (!schedule || error != std::errc() || stop != number.data() + number.size() || !std::isfinite(itemTime) ||
      itemTime < 0)
    return std::nullopt;
  return FoundSchedule{*schedule, itemTime};
}

} // namespace weft::core
