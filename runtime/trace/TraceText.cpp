// Writes a trace's JSON text into memory that has been allocated before.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TraceText.h"

#include <array>

#include "Trace.h"

namespace weft::trace {

namespace {

/// Returns the length in bytes of the UTF-8 character at the begin of `text`; 0 if there is no valid character (RFC
/// 3629, section 4).
size_t lengthOfCharacter(std::string_view text) {
  const auto byte = [&](size_t at) { return static_cast<unsigned char>(text[at]); };
  const unsigned first = byte(0);
  const size_t length = first < 0x80   ? 1
                        : first < 0xC2 ? 0
                        : first < 0xE0 ? 2
                        : first < 0xF0 ? 3
                        : first < 0xF5 ? 4
                                       : 0;
  if (length == 0 || length > text.size())
    return 0;
  for (size_t at = 1; at < length; ++at)
    if ((byte(at) & 0xC0) != 0x80)
      return 0;
  // Excludes encodings that are longer than necessary, halves of surrogate pairs, and values beyond the last character.
  if (length > 1) {
    const unsigned second = byte(1);
    if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) || (first == 0xF0 && second < 0x90) ||
        (first == 0xF4 && second > 0x8F))
      return 0;
  }
  return length;
}

void appendAscii(std::string &out, char character) {
  static constexpr std::string_view digits = "0123456789abcdef";
  const auto code = static_cast<unsigned char>(character);
  if (character == '"' || character == '\\')
    (out += '\\') += character;
  else if (character == '\n')
    out += "\\n";
  else if (code < 0x20 || code == 0x7F)
    ((out += "\\u00") += digits[code >> 4]) += digits[code & 15];
  else
    out += character;
}

} // namespace

std::string escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 8);
  while (!text.empty()) {
    const size_t length = lengthOfCharacter(text);
    if (length == 1)
      appendAscii(out, text.front());
    else if (length == 0)
      out += "\\ufffd";
    else
      out += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

std::string field(std::string_view name, std::string_view value) {
  return "\"" + std::string(name) + "\":\"" + escaped(value) + "\"";
}

std::string field(std::string_view name, uint64_t value) {
  return "\"" + std::string(name) + "\":" + std::to_string(value);
}

std::string rawField(std::string_view name, std::string_view json) {
  return "\"" + std::string(name) + "\":" + std::string(json);
}

} // namespace weft::trace
