// Describes how the work-items of a group are mapped to the machine: the schedule of a kernel, as a value.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_KERNEL_SCHEDULE_H
#define WEFT_KERNEL_SCHEDULE_H

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace weft {

/// How the work-items of a group run. The words are those of the glossary (docs/glossary.md).
enum class ScheduleExecutor {
  automatic, ///< packets or loops, whichever the compiler's cost model expects to be faster
  loops,     ///< between two barriers, one work-item after the other
  packets,   ///< a few work-items together, as the lanes of vectors
  fibers,    ///< each work-item with a stack of its own
};

/// The schedule of a kernel. A member without a value leaves the decision to the compiler. In a request for code, a
/// schedule says what the code must be like. The compiler completes it by its own decisions, and its passes carry the
/// schedule out.
///
/// A schedule never changes what a kernel computes. A decision that the kernel doesn't allow is ignored: a kernel that
/// can't work on packets runs on loops or fibers, and a kernel that uses sub-groups works on packets as long as it can,
/// even if the schedule asks for loops.
///
/// As text, the schedule is a list of words, separated by spaces, in any order: "packets width=16 dimension=1 jam=4
/// partition". The word `no-partition` stands for `partition` with the value false. The type is a value: copies are
/// independent, and any thread may read const objects.
struct KernelSchedule {
  ScheduleExecutor executor = ScheduleExecutor::automatic;
  std::optional<uint32_t> width = std::nullopt;     ///< the work-items of a packet: a power of two, 2 to 64
  std::optional<uint32_t> dimension = std::nullopt; ///< the dimension of the range along which packets lie: 0, 1 or 2
  std::optional<uint32_t> jam = std::nullopt;       ///< the most packets that run together: a power of two, 1 to 64
  std::optional<bool> flatten = std::nullopt; ///< packets lie along the linear local id, across the rows of a group
  std::optional<bool> delinearise =
      std::nullopt; ///< a linear id that the kernel divides into row and column becomes two ids
  std::optional<bool> partition = std::nullopt; ///< interior groups run a copy of the kernel without bounds checks
  std::optional<bool> guard = std::nullopt;     ///< groups whose corners pass the bounds guard run code without masks
  std::optional<bool> interleave =
      std::nullopt; ///< private arrays are laid out with the lanes of each element side by side
  std::optional<bool> unroll = std::nullopt; ///< one iteration of a loop works on several elements of a contiguous run
  std::optional<bool> prefetch = std::nullopt; ///< tiles and columns of later iterations are prefetched
  std::optional<bool> stream = std::nullopt;   ///< stores of launches larger than the caches bypass them

  bool operator==(const KernelSchedule &) const = default;

  /// Returns the schedule as text, which parse() reads. The text is empty if the compiler decides everything.
  std::string text() const;
  /// Reads a schedule. Returns no value if a word is unknown or stands twice, or if a number isn't possible.
  static std::optional<KernelSchedule> parse(std::string_view text);

  /// Calls `visit(name, member)` for each member but `executor`.
  template <typename Schedule, typename Visitor> static void visitDecisions(Schedule &schedule, Visitor &&visit) {
    // If this line lacks a member of the struct, it doesn't compile. So no member is forgotten below.
    auto &[executor, width, dimension, jam, flatten, delinearise, partition, guard, interleave, unroll, prefetch,
           stream] = schedule;
    visit("width", width);
    visit("dimension", dimension);
    visit("jam", jam);
    visit("flatten", flatten);
    visit("delinearise", delinearise);
    visit("partition", partition);
    visit("guard", guard);
    visit("interleave", interleave);
    visit("unroll", unroll);
    visit("prefetch", prefetch);
    visit("stream", stream);
  }
};

namespace kernelSchedule {

inline constexpr uint32_t maxWidth = 64;
inline constexpr uint32_t maxJam = 64;

/// The words for the values of ScheduleExecutor. The text of a schedule has no word for `automatic`.
inline constexpr std::array<std::string_view, 4> executorWords = {"", "loops", "packets", "fibers"};

/// Whether a schedule's number `name` may be `value`.
inline bool isPossible(std::string_view name, uint32_t value) {
  if (name == "dimension")
    return value < 3;
  const bool isPowerOfTwo = value != 0 && (value & (value - 1)) == 0;
  return name == "width" ? isPowerOfTwo && value >= 2 && value <= maxWidth : isPowerOfTwo && value <= maxJam;
}

inline std::string word(std::string_view name, uint32_t value) {
  return std::string(name) + "=" + std::to_string(value);
}
inline std::string word(std::string_view name, bool value) { return (value ? "" : "no-") + std::string(name); }

/// Sets `member`, called `name`, if `text` is a word for one of its values. Returns whether it is.
inline bool readWord(std::string_view text, std::string_view name, std::optional<uint32_t> &member) {
  if (member || !text.starts_with(name) || !text.substr(name.size()).starts_with('='))
    return false;
  const std::string_view number = text.substr(name.size() + 1);
  uint32_t value = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  if (error != std::errc() || end != number.data() + number.size() || !isPossible(name, value))
    return false;
  member = value;
  return true;
}
inline bool readWord(std::string_view text, std::string_view name, std::optional<bool> &member) {
  if (member || (text != name && text != word(name, false)))
    return false;
  member = text == name;
  return true;
}

} // namespace kernelSchedule

inline std::string KernelSchedule::text() const {
  std::string text(kernelSchedule::executorWords.at(static_cast<size_t>(executor)));
  visitDecisions(*this, [&](std::string_view name, const auto &member) {
    if (member)
      text.append(text.empty() ? "" : " ").append(kernelSchedule::word(name, *member));
  });
  return text;
}

inline std::optional<KernelSchedule> KernelSchedule::parse(std::string_view text) {
  KernelSchedule schedule;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty())
      continue;
    const auto executor = std::ranges::find(kernelSchedule::executorWords, word);
    bool isKnown = false;
    if (executor != kernelSchedule::executorWords.end() && schedule.executor == ScheduleExecutor::automatic) {
      schedule.executor = static_cast<ScheduleExecutor>(executor - kernelSchedule::executorWords.begin());
      isKnown = true;
    }
    visitDecisions(schedule, [&](std::string_view name, auto &member) {
      isKnown = isKnown || kernelSchedule::readWord(word, name, member);
    });
    if (!isKnown)
      return std::nullopt;
  }
  return schedule;
}

} // namespace weft

#endif
