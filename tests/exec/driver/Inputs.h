// Reproducible input data for the execution tests.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_EXEC_INPUTS_H
#define WEFT_TESTS_EXEC_INPUTS_H

#include <cstdint>
#include <random>
#include <type_traits>
#include <vector>

namespace weft::exectest {

/// Whole numbers from `low` to `high`, as T. The same seed gives the same numbers everywhere.
template <class T> std::vector<T> wholeNumbers(size_t count, int64_t low, int64_t high, uint32_t seed = 1) {
  std::mt19937 random(seed);
  std::vector<T> values(count);
  for (T &value : values)
    value = static_cast<T>(low + static_cast<int64_t>(random() % static_cast<uint64_t>(high - low + 1)));
  return values;
}

/// Every bit at random: all values of an integer type.
template <class T> std::vector<T> anyBits(size_t count, uint32_t seed = 1) {
  static_assert(std::is_integral_v<T>);
  std::mt19937_64 random(seed);
  std::vector<T> values(count);
  for (T &value : values)
    value = static_cast<T>(random());
  return values;
}

/// Evenly spread over [low, high).
template <class T> std::vector<T> fractions(size_t count, double low, double high, uint32_t seed = 1) {
  std::mt19937 random(seed);
  std::vector<T> values(count);
  for (T &value : values)
    value = static_cast<T>(low + (high - low) * (random() / 4294967296.0));
  return values;
}

/// 0, 1, 2 ... times `step` plus `start`.
template <class T> std::vector<T> counting(size_t count, T start = 0, T step = 1) {
  std::vector<T> values(count);
  for (size_t i = 0; i < count; ++i)
    values[i] = static_cast<T>(start + static_cast<T>(i) * step);
  return values;
}

} // namespace weft::exectest

#endif
