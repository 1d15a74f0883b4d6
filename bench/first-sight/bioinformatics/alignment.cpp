// The work of the kernels that align sequences, as careful C++: the pairs stand side by side in vectors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace {

using Scores = int16_t __attribute__((vector_size(32)));
using Floats = float __attribute__((vector_size(32)));
using Masks = int32_t __attribute__((vector_size(32)));
constexpr int lanes = 16, floats = 8;

template <typename Vector> inline Vector greater(Vector a, Vector b) { return a > b ? a : b; }

} // namespace

/// Walks over the columns of the target; a gap along the target is kept for each row, a gap along the query in a
/// register.
extern "C" void sw_antidiagonals_local(const uint8_t *queries, const uint8_t *targets, int32_t *scores, int match,
                                       int mismatch, int open, int extend) {
  constexpr int pairs = 8192, query = 64, target = 96;
  const Scores hit = Scores{} + static_cast<int16_t>(match), miss = Scores{} - static_cast<int16_t>(mismatch),
               begin = Scores{} + static_cast<int16_t>(open), further = Scores{} + static_cast<int16_t>(extend);
#pragma omp parallel for
  for (int first = 0; first < pairs; first += lanes) {
    Scores bases[query], h[query] = {}, e[query], best{};
    for (int i = 0; i < query; ++i) {
      for (int lane = 0; lane < lanes; ++lane)
        bases[i][lane] = queries[(first + lane) * query + i];
      e[i] = -begin;
    }
    for (int j = 0; j < target; ++j) {
      Scores base, diagonal{}, above{}, f = -begin;
      for (int lane = 0; lane < lanes; ++lane)
        base[lane] = targets[(first + lane) * target + j];
      for (int i = 0; i < query; ++i) {
        e[i] = greater(e[i] - further, h[i] - begin);
        f = greater(f - further, above - begin);
        Scores score = diagonal + (bases[i] == base ? hit : miss);
        score = greater(greater(score, Scores{}), greater(e[i], f));
        diagonal = h[i];
        h[i] = above = score;
        best = greater(best, score);
      }
    }
    for (int lane = 0; lane < lanes; ++lane)
      scores[first + lane] = best[lane];
  }
}

extern "C" void sw_pair_per_item(const int8_t *queries, const int8_t *targets, int16_t *scores, int16_t match,
                                 int16_t mismatch, int16_t gap, int pairs) {
  constexpr int query = 48, target = 64;
  const Scores hit = Scores{} + match, miss = Scores{} - mismatch, lost = Scores{} + gap;
#pragma omp parallel for
  for (int group = 0; group < (pairs + lanes - 1) / lanes; ++group) {
    // The last vector of pairs may repeat some of the one before.
    int first = std::min(group * lanes, pairs - lanes);
    Scores bases[query], h[query] = {}, best{};
    for (int i = 0; i < query; ++i)
      for (int lane = 0; lane < lanes; ++lane)
        bases[i][lane] = queries[i * pairs + first + lane];
    for (int j = 0; j < target; ++j) {
      Scores base, diagonal{}, above{};
      for (int lane = 0; lane < lanes; ++lane)
        base[lane] = targets[j * pairs + first + lane];
      for (int i = 0; i < query; ++i) {
        Scores score = diagonal + (bases[i] == base ? hit : miss);
        score = greater(greater(score, greater(h[i], above) - lost), Scores{});
        diagonal = h[i];
        h[i] = above = score;
        best = greater(best, score);
      }
    }
    memcpy(scores + first, &best, sizeof best);
  }
}

extern "C" void pairhmm_pair_per_item(const uint8_t *reads, const uint8_t *qualities, const uint8_t *haplotypes,
                                      const float *errors, float *likelihoods, float open, float extend, int pairs) {
  constexpr int read = 32, haplotype = 48;
  constexpr float scale = 0x1p100f;
  const float stay = 1.0f - 2.0f * open, leave = 1.0f - extend;
#pragma omp parallel for
  for (int group = 0; group < (pairs + floats - 1) / floats; ++group) {
    int first = std::min(group * floats, pairs - floats);
    Masks bases[haplotype];
    Floats m[haplotype + 1] = {}, ins[haplotype + 1] = {}, del[haplotype + 1];
    for (int j = 0; j < haplotype; ++j)
      for (int lane = 0; lane < floats; ++lane)
        bases[j][lane] = haplotypes[(first + lane) * haplotype + j];
    for (Floats &cell : del)
      cell = Floats{} + scale / haplotype;
    for (int i = 0; i < read; ++i) {
      Masks base;
      Floats error;
      for (int lane = 0; lane < floats; ++lane) {
        base[lane] = reads[(first + lane) * read + i];
        error[lane] = errors[qualities[(first + lane) * read + i]];
      }
      Floats right = 1.0f - error, wrong = error / 3.0f, mDiagonal = m[0], gapDiagonal = ins[0] + del[0];
      Floats mLeft{}, delLeft{};
      m[0] = ins[0] = del[0] = Floats{};
      for (int j = 1; j <= haplotype; ++j) {
        Floats mAbove = m[j], insAbove = ins[j], gapAbove = insAbove + del[j];
        Floats prior = bases[j - 1] == base ? right : wrong;
        delLeft = mLeft * open + delLeft * extend;
        mLeft = prior * (mDiagonal * stay + gapDiagonal * leave);
        m[j] = mLeft;
        ins[j] = mAbove * open + insAbove * extend;
        del[j] = delLeft;
        mDiagonal = mAbove;
        gapDiagonal = gapAbove;
      }
    }
    Floats sum{};
    for (int j = 1; j <= haplotype; ++j)
      sum += m[j] + ins[j];
    for (int lane = 0; lane < floats; ++lane)
      likelihoods[first + lane] = std::log10(sum[lane]) - std::log10(scale);
  }
}

extern "C" void pairhmm_antidiagonal_step(const float *__restrict m2, const float *__restrict ins2,
                                          const float *__restrict del2, const float *__restrict m1,
                                          const float *__restrict ins1, const float *__restrict del1,
                                          const uint8_t *__restrict read, const uint8_t *__restrict haplotype,
                                          const float *__restrict error, float *__restrict m, float *__restrict ins,
                                          float *__restrict del, float open, float extend) {
  constexpr int cells = 1048576;
  const float stay = 1.0f - 2.0f * open, leave = 1.0f - extend;
  m[0] = ins[0] = 0.0f;
  del[0] = m1[0] * open + del1[0] * extend;
#pragma omp parallel for simd
  for (int i = 1; i < cells; ++i) {
    float prior = read[i] == haplotype[i] ? 1.0f - error[i] : error[i] / 3.0f;
    m[i] = prior * (m2[i - 1] * stay + (ins2[i - 1] + del2[i - 1]) * leave);
    ins[i] = m1[i - 1] * open + ins1[i - 1] * extend;
    del[i] = m1[i] * open + del1[i] * extend;
  }
}
