// The pair hidden Markov model of reads and haplotypes: a pair for each work-item, and a step over antidiagonals.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define READ 32
#define HAPLOTYPE 48
#define SCALE 0x1p100f

kernel void pairhmm_pair_per_item(global const uchar *reads, global const uchar *qualities, global const uchar *haplotypes,
                                  constant float *errors, global float *likelihoods, float open, float extend, int pairs) {
  int pair = get_global_id(0);
  if (pair >= pairs)
    return;
  float m[HAPLOTYPE + 1], ins[HAPLOTYPE + 1], del[HAPLOTYPE + 1];
  for (int j = 0; j <= HAPLOTYPE; ++j) {
    m[j] = ins[j] = 0.0f;
    del[j] = SCALE / HAPLOTYPE;
  }
  float stay = 1.0f - 2.0f * open, leave = 1.0f - extend;
  for (int i = 0; i < READ; ++i) {
    uchar base = reads[pair * READ + i];
    float error = errors[qualities[pair * READ + i]];
    float m_diagonal = m[0], gap_diagonal = ins[0] + del[0];
    m[0] = ins[0] = del[0] = 0.0f;
    for (int j = 1; j <= HAPLOTYPE; ++j) {
      float prior = base == haplotypes[pair * HAPLOTYPE + j - 1] ? 1.0f - error : error / 3.0f;
      float m_above = m[j], ins_above = ins[j], del_above = del[j];
      m[j] = prior * (m_diagonal * stay + gap_diagonal * leave);
      ins[j] = m_above * open + ins_above * extend;
      del[j] = m[j - 1] * open + del[j - 1] * extend;
      m_diagonal = m_above;
      gap_diagonal = ins_above + del_above;
    }
  }
  float sum = 0.0f;
  for (int j = 1; j <= HAPLOTYPE; ++j)
    sum += m[j] + ins[j];
  likelihoods[pair] = log10(sum) - log10(SCALE);
}

// Cell i of an antidiagonal stands beside cell i of the antidiagonal before, and below its cell i - 1.
kernel void pairhmm_antidiagonal_step(global const float *restrict m2, global const float *restrict ins2,
                                      global const float *restrict del2, global const float *restrict m1,
                                      global const float *restrict ins1, global const float *restrict del1,
                                      global const uchar *restrict read, global const uchar *restrict haplotype,
                                      global const float *restrict error, global float *restrict m,
                                      global float *restrict ins, global float *restrict del, float open, float extend) {
  size_t i = get_global_id(0);
  size_t above = i > 0 ? i - 1 : 0;
  float inside = i > 0 ? 1.0f : 0.0f;
  float prior = read[i] == haplotype[i] ? 1.0f - error[i] : error[i] / 3.0f;
  m[i] = inside * prior * (m2[above] * (1.0f - 2.0f * open) + (ins2[above] + del2[above]) * (1.0f - extend));
  ins[i] = inside * (m1[above] * open + ins1[above] * extend);
  del[i] = m1[i] * open + del1[i] * extend;
}
