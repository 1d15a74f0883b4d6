// Describes which machine code of a program is requested, in one type for the runtime, the disk cache, the compiler and
// weftc.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_CODE_REQUEST_H
#define WEFT_CODE_REQUEST_H

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "KernelSchedule.h"

namespace weft {

/// `index32`: the code may assume that ids have at most 31 bits, and that each object in memory has less than 4 GiB -
/// 64 KiB.
enum class CodeIndices { index32, index64 };

/// `distinct`: the code may assume that the kernel accesses memory which it writes through only one of its pointers to
/// global and constant memory. WeftKernelInfo says for which pointers the code relies on this, so that the runtime can
/// check the launch's buffers.
enum class CodeBuffers { distinct, any };

/// The kinds of errors that a kernel can check for while it runs (docs/checking.md).
enum class CodeCheck { memory, races, barriers, values };

/// A set of CodeCheck values.
struct CodeChecks {
  unsigned bits = 0; ///< bit i stands for the i-th value of CodeCheck

  bool has(CodeCheck check) const { return (bits >> static_cast<unsigned>(check) & 1) != 0; }
  bool any() const { return bits != 0; }
  void add(CodeCheck check) { bits |= 1u << static_cast<unsigned>(check); }
  bool operator==(const CodeChecks &) const = default;
};

/// The value that an argument has in all launches of the code.
struct ArgumentConstant {
  uint32_t argument; ///< index among the kernel's arguments
  uint32_t value;    ///< an image's format (WEFT_IMAGE_FORMAT of ImageAbi.h) or a sampler's value
  bool operator==(const ArgumentConstant &) const = default;
};

/// Everything that selects the code of a kernel, apart from the program. For one program on one CPU, one compiler
/// generates the same code for equal requests. The defaults of the fields are what the runtime requests first. The type
/// is a value: copies are independent, and any thread may read const objects.
struct CodeRequest {
  /// The CPU's name in LLVM ("skylake-avx512"); "" for the CPU that the compiler runs on.
  std::string cpu;
  /// What the request says about the way in which the work-items of a group run.
  KernelSchedule schedule;
  CodeIndices indices = CodeIndices::index32;
  CodeBuffers buffers = CodeBuffers::distinct;
  /// The local size that the code is for. {0, 0, 0} means any size, and {0, 1, 1} any size whose dimensions 1 and 2 are
  /// 1. Any other value means exactly this size. Then the code can't run a smaller group at the end of a range.
  std::array<uint64_t, 3> localSize{};
  /// The known arguments, in the order of the arguments. An image or sampler that isn't listed may have any format or
  /// value.
  std::vector<ArgumentConstant> argumentConstants;
  /// The compiler's stages that don't run for this request. They must be stages that merely make code faster
  /// (docs/stages.md). This serves to find a stage that is at fault, and to measure what a stage gains.
  std::vector<std::string> without;
  /// The errors that the code checks for. Checks that aren't in the set cost nothing.
  CodeChecks checks;
  std::string kernel;

  bool operator==(const CodeRequest &) const = default;

  /// Returns the request as text, with a line "name=value" for each field. The text crosses the compiler's C ABI and is
  /// a part of the disk cache's keys. Different requests have different texts.
  std::string text() const;
  /// Reads a text that text() has written. Returns no value if a field is missing, unknown or repeated, or has an
  /// invalid value.
  static std::optional<CodeRequest> parse(std::string_view text);
  /// Sets the field `name` to `value`, which is written as in text(). Returns false if no field has this name, or
  /// if the value is invalid.
  bool set(std::string_view name, std::string_view value);

