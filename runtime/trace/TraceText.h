// Writes JSON text into memory that has been allocated before.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_TRACE_TRACE_TEXT_H
#define WEFT_RUNTIME_TRACE_TRACE_TEXT_H

#include <charconv>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

namespace weft::trace {

/// Returns the text in the form in which it can stand between the quotes of a JSON string. Quotes, backslashes and
/// control characters are escaped, and bytes that aren't UTF-8 are replaced, so that every reader accepts any name.
std::string escaped(std::string_view text);

/// A buffer of fixed size. It never allocates memory, so that it can be filled in a process whose heap is damaged.
class TextBuffer {
public:
  /// An upper limit for the length of an event, in bytes, except for events with texts of any length.
  static constexpr size_t mostOfEvent = 4096;
  static constexpr size_t capacity = size_t{256} << 10;

  TextBuffer() : bytes_(std::make_unique_for_overwrite<char[]>(capacity)) {}
  bool isFull() const { return size_ + mostOfEvent > capacity; }
  std::string_view text() const { return {bytes_.get(), size_}; }
  void clear() { size_ = 0; }

  /// Appends the text. It is cut off if there is no room.
  TextBuffer &operator<<(std::string_view part) {
    const size_t count = part.size() < capacity - size_ ? part.size() : capacity - size_;
    std::memcpy(bytes_.get() + size_, part.data(), count);
    size_ += count;
    return *this;
  }
  TextBuffer &operator<<(uint64_t number) { return add(number); }
  TextBuffer &operator<<(int64_t number) { return add(number); }

  /// Appends the time as microseconds with three decimals.
  TextBuffer &microseconds(uint64_t nanoseconds) {
    add(nanoseconds / 1000);
    const auto rest = static_cast<unsigned>(nanoseconds % 1000);
    const char decimals[] = {'.', static_cast<char>('0' + rest / 100), static_cast<char>('0' + rest / 10 % 10),
                             static_cast<char>('0' + rest % 10)};
    return *this << std::string_view(decimals, sizeof decimals);
  }
  TextBuffer &hexadecimal(uint64_t number) {
    char digits[32];
    const auto end = std::to_chars(digits, digits + sizeof digits, number, 16).ptr;
    return *this << "0x" << std::string_view(digits, static_cast<size_t>(end - digits));
  }

private:
  template <typename Number> TextBuffer &add(Number number) {
    char digits[32];
    const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    return *this << std::string_view(digits, static_cast<size_t>(end - digits));
  }

  std::unique_ptr<char[]> bytes_;
  size_t size_ = 0;
};

} // namespace weft::trace

#endif
