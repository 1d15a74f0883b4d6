// Keeps the schedules that searches have found for a program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/programs/FoundSchedules.h"

#include "Text.h"

namespace weft::core {

namespace {

/// Takes the text before the next line break from `text`. Returns nothing if there is no line break.
std::optional<std::string_view> takeLine(std::string_view &text) {
  const size_t end = text.find('\n');
  if (end == std::string_view::npos)
    return std::nullopt;
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end + 1);
  return line;
}

} // namespace

std::optional<FoundSchedule> FoundSchedules::find(const CacheKey &key) const {
  Lock lock(mutex_);
  const auto found = schedules_.find(inHexadecimal(key.digest));
  return found == schedules_.end() ? std::nullopt : std::optional(found->second);
}

void FoundSchedules::add(const CacheKey &key, const FoundSchedule &found) {
  Lock lock(mutex_);
  schedules_.insert_or_assign(inHexadecimal(key.digest), found);
}

bool FoundSchedules::isEmpty() const {
  Lock lock(mutex_);
  return schedules_.empty();
}

std::string FoundSchedules::serialize(size_t bytes) const {
  std::string text;
  Lock lock(mutex_);
  for (const auto &[digest, found] : schedules_)
    if (const std::string lines = concat(digest, "\n", found.text()); text.size() + lines.size() <= bytes)
      text += lines;
  text.resize(bytes);
  return text;
}

void FoundSchedules::read(std::string_view text) {
  Lock lock(mutex_);
  for (;;) {
    const auto digest = takeLine(text);
    const std::string_view lines = text;
    if (!digest || !takeLine(text) || !takeLine(text))
      return;
    if (const auto found = FoundSchedule::parse(lines.substr(0, lines.size() - text.size())))
      schedules_.insert_or_assign(std::string(*digest), *found);
  }
}

} // namespace weft::core
