// Decimation by cascades of integrators and combs: channels in rows, and interleaved channels with sums of 64 bits.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define STAGES 3
#define FACTOR 16

kernel void cic_decimate_rows(global const int *in, global int *out, int channels, int outputs) {
  int channel = get_global_id(0);
  if (channel >= channels)
    return;
  uint sums[STAGES] = {0}, before[STAGES] = {0};
  for (int n = 0; n < outputs; ++n) {
    for (int k = 0; k < FACTOR; ++k) {
      uint x = in[(channel * outputs + n) * FACTOR + k];
      for (int s = 0; s < STAGES; ++s)
        x = sums[s] += x;
    }
    uint y = sums[STAGES - 1];
    for (int s = 0; s < STAGES; ++s) {
      uint difference = y - before[s];
      before[s] = y;
      y = difference;
    }
    out[channel * outputs + n] = (int)y >> 12;
  }
}

kernel void cic_decimate_interleaved(global const short *restrict in, global short *restrict out, int outputs, int shift) {
  size_t channel = get_global_id(0), channels = get_global_size(0);
  long i1 = 0, i2 = 0, i3 = 0, i4 = 0, c1 = 0, c2 = 0, c3 = 0, c4 = 0;
  for (int n = 0; n < outputs; ++n) {
    for (int k = 0; k < 8; ++k) {
      i1 += in[(n * 8 + k) * channels + channel];
      i2 += i1;
      i3 += i2;
      i4 += i3;
    }
    long d1 = i4 - c1, d2 = d1 - c2, d3 = d2 - c3, d4 = d3 - c4;
    c1 = i4;
    c2 = d1;
    c3 = d2;
    c4 = d3;
    out[n * channels + channel] = (short)(d4 >> shift);
  }
}
