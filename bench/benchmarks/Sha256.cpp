// SHA-256 of many messages of one block; on the host sixteen messages side by side in vectors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness/Benchmark.h"

#include <bit>

namespace weft::bench {
namespace {

constexpr unsigned count = 1 << 18;
constexpr unsigned lanes = 16;
using Lanes = unsigned[lanes];

constexpr unsigned roundConstants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
constexpr unsigned initialState[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

class Sha256 final : public Benchmark {
public:
  Sha256()
      : messages_(randomNumbers(size_t{count} * 16, ~0u)), expected_(size_t{count} * 8), result_(expected_.size()) {}

  void runHost() override {
    const unsigned *messages = messages_.data();
    unsigned *digests = expected_.data();
#pragma omp parallel for
    for (unsigned first = 0; first < count; first += lanes)
      digestLanes(messages + size_t{first} * 16, digests + size_t{first} * 8);
  }

  void prepare(const host::Session &session, const std::string &source) override {
    session_ = &session;
    kernel_ = session.kernel(session.build(source), "sha256");
    bufferMessages_ = session.upload(messages_);
    bufferDigests_ = session.create(expected_.size() * sizeof(unsigned));
    host::setArguments(kernel_, bufferMessages_, bufferDigests_, cl_uint{count});
  }

  void runDevice() override {
    const size_t global[] = {count};
    const size_t local[] = {256};
    session_->launch(kernel_, global, local);
    session_->finish();
  }

  std::string compare() override {
    session_->download(bufferDigests_, result_);
    return firstDifference(result_, expected_);
  }

private:
  static void digestLanes(const unsigned *messages, unsigned *digests) {
    Lanes w[64], s[8];
    for (int i = 0; i < 16; ++i)
      for (unsigned lane = 0; lane < lanes; ++lane)
        w[i][lane] = messages[lane * 16 + i];
    for (int i = 16; i < 64; ++i)
#pragma omp simd
      for (unsigned lane = 0; lane < lanes; ++lane) {
        const unsigned x = w[i - 15][lane], y = w[i - 2][lane];
        w[i][lane] = w[i - 16][lane] + (std::rotr(x, 7) ^ std::rotr(x, 18) ^ (x >> 3)) + w[i - 7][lane] +
                     (std::rotr(y, 17) ^ std::rotr(y, 19) ^ (y >> 10));
      }
    for (int i = 0; i < 8; ++i)
      std::fill_n(s[i], lanes, initialState[i]);
    for (int i = 0; i < 64; ++i)
#pragma omp simd
      for (unsigned lane = 0; lane < lanes; ++lane) {
        const unsigned a = s[0][lane], e = s[4][lane];
        const unsigned t1 = s[7][lane] + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                            ((e & s[5][lane]) ^ (~e & s[6][lane])) + roundConstants[i] + w[i][lane];
        const unsigned t2 = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) +
                            ((a & s[1][lane]) ^ (a & s[2][lane]) ^ (s[1][lane] & s[2][lane]));
        for (int j = 7; j > 0; --j)
          s[j][lane] = s[j - 1][lane];
        s[4][lane] += t1;
        s[0][lane] = t1 + t2;
      }
    for (int i = 0; i < 8; ++i)
      for (unsigned lane = 0; lane < lanes; ++lane)
        digests[lane * 8 + i] = initialState[i] + s[i][lane];
  }

  std::vector<unsigned> messages_, expected_, result_;
  host::Kernel kernel_;
  host::Buffer bufferMessages_, bufferDigests_;
};

const Registration registration("sha256.cl", {{"sha256", {}, [] { return std::make_unique<Sha256>(); }}});

} // namespace
} // namespace weft::bench
