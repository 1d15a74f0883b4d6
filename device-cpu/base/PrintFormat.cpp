// Makes the text of OpenCL C's printf from a format, the arguments' bytes, and descriptions of the arguments' types.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "base/PrintFormat.h"

#include <algorithm>
#include <array>
#include <clocale>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <locale.h>
#include <optional>
#include <string_view>

namespace weft::cpu {

namespace {

/// A well-formed conversion specification of a format.
struct Conversion {
  std::string flags; ///< each of "-+ #0" at most once
  size_t width = 0;
  std::optional<size_t> precision;
  unsigned count = 1;        ///< the number of elements of the vector, 1 for a scalar
  unsigned elementBytes = 0; ///< the size in bytes of the type that the length modifier names, 0 if there is no
                             ///< modifier
  char specifier = 0;

  bool leftJustified() const { return flags.contains('-'); }
  bool isInteger() const { return std::string_view("diouxX").contains(specifier); }
  bool isSigned() const { return specifier == 'd' || specifier == 'i'; }
  bool isFloat() const { return std::string_view("fFeEgGaA").contains(specifier); }
};

/// Reads what follows a '%'.
class ConversionReader {
public:
  explicit ConversionReader(const char *&next) : next_(next) {}

  /// Returns nothing if the specification is invalid.
  std::optional<Conversion> read() {
    readFlags();
    if (!readNumber(conversion_.width))
      return std::nullopt;
    if (*next_ == '.') {
      ++next_;
      if (!readNumber(conversion_.precision.emplace(0)))
        return std::nullopt;
    }
    if (*next_ == 'v' && !readCount())
      return std::nullopt;
    readLength();
    conversion_.specifier = *next_;
    if (!isValid())
      return std::nullopt;
    ++next_;
    return conversion_;
  }

private:
  void readFlags() {
    for (; *next_ != 0 && std::string_view("-+ #0").contains(*next_); ++next_)
      if (!conversion_.flags.contains(*next_))
        conversion_.flags += *next_;
  }

  /// Reads a number, which is 0 if there are no digits. Returns false if the number exceeds printFieldLimit.
  bool readNumber(size_t &number) {
    for (; *next_ >= '0' && *next_ <= '9'; ++next_) {
      number = number * 10 + size_t(*next_ - '0');
      if (number > printFieldLimit)
        return false;
    }
    return true;
  }

  bool readCount() {
    ++next_;
    size_t count = 0;
    if (!readNumber(count))
      return false;
    conversion_.count = unsigned(count);
    return count == 2 || count == 3 || count == 4 || count == 8 || count == 16;
  }

  void readLength() {
    struct Length {
      std::string_view name;
      unsigned bytes;
    };
    // Each name comes before its own prefixes ("hh" before "h"), because the first name that matches is taken.
    constexpr std::array<Length, 8> lengths = {
        {{"hh", 1}, {"hl", 4}, {"h", 2}, {"ll", 8}, {"l", 8}, {"j", 8}, {"z", 8}, {"t", 8}}};
    for (const Length &length : lengths)
      if (std::strncmp(next_, length.name.data(), length.name.size()) == 0) {
        next_ += length.name.size();
        conversion_.elementBytes = length.bytes;
        scalarOnly_ = length.bytes == 8 && length.name != "l";
        vectorOnly_ = length.name == "hl";
        return;
      }
  }

  bool isValid() const {
    const bool vector = conversion_.count > 1;
    if ((vector && scalarOnly_) || (!vector && vectorOnly_))
      return false;
    if (conversion_.isInteger())
      return true;
    if (conversion_.isFloat()) // the lengths hh, ll, j, z and t are for integers only
      return conversion_.elementBytes != 1 && !scalarOnly_;
    const bool other = std::string_view("csp").contains(conversion_.specifier) && conversion_.specifier != 0;
    return other && !vector && conversion_.elementBytes == 0;
  }

