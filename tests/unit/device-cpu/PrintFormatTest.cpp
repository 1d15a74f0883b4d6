// Tests the formatter of printf against strings that were written by hand from the specification.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "base/PrintFormat.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <locale.h>
#include <vector>

#include <gtest/gtest.h>

namespace weft::cpu {
namespace {

/// The arguments of a printf call, packed as generated code packs them.
class Values {
public:
  Values() = default;
  template <typename... T> explicit Values(T... values) { (add(values), ...); }

  template <typename T> Values &add(T value) { return addVector(std::array{value}); }
  template <typename T, size_t count> Values &addVector(const std::array<T, count> &elements) {
    bytes_.resize((bytes_.size() + sizeof(T) - 1) / sizeof(T) * sizeof(T));
    table_.push_back({uint32_t(bytes_.size()), kindOf<T>(), sizeof(T), uint8_t(count), 0});
    const auto *begin = reinterpret_cast<const std::byte *>(elements.data());
    bytes_.insert(bytes_.end(), begin, begin + sizeof elements);
    return *this;
  }
  Values &addOther() {
    table_.push_back({0, WEFT_PRINT_OTHER, 0, 1, 0});
    return *this;
  }

  std::span<const WeftPrintArgument> table() const { return table_; }
  const void *data() const { return bytes_.data(); }

private:
  template <typename T> static constexpr uint8_t kindOf() {
    if (std::is_pointer_v<T>)
      return WEFT_PRINT_POINTER;
    return std::is_integral_v<T> ? WEFT_PRINT_INTEGER : WEFT_PRINT_FLOAT;
  }

