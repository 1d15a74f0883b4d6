// Which machine code of a program is wanted: one value for the runtime, the disk cache, the compiler and weftc.
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

namespace weft {

/// How work-items run. A kernel that can't be made for loops is made for fibers in any case; its WeftKernelInfo tells.
enum class CodeExecutor { loops, fibers };

/// Which kernels work on packets of work-items; of loops only. A kernel that can tell its sub-groups apart works on
/// packets in any case, or else is made for fibers.
enum class CodePackets {
  never,
  quicker,  ///< those that can and that take less time so, by an estimate
  possible, ///< all that can
};

/// `index32`: ids have at most 31 bits, and objects in memory less than 4 GiB less 64 KiB.
enum class CodeIndices { index32, index64 };

/// `distinct`: what the kernel reaches through one of its pointers to global and constant memory and writes through it
/// or another one, it doesn't reach through that other one. WeftKernelInfo tells which pointers the code relies on it
/// for.
enum class CodeBuffers { distinct, any };

/// What kernels look for while they run (docs/checking.md).
enum class CodeCheck { memory, races, barriers, values };

/// Some of them.
struct CodeChecks {
  unsigned bits = 0; ///< bit i: the i-th value of CodeCheck

  bool has(CodeCheck check) const { return (bits >> static_cast<unsigned>(check) & 1) != 0; }
  bool any() const { return bits != 0; }
  void add(CodeCheck check) { bits |= 1u << static_cast<unsigned>(check); }
  bool operator==(const CodeChecks &) const = default;
};

/// A number that an argument has in all launches of the code.
struct ArgumentConstant {
  uint32_t argument; ///< place among the kernel's arguments
  uint32_t value;    ///< of an image its format (WEFT_IMAGE_FORMAT of ImageAbi.h), of a sampler its number
  bool operator==(const ArgumentConstant &) const = default;
};

/// One compiler makes the same code of equal requests for one program on one CPU. The fields' defaults are what the
/// runtime asks for first. A value: copies are independent, const objects may be read by any thread.
struct CodeRequest {
  /// In LLVM's terms ("skylake-avx512"); "" for the one that the compiler runs on.
  std::string cpu;
  CodeExecutor executor = CodeExecutor::loops;
  CodePackets packets = CodePackets::quicker;
  CodeIndices indices = CodeIndices::index32;
  CodeBuffers buffers = CodeBuffers::distinct;
  /// Zeros: any. {0, 1, 1}: any row along dimension 0. Else the code is for this very local size, also of the last
  /// groups.
  std::array<uint64_t, 3> localSize{};
  /// In the order of the arguments. Images and samplers that it says nothing of may be any.
  std::vector<ArgumentConstant> argumentConstants;
  /// Stages of the pipeline that are left out, of those that only make code faster (docs/stages.md): to find the one at
  /// fault, and to measure what each is worth.
  std::vector<std::string> without;
  /// Only those that are here cost anything.
  CodeChecks checks;
  std::string kernel;

  bool operator==(const CodeRequest &) const = default;

  /// A line "name=value" for each field: what crosses the compiler's C ABI, and a part of the disk cache's keys.
  /// Different requests have different texts.
  std::string text() const;
  /// Reads what text() has written, and nothing else: no value where a field is missing, unknown, twice there, or has
  /// a value that it can't have.
  static std::optional<CodeRequest> parse(std::string_view text);
  /// Gives one field a value as it stands in a text. False where there is no such field or value.
  bool set(std::string_view name, std::string_view value);

  /// Calls `visit(name, member, description)` for each field. `kernel` is the last: a name may have any letters.
  template <typename Request, typename Visitor> static void visitFields(Request &request, Visitor &&visit) {
    // Doesn't compile where a member is missing, so that none is forgotten below.
    auto &[cpu, executor, packets, indices, buffers, localSize, argumentConstants, without, checks, kernel] = request;
    visit("cpu", cpu, "the CPU in LLVM's terms (this one)");
    visit("executor", executor, "loops, fibers");
    visit("packets", packets, "code for packets of work-items: never, quicker (where they seem so), possible");
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

/// The words of an enumeration, in the order of its values.
template <typename Enum> constexpr std::array<std::string_view, 0> words;
template <> inline constexpr std::array<std::string_view, 2> words<CodeExecutor>{"loops", "fibers"};
template <> inline constexpr std::array<std::string_view, 3> words<CodePackets>{"never", "quicker", "possible"};
template <> inline constexpr std::array<std::string_view, 2> words<CodeIndices>{"narrow", "wide"};
template <> inline constexpr std::array<std::string_view, 2> words<CodeBuffers>{"distinct", "any"};

template <> inline constexpr std::array<std::string_view, 4> words<CodeCheck>{"memory", "races", "barriers", "values"};

inline std::string write(const std::string &text) { return text; }
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
/// What is in front of the separator; the rest stays.
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
/// Names are of small letters and hyphens, as stages have them.
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
