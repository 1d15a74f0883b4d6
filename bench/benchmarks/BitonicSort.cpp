// The bitonic sort of 131072 numbers: short distances in blocks of local memory, far ones a launch each.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness/Benchmark.h"

namespace weft::bench {
namespace {

constexpr size_t count = size_t{1} << 17;
constexpr size_t groupSize = 256;
constexpr size_t deviceBlock = 2 * groupSize; ///< keys that a group sorts; the kernels' BLOCK
constexpr size_t hostBlock = 4096;            ///< keys that a thread sorts on its own

/// Orders keys[low + k] and keys[low + distance + k] for all k below `width`.
template <size_t width> void exchange(unsigned *keys, size_t low, size_t distance, bool ascending) {
  unsigned *first = keys + low;
  unsigned *second = first + distance;
#pragma omp simd
  for (size_t k = 0; k < width; ++k) {
    const unsigned smaller = std::min(first[k], second[k]);
    const unsigned larger = std::max(first[k], second[k]);
    first[k] = ascending ? smaller : larger;
    second[k] = ascending ? larger : smaller;
  }
}

/// A step of a block for a distance that is shorter than a vector: the vectors run across pairs of runs.
template <size_t distance> void shortStep(unsigned *keys, size_t start, size_t length) {
  unsigned *block = keys + start;
#pragma omp simd
  for (size_t low = 0; low < hostBlock; low += 2 * distance) {
    const bool ascending = ((start + low) & length) == 0;
#pragma clang loop unroll(full)
    for (size_t k = low; k < low + distance; ++k) {
      const unsigned smaller = std::min(block[k], block[k + distance]);
      const unsigned larger = std::max(block[k], block[k + distance]);
      block[k] = ascending ? smaller : larger;
      block[k + distance] = ascending ? larger : smaller;
    }
  }
}

template <size_t width> void longStep(unsigned *keys, size_t start, size_t length, size_t distance) {
  for (size_t run = start; run < start + hostBlock; run += 2 * distance)
    for (size_t low = run; low < run + distance; low += width)
      exchange<width>(keys, low, distance, (run & length) == 0);
}

/// The steps of the block at `start` from `distance` down to 1.
void blockSteps(unsigned *keys, size_t start, size_t length, size_t distance) {
  for (; distance >= 16; distance /= 2)
    longStep<16>(keys, start, length, distance);
  if (distance >= 8)
    longStep<8>(keys, start, length, 8);
  if (distance >= 4)
    shortStep<4>(keys, start, length);
  if (distance >= 2)
    shortStep<2>(keys, start, length);
  shortStep<1>(keys, start, length);
}

class BitonicSort final : public Benchmark {
public:
  BitonicSort() : keys_(randomNumbers(count, ~0u)), expected_(count), result_(count) {}

  void runHost() override {
    const unsigned *input = keys_.data();
    unsigned *keys = expected_.data();
#pragma omp parallel
    {
#pragma omp for
      for (size_t start = 0; start < count; start += hostBlock) {
        std::copy_n(input + start, hostBlock, keys + start);
        for (size_t length = 2; length <= hostBlock; length *= 2)
          blockSteps(keys, start, length, length / 2);
      }
      for (size_t length = 2 * hostBlock; length <= count; length *= 2) {
        for (size_t distance = length / 2; distance >= hostBlock; distance /= 2) {
#pragma omp for
          for (size_t pair = 0; pair < count / 2; pair += 16) {
            const size_t low = 2 * pair - (pair & (distance - 1));
            exchange<16>(keys, low, distance, (low & length) == 0);
          }
        }
#pragma omp for
        for (size_t start = 0; start < count; start += hostBlock)
          blockSteps(keys, start, length, hostBlock / 2);
      }
    }
  }

  void prepare(const host::Session &session, const std::string &source) override {
    session_ = &session;
    const host::Program program = session.build(source);
    sortBlocks_ = session.kernel(program, "sortBlocks");
    farStep_ = session.kernel(program, "farStep");
    mergeBlocks_ = session.kernel(program, "mergeBlocks");
    input_ = session.upload(keys_);
    sorted_ = session.create(count * sizeof(cl_uint));
    host::setArguments(sortBlocks_, input_, sorted_);
  }

  void runDevice() override {
    const size_t global[] = {count / 2};
    const size_t local[] = {groupSize};
    session_->launch(sortBlocks_, global, local);
    for (size_t length = 2 * deviceBlock; length <= count; length *= 2) {
      for (size_t distance = length / 2; distance >= deviceBlock; distance /= 2) {
        host::setArguments(farStep_, sorted_, static_cast<cl_uint>(length), static_cast<cl_uint>(distance));
        session_->launch(farStep_, global, local);
      }
      host::setArguments(mergeBlocks_, sorted_, static_cast<cl_uint>(length));
      session_->launch(mergeBlocks_, global, local);
    }
    session_->finish();
  }

  std::string compare() override {
    std::vector<unsigned> sorted = keys_;
    std::ranges::sort(sorted);
    if (const std::string difference = firstDifference(expected_, sorted); !difference.empty())
      return "on the host, " + difference;
    session_->download(sorted_, result_);
    return firstDifference(result_, expected_);
  }

private:
  std::vector<unsigned> keys_, expected_, result_;
  host::Kernel sortBlocks_, farStep_, mergeBlocks_;
  host::Buffer input_, sorted_;
};

const Registration registration("bitonic-sort.cl",
                                {{"bitonic-sort", {}, [] { return std::make_unique<BitonicSort>(); }}});

} // namespace
} // namespace weft::bench
