// Measures the machine's greatest throughput of memory, of caches and of floating-point operations.
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

/// The greatest size of the vectors of all threads together, so that the measurement doesn't use too much memory on a
/// machine with many CPUs.
constexpr size_t maxVectorBytes = size_t{128} << 20;
/// The size of a vector in the measurement of the caches. Three vectors of this size fit the second-level cache of any
/// current CPU, but not the first-level cache.
constexpr size_t cacheVectorBytes = size_t{64} << 10;
/// The seconds that a measurement takes, and the number of measurements. The best result is used, because other
/// programs may slow down some of them.
constexpr double longEnough = 0.004;
constexpr unsigned attempts = 5;

/// Returns the CPU time of this thread in seconds.
double threadTime() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

typedef float Floats __attribute__((vector_size(64), aligned(64)));
typedef double Doubles __attribute__((vector_size(64), aligned(64)));

/// Computes independent chains of multiply-adds. The number of chains is a compromise. Two execution units with a
/// latency of five cycles are busy only with ten chains or more. But most CPUs have only 16 vector registers, and if
/// the CPU's registers are narrower than `Vector`, each value takes several.
template <typename Vector, typename Element, unsigned chains>
__attribute__((always_inline)) inline double multiplyAdd(uint64_t rounds) {
  Vector sums[chains];
  for (unsigned i = 0; i < chains; ++i)
    sums[i] = Vector{} + static_cast<Element>(1 + i);
  Vector factor = Vector{} + static_cast<Element>(0.5);
  asm volatile("" : "+m"(factor)); // the compiler must not know the value
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

/// Calls `prepare` on each of `threads` threads. Then all threads at the same time call the functions that `prepare`
/// has returned, again and again. Each call returns how much work it has done. rateOf returns the work that all threads
/// together have done per second.
double rateOf(unsigned threads, const std::function<std::function<double()>(unsigned)> &prepare) {
  std::atomic<unsigned> ready{0};
  std::atomic<bool> begins{false};
  std::vector<double> rates(threads, 0);
  const auto body = [&](unsigned number) {
    const std::function<double()> work = prepare(number);
    if (work)
      work(); // warms up caches and clocks
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
  } catch (const std::system_error &) { // if the system can't start a thread, the measurement goes on with the threads
                                        // that have been started
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