  const char *&next_;
  Conversion conversion_;
  bool scalarOnly_ = false;
  bool vectorOnly_ = false;
};

template <typename Value> Value read(const std::byte *at) {
  Value value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

int64_t readSigned(const std::byte *at, unsigned bytes) {
  switch (bytes) {
  case 1:
    return read<int8_t>(at);
  case 2:
    return read<int16_t>(at);
  case 4:
    return read<int32_t>(at);
  default:
    return read<int64_t>(at);
  }
}

double readFloat(const std::byte *at, unsigned bytes) {
  switch (bytes) {
  case 2:
    return double(read<_Float16>(at));
  case 4:
    return double(read<float>(at));
  default:
    return read<double>(at);
  }
}

/// Sets this thread's locale to "C" for the lifetime of the object, because the application's locale may have another
/// decimal point.
class PlainLocale {
public:
  PlainLocale() : before_(uselocale(plain())) {}
  ~PlainLocale() { uselocale(before_); }
  PlainLocale(const PlainLocale &) = delete;
  PlainLocale &operator=(const PlainLocale &) = delete;

private:
  static locale_t plain() {
    static const locale_t locale = newlocale(LC_ALL_MASK, "C", nullptr);
    return locale;
  }
  locale_t before_;
};

class Formatter {
public:
  Formatter(std::string &text, std::span<const WeftPrintArgument> arguments, const void *values)
      : text_(text), arguments_(arguments), values_(static_cast<const std::byte *>(values)) {}

  bool run(const char *format) {
    while (*format != 0) {
      const size_t plain = std::strcspn(format, "%");
      text_.append(format, plain);
      format += plain;
      if (*format == 0)
        break;
      ++format;
      if (*format == '%') {
        text_ += '%';
        ++format;
        continue;
      }
      const char *const begin = format - 1;
      const size_t before = text_.size();
      const std::optional<Conversion> conversion = ConversionReader(format).read();
      if (conversion && convert(*conversion))
        continue;
      // The conversion can't be printed. It isn't known which arguments belong to the conversions after it, so the rest
      // of the format is printed unchanged.
      text_.resize(before);
      text_ += begin;
      return false;
    }
    return true;
  }

private:
  bool convert(const Conversion &conversion) {
    if (next_ == arguments_.size())
      return false;
    const WeftPrintArgument &argument = arguments_[next_++];
    if (argument.count != conversion.count)
      return false;
    switch (argument.kind) {
    case WEFT_PRINT_INTEGER:
      return conversion.specifier == 'c'   ? convertCharacter(conversion, argument)
             : conversion.specifier == 'p' ? convertPointer(conversion, argument)
                                           : conversion.isInteger() && convertElements(conversion, argument);
    case WEFT_PRINT_FLOAT:
      return conversion.isFloat() && convertElements(conversion, argument);
    case WEFT_PRINT_POINTER:
      return conversion.specifier == 's'   ? convertString(conversion, argument)
             : conversion.specifier == 'p' ? convertPointer(conversion, argument)
                                           : conversion.isInteger() && convertElements(conversion, argument);
    default:
      return false;
    }
  }

  /// Prints a scalar, or the elements of a vector with commas between them.
  bool convertElements(const Conversion &conversion, const WeftPrintArgument &argument) {
    const std::byte *element = values_ + argument.offset;
    for (unsigned i = 0; i < argument.count; ++i, element += argument.elementBytes) {
      if (i != 0)
        text_ += ',';
      const bool done = argument.kind == WEFT_PRINT_FLOAT
                            ? printFloat(conversion, readFloat(element, argument.elementBytes))
                            : printInteger(conversion, argument, element);
      if (!done)
        return false;
    }
    return true;
  }

  /// Prints the value as the type that the length modifier names. Without a length modifier, a scalar integer is an
  /// int.
  bool printInteger(const Conversion &conversion, const WeftPrintArgument &argument, const std::byte *element) {
    unsigned bytes = conversion.elementBytes;
    if (bytes == 0)
      bytes = argument.count > 1 || argument.kind == WEFT_PRINT_POINTER ? argument.elementBytes : sizeof(int32_t);
    // A narrower argument is sign-extended for a signed conversion, and zero-extended for an unsigned one.
    uint64_t value = uint64_t(readSigned(element, argument.elementBytes));
    const unsigned given = std::min<unsigned>(bytes, argument.elementBytes);
    const unsigned spare = 64 - 8 * given;
    value = conversion.isSigned() ? uint64_t(int64_t(value << spare) >> spare) : value << spare >> spare;
    return print(specification(conversion, "ll"), value);
  }

  bool printFloat(const Conversion &conversion, double value) {
    const PlainLocale locale;
    return print(specification(conversion, ""), value);
  }

  /// Returns the conversion specification for the C library's printf. It is built only from the parts that have been
  /// checked.
  static std::string specification(const Conversion &conversion, const char *length) {
    std::string text = "%" + conversion.flags;
    if (conversion.width != 0)
      text += std::to_string(conversion.width);
    if (conversion.precision)
      text += "." + std::to_string(*conversion.precision);
    return text + length + conversion.specifier;
  }

  template <typename Value> bool print(const std::string &specification, Value value) {
    std::array<char, 64> usual;
    const int length = formatted(usual.data(), usual.size(), specification, value);
    if (length < 0)
      return false;
    if (size_t(length) < usual.size()) {
      text_.append(usual.data(), size_t(length));
      return true;
    }
    const size_t before = text_.size();
    text_.resize(before + size_t(length) + 1); // the room includes the zero at the end, which is cut off afterwards
    formatted(text_.data() + before, size_t(length) + 1, specification, value);
    text_.resize(before + size_t(length));
    return true;
  }

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-nonliteral"
  template <typename Value> static int formatted(char *to, size_t size, const std::string &specification, Value value) {
    return std::snprintf(to, size, specification.c_str(), value);
  }
#pragma clang diagnostic pop

  bool convertCharacter(const Conversion &conversion, const WeftPrintArgument &argument) {
    // All supported machines are little-endian, so the first byte is the character, whatever the argument's size.
    const char character = read<char>(values_ + argument.offset);
    return pad(conversion, std::string_view(&character, 1));
  }

  bool convertString(const Conversion &conversion, const WeftPrintArgument &argument) {
    const auto *string = read<const char *>(values_ + argument.offset);
    if (string == nullptr)
      string = "(null)";
    const size_t length = conversion.precision ? strnlen(string, *conversion.precision) : std::strlen(string);
    return pad(conversion, std::string_view(string, length));
  }

  bool convertPointer(const Conversion &conversion, const WeftPrintArgument &argument) {
    if (argument.elementBytes != sizeof(void *))
      return false;
    std::array<char, 24> digits;
    const int length = std::snprintf(digits.data(), digits.size(), "0x%llx",
                                     static_cast<unsigned long long>(read<uint64_t>(values_ + argument.offset)));
    return pad(conversion, std::string_view(digits.data(), size_t(length)));
  }

  bool pad(const Conversion &conversion, std::string_view content) {
    const size_t padding = conversion.width > content.size() ? conversion.width - content.size() : 0;
    if (!conversion.leftJustified())
      text_.append(padding, ' ');
    text_ += content;
    if (conversion.leftJustified())
      text_.append(padding, ' ');
    return true;
  }

  std::string &text_;
  std::span<const WeftPrintArgument> arguments_;
  const std::byte *values_;
  size_t next_ = 0;
};

std::string describe(const WeftPrintArgument &argument) {
  const std::string count = argument.count == 1 ? "" : std::to_string(argument.count) + " ";
  const std::string many = argument.count == 1 ? "" : "s";
  const std::string bytes =
      " of " + std::to_string(argument.elementBytes) + (argument.elementBytes == 1 ? " byte" : " bytes");
  switch (argument.kind) {
  case WEFT_PRINT_INTEGER:
    return (count.empty() ? "an " : count) + "integer" + many + bytes;
  case WEFT_PRINT_FLOAT:
    return (count.empty() ? "a " : count) + "floating-point number" + many + bytes;
  case WEFT_PRINT_POINTER:
    return (count.empty() ? "a " : count) + "pointer" + many;
  default:
    return "something that can't be printed";
  }
}

/// Returns whether the argument has the type that the conversion stands for, after C's promotions.
bool fits(const Conversion &conversion, const WeftPrintArgument &argument) {
  if (argument.count != conversion.count)
    return false;
  if (conversion.specifier == 's' || conversion.specifier == 'p')
    return argument.kind == WEFT_PRINT_POINTER;
  const bool isVector = conversion.count > 1;
  if (conversion.isFloat())
    return argument.kind == WEFT_PRINT_FLOAT &&
           (!isVector || conversion.elementBytes == 0 || conversion.elementBytes == argument.elementBytes);
  if (isVector)
    return argument.kind == WEFT_PRINT_INTEGER &&
           (conversion.elementBytes == 0 || conversion.elementBytes == argument.elementBytes);
  return argument.kind == WEFT_PRINT_INTEGER &&
         std::max<unsigned>(conversion.elementBytes, sizeof(int32_t)) == argument.elementBytes;
}

} // namespace

std::string formatError(const char *format, std::span<const WeftPrintArgument> arguments) {
  size_t next = 0;
  for (const char *at = std::strchr(format, '%'); at; at = std::strchr(at, '%')) {
    const char *begin = at++;
    if (*at == '%') {
      ++at;
      continue;
    }
    const std::optional<Conversion> conversion = ConversionReader(at).read();
    const std::string text(begin, conversion ? at : std::min(at + 1, begin + std::strlen(begin)));
    if (!conversion)
      return "'" + text + "' is no conversion";
    if (next == arguments.size())
      return "'" + text + "' has no argument";
    if (!fits(*conversion, arguments[next]))
      return "'" + text + "' is given " + describe(arguments[next]);
    ++next;
  }
  return {};
}

bool formatPrint(std::string &text, const char *format, std::span<const WeftPrintArgument> arguments,
                 const void *values) {
  return format != nullptr && Formatter(text, arguments, values).run(format);
}

} // namespace weft::cpu
