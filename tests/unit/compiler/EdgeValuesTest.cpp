// Tests every mathematical function on zeros, infinities, NaNs and the ends of its domain, for all types and widths.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>
#include <cstring>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "EdgeArguments.h"
#include "LoadedKernel.h"
#include "MathCall.h"

namespace weft::compiler::test {
namespace {

/// The values of one argument or result in a whole run: elements of one size, for all vectors of the work-groups.
class Column {
public:
  Column(size_t elements, size_t bytes) : elementBytes_(bytes), blocks_(elements * bytes / sizeof(Block) + 1) {}
  void set(size_t index, uint64_t bits) { std::memcpy(at(index), &bits, elementBytes_); }
  uint64_t get(size_t index) const {
    uint64_t bits = 0;
    std::memcpy(&bits, at(index), elementBytes_);
    return bits;
  }
  const char *at(size_t index) const { return blocks_[0].bytes + index * elementBytes_; }
  char *at(size_t index) { return blocks_[0].bytes + index * elementBytes_; }

private:
  /// Has the alignment of a vector of sixteen doubles.
  struct alignas(128) Block {
    char bytes[128];
  };

  size_t elementBytes_;
  std::vector<Block> blocks_;
};

uint64_t bitsOf(Number value, char letter, const FloatFormat &format) {
  return letter == 'f' || letter == 's' ? format.encode(value) : static_cast<uint64_t>(static_cast<int64_t>(value));
}

/// Whether the standards allow no result other than `expected`. That is so if the format can represent it, and an
/// argument is zero, infinite, NaN, or a power's base of 1. Zero and non-finite results must be exact in any case. The
/// standards say nothing of erfc(0).
bool mustBeExact(const MathFunction &function, const MathArguments &arguments, Number expected,
                 const FloatFormat &format) {
  if (expected == 0 || !std::isfinite(expected))
    return true;
  if (arguments[0] == 0 && std::strcmp(function.name, "erfc") == 0)
    return false;
  const bool isPower = std::strncmp(function.name, "pow", 3) == 0;
  for (size_t place = 0; function.arguments[place]; ++place)
    if (const Number argument = arguments[place];
        argument == 0 || !std::isfinite(argument) || (isPower && place == 0 && argument == 1))
      return std::abs(format.round(expected) - expected) <= std::ldexp(std::abs(expected), -60);
  return false;
}

/// Whether the value with these bits is `expected` within the bound, and has the same sign.
bool agrees(uint64_t bits, Number expected, double bound, const FloatFormat &format) {
  if (std::isnan(expected) || format.isNan(bits))
    return std::isnan(expected) && format.isNan(bits) && (bits >> (format.digits - 2) & 1) != 0;
  const Number got = format.decode(bits), rounded = format.round(expected);
  if (std::signbit(got) != std::signbit(expected))
    return false;
  if (got == rounded)
    return true;
  // Infinity counts as the next value after the largest finite value (OpenCL C 3.0, section 7.4).
  const Number beyond = std::ldexp(1.0L, format.maxExponent);
  const Number near = std::isinf(got) ? beyond : std::abs(got);
  return std::isfinite(expected) &&
         std::abs(near - std::fmin(std::abs(expected), std::isinf(got) ? beyond : HUGE_VALL)) <=
             bound * format.unit(expected);
}

bool agrees(const MathCall &call, size_t result, uint64_t bits, const std::optional<Number> &expected,
            const MathArguments &arguments) {
  if (!expected)
    return true;
  if (call.function.results[result] == 'i')
    return static_cast<int32_t>(bits) == static_cast<int32_t>(*expected);
  const double bound = call.format.bytes == 2 ? call.function.boundOfHalf : call.function.bound;
  return agrees(bits, *expected, mustBeExact(call.function, arguments, *expected, call.format) ? 0 : bound,
                call.format);
}

class EdgeValues : public testing::TestWithParam<MathFunction> {
protected:
  /// Computes all arguments for a format, and their expected results.
  void prepare(const MathFunction &function, const FloatFormat &format) {
    arguments_ = edgeArguments(function, format);
    expected_.clear();
    for (const MathArguments &given : arguments_)
      expected_.push_back(function.expected(given, format));
  }

  void run(const MathCall &call, const LoadedKernel &kernel);
  void compare(const MathCall &call, const std::string &how, const Column &values, const Column &stored) const;