  /// Calls `visit(name, member, description)` for each field. `kernel` is the last field, because a kernel's name may
  /// have any characters: parse() takes the rest of the text as the name.
  template <typename Request, typename Visitor> static void visitFields(Request &request, Visitor &&visit) {
    // If this line lacks a member of the struct, it doesn't compile. So no member is forgotten below.
    auto &[cpu, schedule, indices, buffers, localSize, argumentConstants, without, checks, kernel] = request;
    visit("cpu", cpu, "the CPU in LLVM's terms (this one)");
    visit("schedule", schedule,
          "how work-items are mapped to the machine: loops, packets or fibers, and decisions such as width=16; the "
          "compiler takes all decisions that aren't named (weftc lists the candidates for '?')");
    visit("indices", indices, "narrow: ids of 31 bits and objects below 4 GiB; wide");
    visit("buffers", buffers, "distinct: arguments that point to memory of their own; any");
    visit("local-size", localSize,
          "x,y,z: code for this local size alone; 0,1,1 for rows along dimension 0, 0,0,0 for any");
    visit("argument-constants", argumentConstants,
          "index=number,...: code for these formats of images (WEFT_IMAGE_FORMAT) and samplers alone");
    visit("without", without, "stage,...: leave out these stages, which only make code faster");
    visit("checks", checks, "memory,races,barriers,values: what to look for while the kernel runs");
    visit("kernel", kernel, "the kernel's name");
  }
};

namespace codeRequest {

/// The words that stand for an enumeration's values in a request's text, in the order of the values.
template <typename Enum> constexpr std::array<std::string_view, 0> words;
template <> inline constexpr std::array<std::string_view, 2> words<CodeIndices>{"narrow", "wide"};
template <> inline constexpr std::array<std::string_view, 2> words<CodeBuffers>{"distinct", "any"};

template <> inline constexpr std::array<std::string_view, 4> words<CodeCheck>{"memory", "races", "barriers", "values"};

inline std::string write(const std::string &text) { return text; }
inline std::string write(const KernelSchedule &schedule) { return schedule.text(); }
template <typename Enum> std::string write(Enum value) {
  return std::string(words<Enum>.at(static_cast<size_t>(value)));
}
inline std::string write(const std::array<uint64_t, 3> &size) {
  return std::to_string(size[0]) + "," + std::to_string(size[1]) + "," + std::to_string(size[2]);
}
inline std::string write(const std::vector<ArgumentConstant> &constants) {
  std::string text;
  for (const ArgumentConstant &constant : constants)
    text += (text.empty() ? "" : ",") + std::to_string(constant.argument) + "=" + std::to_string(constant.value);
  return text;
}
inline std::string write(const std::vector<std::string> &names) {
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "" : ",") + name;
  return text;
}
inline std::string write(const CodeChecks &checks) {
  std::string text;
  for (size_t i = 0; i < words<CodeCheck>.size(); ++i)
    if (checks.has(static_cast<CodeCheck>(i)))
      text += (text.empty() ? "" : ",") + std::string(words<CodeCheck>.at(i));
  return text;
}

template <typename Number>
bool read(std::string_view text, Number &number)
  requires std::is_integral_v<Number>
{
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}
inline bool read(std::string_view text, std::string &value) {
  value = text;
  return true;
}
template <typename Enum>
bool read(std::string_view text, Enum &value)
  requires std::is_enum_v<Enum>
{
  const auto found = std::ranges::find(words<Enum>, text);
  value = static_cast<Enum>(found - words<Enum>.begin());
  return found != words<Enum>.end();
}
inline bool read(std::string_view text, KernelSchedule &schedule) {
  const std::optional<KernelSchedule> parsed =
      text.find('\n') == text.npos ? KernelSchedule::parse(text) : std::nullopt;
  schedule = parsed.value_or(KernelSchedule());
  return parsed.has_value();
}
/// Returns the text before the first `separator` and removes both from `rest`. If `rest` has no separator, the function
/// returns all of `rest` and leaves it empty.
inline std::string_view next(std::string_view &rest, char separator) {
  const size_t end = std::min(rest.find(separator), rest.size());
  const std::string_view part = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return part;
}
inline bool read(std::string_view text, std::array<uint64_t, 3> &size) {
  return read(next(text, ','), size[0]) && read(next(text, ','), size[1]) && read(text, size[2]);
}
inline bool read(std::string_view text, std::vector<ArgumentConstant> &constants) {
  constants.clear();
  while (!text.empty()) {
    std::string_view entry = next(text, ',');
    ArgumentConstant constant{};
    if (!read(next(entry, '='), constant.argument) || !read(entry, constant.value))
      return false;
    constants.push_back(constant);
  }
  return true;
}
/// Reads names separated by commas. Fails if a name has anything but small letters and hyphens, of which all names of
/// stages consist.
inline bool read(std::string_view text, std::vector<std::string> &names) {
  names.clear();
  while (!text.empty()) {
    const std::string_view name = next(text, ',');
    if (name.empty() || name.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") != name.npos)
      return false;
    names.emplace_back(name);
  }
  return true;
}
inline bool read(std::string_view text, CodeChecks &checks) {
  checks = {};
  while (!text.empty()) {
    CodeCheck check{};
    if (!read(next(text, ','), check))
      return false;
    checks.add(check);
  }
  return true;
}

} // namespace codeRequest

inline std::string CodeRequest::text() const {
  std::string text;
  visitFields(*this, [&](std::string_view name, const auto &value, const char *) {
    text.append(name).append("=").append(codeRequest::write(value)).append("\n");
  });
  return text;
}

inline bool CodeRequest::set(std::string_view name, std::string_view value) {
  bool isSet = false;
  visitFields(*this, [&](std::string_view field, auto &member, const char *) {
    if (field == name)
      isSet = codeRequest::read(value, member);
  });
  return isSet;
}

inline std::optional<CodeRequest> CodeRequest::parse(std::string_view text) {
  CodeRequest request;
  bool valid = text.ends_with('\n');
  text.remove_suffix(valid ? 1 : 0);
  visitFields(request, [&](std::string_view field, auto &member, const char *) {
    std::string_view line = field == "kernel" ? std::exchange(text, {}) : codeRequest::next(text, '\n');
    valid = valid && line.starts_with(field) && line.substr(field.size()).starts_with('=') &&
            codeRequest::read(line.substr(field.size() + 1), member);
  });
  return valid ? std::optional(std::move(request)) : std::nullopt;
}

} // namespace weft

#endif
