// Builds texts, such as error messages, from strings and numbers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_SUPPORT_TEXT_H
#define WEFT_RUNTIME_SUPPORT_TEXT_H

#include <charconv>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace weft {

inline void appendNumber(std::string &out, auto number, int base) {
  char digits[32];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, number, base).ptr);
}

inline void appendPart(std::string &out, std::string_view part) { out.append(part); }
inline void appendPart(std::string &out, std::integral auto part) { appendNumber(out, part, 10); }
inline void appendPart(std::string &out, const void *part) {
  out.append("0x");
  appendNumber(out, reinterpret_cast<uintptr_t>(part), 16);
}

/// Concatenates strings, integers in decimal, and other pointers in hexadecimal: concat("Argument ", 3, " is not
/// set.").
template <typename... Parts> std::string concat(const Parts &...parts) {
  std::string out;
  (
      [&] {
        if constexpr (std::convertible_to<const Parts &, std::string_view>)
          appendPart(out, std::string_view(parts));
        else
          appendPart(out, parts);
      }(),
      ...);
  return out;
}

/// A number as C writes it in hexadecimal: 0x1234.
inline std::string hex(uint64_t number) {
  std::string out = "0x";
  appendNumber(out, number, 16);
  return out;
}

} // namespace weft

#endif
