// Prepares, checks and times benchmarks for one contender.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness/Contender.h"

#include <omp.h>

#include <stdexcept>

#include "common/Timing.h"
#include "harness/Producer.h"

namespace weft::bench {
namespace {

/// Ends OpenMP's threads, which otherwise keep spinning for a while and take the CPUs from the next contender.
void quietOpenMp() { omp_pause_resource_all(omp_pause_soft); }

} // namespace

Benchmark &Contender::ready(const std::string &name) {
  if (const auto known = ready_.find(name); known != ready_.end())
    return *known->second;
  const Entry &entry = entryOf(name);
  // The memory of large benchmarks must not add up, so only the benchmark that has its turns now is stored.
  ready_.clear();
  if (!takesPart(entry))
    throw std::runtime_error("no library does the work of " + name);
  std::unique_ptr<Benchmark> benchmark = entry.make();
  if (session_) {
    const std::string path = std::string(BENCHMARKS_DIR "/") + entry.kernelFile;
    benchmark->prepare(*session_, producer_.empty() ? host::readFile(path) : spirvOf(path, producer_));
  }
  if (session_ || libraries_)
    check(*benchmark);
  return *(ready_[name] = std::move(benchmark));
}

void Contender::check(Benchmark &benchmark) const {
  run(benchmark);
  benchmark.runHost();
  quietOpenMp();
  const std::string difference = libraries_ ? benchmark.compareLibrary() : benchmark.compare();
  if (!difference.empty())
    throw std::runtime_error("wrong result: " + difference);
}

void Contender::run(Benchmark &benchmark) const {
  if (session_)
    benchmark.runDevice();
  else if (libraries_)
    benchmark.runLibrary();
  else
    benchmark.runHost();
}

std::vector<double> Contender::takeTurn(const std::string &name, double seconds) {
  Benchmark &benchmark = ready(name);
  constexpr size_t mostSamples = 20000;
  run(benchmark);
  std::vector<double> samples;
  double total = 0;
  do {
    samples.push_back(host::secondsOf([&] { run(benchmark); }));
    total += samples.back();
  } while (total < seconds && samples.size() < mostSamples);
  if (!session_)
    quietOpenMp();
  return samples;
}

} // namespace weft::bench
