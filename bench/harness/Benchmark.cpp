// The list of all benchmarks, and the random input data for them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness/Benchmark.h"

#include <algorithm>
#include <random>
#include <stdexcept>

namespace weft::bench {
namespace {

std::vector<Entry> &registry() {
  static std::vector<Entry> entries;
  return entries;
}

} // namespace

const std::vector<Entry> &allBenchmarks() { return registry(); }

const Entry &entryOf(const std::string &name) {
  const auto entry = std::ranges::find(registry(), name, &Entry::name);
  if (entry == registry().end())
    throw std::runtime_error("no benchmark has the name " + name);
  return *entry;
}

Registration::Registration(const std::string &kernelFile, std::vector<Entry> entries) {
  for (Entry &entry : entries) {
    entry.kernelFile = kernelFile;
    registry().push_back(std::move(entry));
  }
}

std::vector<float> randomFloats(size_t count, float low, float high) {
  std::mt19937 generator(1);
  std::uniform_real_distribution<float> distribution(low, high);
  std::vector<float> values(count);
  for (float &value : values)
    value = distribution(generator);
  return values;
}

std::vector<unsigned> randomNumbers(size_t count, unsigned bound) {
  std::mt19937 generator(1);
  std::vector<unsigned> values(count);
  for (unsigned &value : values)
    value = generator() % bound;
  return values;
}

} // namespace weft::bench
