// A hash of each of half a million numbers: additions, exclusive ors and rotations, and a multiplication now and then.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness/Benchmark.h"

#include <bit>

namespace weft::bench {
namespace {

constexpr size_t count = size_t{1} << 19;
constexpr int rounds = 16;

struct State {
  unsigned a, b, c, d;
};

inline State quarterRound(State s) {
  s.a += s.b;
  s.d = std::rotl(s.d ^ s.a, 16);
  s.c += s.d;
  s.b = std::rotl(s.b ^ s.c, 12);
  s.a += s.b;
  s.d = std::rotl(s.d ^ s.a, 8);
  s.c += s.d;
  s.b = std::rotl(s.b ^ s.c, 7);
  return s;
}

inline unsigned finish(unsigned value) {
  value = (value ^ (value >> 16)) * 0x85ebca6bu;
  value = (value ^ (value >> 13)) * 0xc2b2ae35u;
  return value ^ (value >> 16);
}

class IntegerHash final : public Benchmark {
public:
  IntegerHash() : values_(randomNumbers(count, ~0u)), expected_(count), result_(count) {}

  void runHost() override {
    const unsigned *values = values_.data();
    unsigned *hashes = expected_.data();
#pragma omp parallel for simd simdlen(16)
    for (size_t i = 0; i < count; ++i) {
      const unsigned index = static_cast<unsigned>(i);
      State state = {.a = values[i], .b = index, .c = 0x9e3779b9u, .d = values[i] ^ ~index};
      // Only without a loop in it can the outer one be vectorised.
#pragma clang loop unroll(full)
      for (int round = 0; round < rounds; ++round)
        state = quarterRound(state);
      hashes[i] = finish(state.a ^ state.b) + finish(state.c ^ state.d);
    }
  }

  void prepare(const host::Session &session, const std::string &source) override {
    session_ = &session;
    kernel_ = session.kernel(session.build(source), "hash");
    bufferValues_ = session.upload(values_);
    bufferHashes_ = session.create(count * sizeof(cl_uint));
    host::setArguments(kernel_, bufferValues_, bufferHashes_);
  }

  void runDevice() override {
    const size_t global[] = {count};
    session_->launch(kernel_, global);
    session_->finish();
  }

  std::string compare() override {
    session_->download(bufferHashes_, result_);
    return firstDifference(result_, expected_);
  }

private:
  std::vector<unsigned> values_, expected_, result_;
  host::Kernel kernel_;
  host::Buffer bufferValues_, bufferHashes_;
};

const Registration registration("integer-hash.cl",
                                {{"integer-hash", {}, [] { return std::make_unique<IntegerHash>(); }}});

} // namespace
} // namespace weft::bench