  std::vector<MathArguments> arguments_;
  std::vector<MathResult> expected_;
  std::string how_;
  std::vector<size_t> order_;
};

/// Returns the order of the arguments: element i of the columns has the arguments with index order[i]. A scalar
/// argument beside vectors is the same for all elements of a vector, so all elements of a vector have the same second
/// argument.
std::vector<size_t> placesOf(const MathCall &call, const std::vector<MathArguments> &arguments, size_t elements) {
  std::vector<size_t> order(elements);
  const bool hasScalar = call.width > 1 && call.isScalar(call.function.arguments[1]);
  std::vector<size_t> sorted(arguments.size());
  for (size_t i = 0; i < sorted.size(); ++i)
    sorted[i] = i;
  if (!hasScalar) {
    for (size_t i = 0; i < elements; ++i)
      order[i] = i % sorted.size();
    return order;
  }
  // The arguments are all pairs of values, and the second value changes fastest.
  const size_t firsts =
      static_cast<size_t>(std::count_if(arguments.begin(), arguments.end(), [&](const MathArguments &a) {
        return call.format.encode(a[1]) == call.format.encode(arguments[0][1]);
      }));
  const size_t seconds = arguments.size() / firsts;
  const auto width = static_cast<size_t>(call.width);
  const size_t vectors = (firsts + width - 1) / width;
  for (size_t i = 0; i < elements; ++i) {
    const size_t vector = i / width;
    order[i] = (vector % vectors * width + i % width) % firsts * seconds + vector / vectors % seconds;
  }
  return order;
}

void EdgeValues::run(const MathCall &call, const LoadedKernel &kernel) {
  const auto width = static_cast<size_t>(call.width);
  const size_t group = items * width;
  // If the elements of a vector share a scalar, twice as many elements run, because the number of first arguments isn't
  // a multiple of the width.
  const size_t wanted =
      call.width > 1 && call.isScalar(call.function.arguments[1]) ? 2 * arguments_.size() : arguments_.size();
  const size_t elements = (wanted + group - 1) / group * group;
  order_ = placesOf(call, arguments_, elements);
  std::vector<Column> columns;
  for (size_t place = 0; call.function.arguments[place]; ++place) {
    const char letter = call.function.arguments[place];
    columns.emplace_back(elements, call.elementBytes(letter));
    for (size_t i = 0; i < elements; ++i)
      columns.back().set(call.isScalar(letter) ? i / width : i,
                         bitsOf(arguments_[order_[i]][place], letter == 'j' ? 'i' : letter, call.format));
  }
  Column values(elements, call.elementBytes(call.function.results[0])), stored(elements, 8), scratch(items * 16, 8);
  for (size_t first = 0; first < elements; first += group) {
    std::vector<const void *> pointers;
    for (size_t place = 0; place < columns.size(); ++place)
      pointers.push_back(columns[place].at(call.isScalar(call.function.arguments[place]) ? first / width : first));
    pointers.push_back(values.at(first));
    const size_t bytes = call.elementBytes(call.function.results[1]);
    pointers.push_back(stored.at(0) + first * bytes);
    pointers.push_back(scratch.at(0));
    kernel.run(pointers);
  }
  compare(call, how_, values, stored);
}

std::string shown(uint64_t bits, char letter, const FloatFormat &format) {
  std::ostringstream text;
  if (letter == 'i')
    text << static_cast<int32_t>(bits);
  else
    text << format.decode(bits) << " (0x" << std::hex << bits << ")";
  return text.str();
}

void EdgeValues::compare(const MathCall &call, const std::string &how, const Column &values,
                         const Column &stored) const {
  size_t wrong = 0;
  std::ostringstream first;
  const auto tell = [&](size_t index, uint64_t bits, size_t result, const std::optional<Number> &wanted) {
    if (++wrong > 8)
      return;
    const size_t place = order_[index];
    first << "\n  of";
    for (size_t i = 0; call.function.arguments[i]; ++i)
      first << " " << arguments_[place][i];
    first << (result ? " stores " : " is ") << shown(bits, call.function.results[result], call.format) << ", not "
          << *wanted;
  };
  for (size_t index = 0; index < order_.size(); ++index) {
    const MathArguments &given = arguments_[order_[index]];
    const MathResult &wanted = expected_[order_[index]];
    const uint64_t bits = values.get(index);
    if (!agrees(call, 0, bits, wanted.value, given) && !(wanted.other && agrees(call, 0, bits, wanted.other, given)))
      tell(index, bits, 0, wanted.value);
    if (!call.function.stores())
      continue;
    uint64_t kept = 0;
    const size_t bytes = call.elementBytes(call.function.results[1]);
    std::memcpy(&kept, stored.at(0) + index * bytes, bytes);
    if (!agrees(call, 1, kept, wanted.stored, given))
      tell(index, kept, 1, wanted.stored);
  }
  EXPECT_EQ(wrong, 0u) << call.text() << how << first.str();
}

const std::string withGeneric = std::string(deviceExtensions) + " __opencl_c_generic_address_space";

TEST_P(EdgeValues, AreTheStandards) {
  const MathFunction &function = GetParam();
  std::vector<const char *> spaces = {""};
  if (function.stores())
    spaces = {"private", "local", "global", "generic"};
  for (const FloatFormat *format : formatsOf(function)) {
    prepare(function, *format);
    for (const int width : vectorWidths)
      for (const char *space : spaces) {
        const MathCall call{function, *format, width, space};
        if (call.isScalar(function.arguments[1]) && width == 1)
          continue;
        const bool isGeneric = std::string(space) == "generic";
        const Result program = build(call.source(), isGeneric ? "-cl-std=CL3.0" : "-cl-std=CL1.2",
                                     isGeneric ? withGeneric.c_str() : deviceExtensions);
        for (const ScheduleExecutor executor : {ScheduleExecutor::loops, ScheduleExecutor::packets}) {
          if (executor == ScheduleExecutor::packets && (width > 4 || width == 2 || *space == 'g'))
            continue;
          how_ = executor == ScheduleExecutor::packets ? " on packets" : "";
          CodeRequest code;
          code.schedule.executor = executor;
          code.kernel = "k";
          run(call, LoadedKernel(program, code));
        }
      }
  }
}

std::string nameOf(const testing::TestParamInfo<MathFunction> &info) {
  return std::string(info.param.name) + (std::strpbrk(info.param.arguments, "sj") ? "_by_scalars" : "");
}
INSTANTIATE_TEST_SUITE_P(Functions, EdgeValues, testing::ValuesIn(mathFunctions()), nameOf);
INSTANTIATE_TEST_SUITE_P(Relaxed, EdgeValues, testing::ValuesIn(relaxedFunctions()), nameOf);

} // namespace
} // namespace weft::compiler::test
