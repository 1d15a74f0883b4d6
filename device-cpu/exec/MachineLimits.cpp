// Measures what the machine can do at most.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "MachineLimits.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <memory>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

namespace weft::cpu {

namespace {

/// Of all threads together, so that a machine of many CPUs isn't short of memory for it.
constexpr size_t maxVectorBytes = size_t{128} << 20;
/// Three vectors that fit the second-level cache of any CPU of today, but not the first.
constexpr size_t cacheVectorBytes = size_t{64} << 10;
/// Seconds of a measurement, and how many of them there are, of which the best counts: others may run beside.
constexpr double longEnough = 0.004;
constexpr unsigned attempts = 5;

/// Seconds that this thread has had a CPU.
double threadTime() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

typedef float Floats __attribute__((vector_size(64), aligned(64)));
typedef double Doubles __attribute__((vector_size(64), aligned(64)));

/// As many independent chains as hide the latency of two units of five cycles; more than 16 registers of the widest
/// kind would have to be in memory on most CPUs, and narrower ones are several each.
template <typename Vector, typename Element, unsigned chains>
__attribute__((always_inline)) inline double multiplyAdd(uint64_t rounds) {
  Vector sums[chains];
  for (unsigned i = 0; i < chains; ++i)
    sums[i] = Vector{} + static_cast<Element>(1 + i);
  Vector factor = Vector{} + static_cast<Element>(0.5);
  asm volatile("" : "+m"(factor)); // nobody knows what it is
  for (uint64_t round = 0; round < rounds; ++round) {
#pragma clang loop unroll(full)
    for (unsigned i = 0; i < chains; ++i)
      sums[i] = __builtin_elementwise_fma(sums[i], factor, factor);
  }
  double all = 0;
  for (unsigned i = 0; i < chains; ++i)
    all += static_cast<double>(sums[i][0]);
  return all;
}

template <typename Vector, typename Element> double multiplyAddsPlain(uint64_t rounds) {
  return multiplyAdd<Vector, Element, 2>(rounds);
}
#if defined(__x86_64__)
template <typename Vector, typename Element>
__attribute__((target("avx2,fma"))) double multiplyAddsAvx2(uint64_t rounds) {
  return multiplyAdd<Vector, Element, 6>(rounds);
}
template <typename Vector, typename Element>
__attribute__((target("avx512f"))) double multiplyAddsAvx512(uint64_t rounds) {
  return multiplyAdd<Vector, Element, 12>(rounds);
}
#endif

struct MultiplyAdds {
  double (*run)(uint64_t rounds);
  unsigned chains;
};

template <typename Vector, typename Element> MultiplyAdds chooseMultiplyAdds() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f"))
    return {multiplyAddsAvx512<Vector, Element>, 12};
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return {multiplyAddsAvx2<Vector, Element>, 6};
#endif
  return {multiplyAddsPlain<Vector, Element>, 2};
}

void sumVectors(float *sum, const float *one, const float *other, size_t count) {
  for (size_t i = 0; i < count; i += 4) {
    typedef float Four __attribute__((vector_size(16)));
    *reinterpret_cast<Four *>(sum + i) =
        *reinterpret_cast<const Four *>(one + i) + *reinterpret_cast<const Four *>(other + i);
  }
}

/// Runs `prepare` and then, at the same time on all threads, `work` again and again. How much of it was done in a
/// second by all: `work` returns how much it does.
double rateOf(unsigned threads, const std::function<std::function<double()>(unsigned)> &prepare) {
  std::atomic<unsigned> ready{0};
  std::atomic<bool> begins{false};
  std::vector<double> rates(threads, 0);
  const auto body = [&](unsigned number) {
    const std::function<double()> work = prepare(number);
    if (work)
      work(); // caches and clocks are warm
    ready.fetch_add(1);
    while (!begins.load())
      std::this_thread::yield();
    for (unsigned attempt = 0; work && attempt < attempts; ++attempt) {
      const double start = threadTime();
      double done = 0, passed = 0;
      for (; passed < longEnough; passed = threadTime() - start)
        done += work();
      rates[number] = std::max(rates[number], done / passed);
    }
  };
  std::vector<std::thread> others;
  unsigned started = 1;
  try {
    for (; started < threads; ++started)
      others.emplace_back(body, started);
  } catch (const std::system_error &) { // those that there are
  }
  std::thread last([&] {
    while (ready.load() < started)
      std::this_thread::yield();
    begins.store(true);
  });
  body(0);
  last.join();
  for (std::thread &other : others)
    other.join();
  double all = 0;
  for (const double rate : rates)
    all += rate;
  return all;
}

struct Free {
  void operator()(float *memory) const { std::free(memory); }
};

double measureSums(unsigned threads, size_t vectorBytes) {
  return rateOf(threads, [&](unsigned) -> std::function<double()> {
    const size_t count = vectorBytes / sizeof(float);
    std::shared_ptr<float> memory(static_cast<float *>(std::aligned_alloc(64, 3 * vectorBytes)), Free());
    if (!memory)
      return nullptr;
    std::fill_n(memory.get(), 3 * count, 1.0F);
    return [memory, count, vectorBytes] {
      sumVectors(memory.get(), memory.get() + count, memory.get() + 2 * count, count);
      asm volatile("" : : "r"(memory.get()) : "memory");
      return 3.0 * static_cast<double>(vectorBytes);
    };
  });
}

template <typename Vector, typename Element> double measureFlops(unsigned threads) {
  return rateOf(threads, [](unsigned) -> std::function<double()> {
    return [adds = chooseMultiplyAdds<Vector, Element>()] {
      constexpr uint64_t rounds = 20'000;
      double result = adds.run(rounds);
      asm volatile("" : "+m"(result));
      return 2.0 * static_cast<double>(rounds) * adds.chains * (sizeof(Vector) / sizeof(Element));
    };
  });
}

} // namespace

MachineLimits measureMachine(unsigned threads) {
  threads = std::max(threads, 1u);
  const size_t vectorBytes = std::max(cacheVectorBytes, maxVectorBytes / threads / 3 / 4096 * 4096);
  return {.memoryBytes = measureSums(threads, vectorBytes),
          .cacheBytes = measureSums(threads, cacheVectorBytes),
          .floatFlops = measureFlops<Floats, float>(threads),
          .doubleFlops = measureFlops<Doubles, double>(threads)};
}

} // namespace weft::cpu