  std::vector<WeftPrintArgument> table_;
  std::vector<std::byte> bytes_;
};

std::string print(const char *format, const Values &values = {}) {
  std::string text;
  EXPECT_TRUE(formatPrint(text, format, values.table(), values.data())) << format;
  return text;
}

template <typename... T> std::string print(const char *format, T... values) { return print(format, Values(values...)); }

/// Returns the text that is printed when a conversion fails. From this conversion on, it is the format itself.
std::string failure(const char *format, const Values &values = {}) {
  std::string text;
  EXPECT_FALSE(formatPrint(text, format, values.table(), values.data())) << format;
  return text;
}

TEST(PrintFormat, FlawsOfArguments) {
  const auto flaw = [](const char *format, const Values &values = {}) { return formatError(format, values.table()); };
  EXPECT_EQ(flaw("plain %% %d %5.1f %c %s", Values(1, 2.0, 3).add("x")), "");
  EXPECT_EQ(flaw("more than it takes %d", Values(1, 2)), "");
  EXPECT_EQ(flaw("%d and %x", Values(1)), "'%x' has no argument");
  EXPECT_EQ(flaw("%-08ld", Values(1)), "'%-08ld' is given an integer of 4 bytes");
  EXPECT_EQ(flaw("%d", Values(int64_t{1})), "'%d' is given an integer of 8 bytes");
  EXPECT_EQ(flaw("%f", Values(1)), "'%f' is given an integer of 4 bytes");
  EXPECT_EQ(flaw("%d", Values(1.0)), "'%d' is given a floating-point number of 8 bytes");
  EXPECT_EQ(flaw("%p", Values(1)), "'%p' is given an integer of 4 bytes");
  EXPECT_EQ(flaw("%d", Values().addOther()), "'%d' is given something that can't be printed");
  EXPECT_EQ(flaw("%d %y", Values(1, 2)), "'%y' is no conversion");
  EXPECT_EQ(flaw("100 %"), "'%' is no conversion");
  EXPECT_EQ(flaw("%v2hld", Values().addVector(std::array{1, 2})), "");
  EXPECT_EQ(flaw("%v4hld", Values().addVector(std::array{1, 2})), "'%v4hld' is given 2 integers of 4 bytes");
  EXPECT_EQ(flaw("%v2hhd", Values().addVector(std::array{1, 2})), "'%v2hhd' is given 2 integers of 4 bytes");
}

TEST(PrintFormat, CopiesWhatIsNoConversion) {
  EXPECT_EQ(print(""), "");
  EXPECT_EQ(print("plain\ttext\n"), "plain\ttext\n");
  EXPECT_EQ(print("100 %%, %%d"), "100 %, %d");
}

TEST(PrintFormat, Integers) {
  EXPECT_EQ(print("%d %i %u", 1, -2, -3), "1 -2 4294967293");
  EXPECT_EQ(print("%o %x %X %#o %#x %#X", 8, 255, 255, 8, 255, 255), "10 ff FF 010 0xff 0XFF");
  EXPECT_EQ(print("[%5d|%-5d|%05d|%+d|% d|%+ d]", 42, 42, 42, 42, 42, 42), "[   42|42   |00042|+42| 42|+42]");
  EXPECT_EQ(print("[%.3d|%.0d|%5.3d|%05.3d|%.d]", 7, 0, 7, 7, 0), "[007||  007|  007|]");
  EXPECT_EQ(print("%d", std::numeric_limits<int>::min()), "-2147483648");
}

TEST(PrintFormat, LengthsOfIntegers) {
  EXPECT_EQ(print("%hhd %hhu %hhx", 0x1FF, 0x1FF, 0x180), "-1 255 80");
  EXPECT_EQ(print("%hd %hu %ho", 0x18000, 0x18000, 0x10008), "-32768 32768 10");
  EXPECT_EQ(print("%ld %lu %lx", int64_t{-5000000000}, uint64_t(-1), int64_t{1} << 40),
            "-5000000000 18446744073709551615 10000000000");
  EXPECT_EQ(print("%lld %llu %zu %td %jd", int64_t{-1}, uint64_t{2}, uint64_t{3}, int64_t{-4}, int64_t{-5}),
            "-1 2 3 -4 -5");
}

TEST(PrintFormat, ArgumentsOfAnotherWidthThanTheFormatExpects) {
  EXPECT_EQ(print("%ld %lu", -1, -1), "-1 4294967295");
  EXPECT_EQ(print("%d %u", int64_t{1} << 32 | 5, ~uint64_t{0}), "5 4294967295");
}

TEST(PrintFormat, FloatingPoint) {
  EXPECT_EQ(print("%f %F %.2f %.0f %#.0f", 1.5, 2.5, 3.14159, 2.5, 2.5), "1.500000 2.500000 3.14 2 2.");
  EXPECT_EQ(print("%e %.2E %g %G %#g", 12345.678, 0.00012, 0.0001, 1e-10, 1.0),
            "1.234568e+04 1.20E-04 0.0001 1E-10 1.00000");
  EXPECT_EQ(print("%a %A %.1a %a", 1.0, 0.5, 1.5, 0.0), "0x1p+0 0X1P-1 0x1.8p+0 0x0p+0");
  EXPECT_EQ(print("[%8.3f|%-8.3f|%08.3f|%+.1f|% .1f]", 1.5, 1.5, 1.5, 1.5, 1.5),
            "[   1.500|1.500   |0001.500|+1.5| 1.5]");
  EXPECT_EQ(print("%f %lf", 1.5F, 2.5), "1.500000 2.500000");
  EXPECT_EQ(print("%g", _Float16(0.333251953125)), "0.333252");
}

TEST(PrintFormat, InfinityNanAndNegativeZero) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(print("%f %e %g %a", infinity, -infinity, infinity, infinity), "inf -inf inf inf");
  EXPECT_EQ(print("%F %E %G %A", infinity, -infinity, nan, nan), "INF -INF NAN NAN");
  EXPECT_EQ(print("%f %f [%05f]", nan, std::copysign(nan, -1.0), infinity), "nan -nan [  inf]");
  EXPECT_EQ(print("%f %.1f", -0.0, -0.01), "-0.000000 -0.0");
}

TEST(PrintFormat, Vectors) {
  EXPECT_EQ(print("%v4hlf", Values().addVector(std::array{1.0F, 2.0F, 3.0F, -4.0F})),
            "1.000000,2.000000,3.000000,-4.000000");
  EXPECT_EQ(print("%2.2v4hlf", Values().addVector(std::array{1.0F, 2.0F, 3.0F, 4.0F})), "1.00,2.00,3.00,4.00");
  EXPECT_EQ(print("%#v4hhx", Values().addVector(std::array<uint8_t, 4>{0xFA, 0xFB, 0xFC, 0xFD})),
            "0xfa,0xfb,0xfc,0xfd");
  EXPECT_EQ(print("%v3hd", Values().addVector(std::array<int16_t, 3>{-1, 0, 1})), "-1,0,1");
  EXPECT_EQ(print("[%05v2hlu]", Values().addVector(std::array{512, 7})), "[00512,00007]");
  EXPECT_EQ(print("[%-4v2ld]", Values().addVector(std::array<int64_t, 2>{1, -2})), "[1   ,-2  ]");
  EXPECT_EQ(print("%v2lf", Values().addVector(std::array{0.5, -0.5})), "0.500000,-0.500000");
  EXPECT_EQ(print("%v2hg", Values().addVector(std::array{_Float16(0.5), _Float16(2)})), "0.5,2");
  EXPECT_EQ(print("%v8hhu", Values().addVector(std::array<uint8_t, 8>{1, 2, 3, 4, 5, 6, 7, 255})), "1,2,3,4,5,6,7,255");
  EXPECT_EQ(print("%v16hlx", Values().addVector(std::array<int, 16>{15})), "f,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0");
}

TEST(PrintFormat, CharactersStringsAndPointers) {
  EXPECT_EQ(print("%c%c[%3c|%-3c]", int('a'), 0x162, int('c'), int('d')), "ab[  c|d  ]");
  EXPECT_EQ(print("<%c>", 0), std::string("<\0>", 3));
  EXPECT_EQ(print("%s[%5s|%-5s|%.2s|%5.1s]", "one", "two", "six", "four", "five"), "one[  two|six  |fo|    f]");
  EXPECT_EQ(print("%s", static_cast<const char *>(nullptr)), "(null)");
  EXPECT_EQ(print("%s", "%d%n%s"), "%d%n%s");
  EXPECT_EQ(print("%p [%6p|%-6p]", reinterpret_cast<void *>(0xABC0), static_cast<void *>(nullptr),
                  reinterpret_cast<void *>(1)),
            "0xabc0 [   0x0|0x1   ]");
}

TEST(PrintFormat, StringNeedNotEndWithinItsPrecision) {
  const std::array<char, 3> open = {'a', 'b', 'c'};
  EXPECT_EQ(print("%.3s", open.data()), "abc");
}

TEST(PrintFormat, InvalidConversions) {
  for (const char *format : {"x%q",
                             "x%n",
                             "x%",
                             "x%5",
                             "x%-",
                             "x%.",
                             "x%l",
                             "x%h",
                             "x%*d",
                             "x%.*d",
                             "x%Lf",
                             "x%hld",
                             "x%ls",
                             "x%hc",
                             "x%lp",
                             "x%5%",
                             "x%v4s",
                             "x%v4c",
                             "x%v4p",
                             "x%v5hld",
                             "x%v1hld",
                             "x%v",
                             "x%v4",
                             "x%v4lld",
                             "x%hhf",
                             "x%zf",
                             "x%99999999999999999999d",
                             "x%.99999999999999999999d",
                             "x%2000000d",
                             "x%\x80",
                             "x%d"})
    EXPECT_EQ(failure(format), format);
  std::string text;
  EXPECT_FALSE(formatPrint(text, nullptr, {}, nullptr));
}

TEST(PrintFormat, ArgumentsThatDoNotFit) {
  EXPECT_EQ(failure("a%d%d", Values(1)), "a1%d");
  // OpenCL C takes no width from the arguments. So it is unknown to which conversion each of the remaining arguments
  // belongs.
  EXPECT_EQ(failure("%d of %*d%% and %s\n", Values(1, 2, 3).add("x")), "1 of %*d%% and %s\n");
  EXPECT_EQ(failure("[%-*d|%.*f]", Values(1, 2, 3, 4.0)), "[%-*d|%.*f]");
  EXPECT_EQ(failure("%d", Values(1.0)), "%d");
  EXPECT_EQ(failure("%f", Values(1)), "%f");
  EXPECT_EQ(failure("%s", Values(1)), "%s");
  EXPECT_EQ(failure("%s", Values(1.0)), "%s");
  EXPECT_EQ(failure("%p", Values(1)), "%p");
  EXPECT_EQ(failure("%c", Values("a")), "%c");
  EXPECT_EQ(failure("%f", Values("a")), "%f");
  EXPECT_EQ(failure("%v4hld", Values(1)), "%v4hld");
  EXPECT_EQ(failure("%d", Values().addVector(std::array{1, 2})), "%d");
  EXPECT_EQ(failure("%v4hld", Values().addVector(std::array{1, 2})), "%v4hld");
  EXPECT_EQ(failure("%d", Values().addOther()), "%d");
}

TEST(PrintFormat, LeftoverArgumentsAreIgnored) { EXPECT_EQ(print("%d", 1, 2, 3.0), "1"); }

TEST(PrintFormat, LargestFields) {
  EXPECT_EQ(print("%1048576d", 7), std::string(1048575, ' ') + "7");
  EXPECT_EQ(print("%.1048576d", 7), std::string(1048575, '0') + "7");
  EXPECT_EQ(print("%-1048576s|", "x"), "x" + std::string(1048575, ' ') + "|");
  EXPECT_EQ(print("%.1048576f", 0.5).size(), 1048578u);
  EXPECT_EQ(print("%f", std::numeric_limits<double>::max()).size(), 316u);
}

TEST(PrintFormat, DecimalPointIsThatOfC) {
  // Uses a locale with a decimal comma if the machine has such a locale.
  for (const char *name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE"})
    if (const locale_t comma = newlocale(LC_ALL_MASK, name, nullptr)) {
      const locale_t before = uselocale(comma);
      EXPECT_EQ(print("%.1f", 1.5), "1.5");
      EXPECT_EQ(uselocale(before), comma);
      freelocale(comma);
      return;
    }
  GTEST_SKIP() << "no locale with a decimal comma is installed";
}

} // namespace
} // namespace weft::cpu
