// Recursive filters of second order: cascades over channels in rows, and a bank of filters over interleaved channels.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define SECTIONS 4

typedef struct {
  float b0, b1, b2, a1, a2;
} Section;

kernel void biquad_cascade_rows(global const float *in, global const Section *filters, global float *out, int channels,
                                int samples) {
  int channel = get_global_id(0);
  if (channel >= channels)
    return;
  Section s[SECTIONS];
  float z1[SECTIONS], z2[SECTIONS];
  for (int k = 0; k < SECTIONS; ++k) {
    s[k] = filters[channel * SECTIONS + k];
    z1[k] = z2[k] = 0.0f;
  }
  for (int t = 0; t < samples; ++t) {
    float x = in[channel * samples + t];
    for (int k = 0; k < SECTIONS; ++k) {
      float y = s[k].b0 * x + z1[k];
      z1[k] = s[k].b1 * x - s[k].a1 * y + z2[k];
      z2[k] = s[k].b2 * x - s[k].a2 * y;
      x = y;
    }
    out[channel * samples + t] = x;
  }
}

kernel void biquad_bank_interleaved(global const double *in, global const double *b0, global const double *b1,
                                    global const double *b2, global const double *a1, global const double *a2,
                                    global double *out, int samples) {
  size_t channel = get_global_id(0), channels = get_global_size(0);
  double x1 = 0, x2 = 0, y1 = 0, y2 = 0;
  for (int t = 0; t < samples; ++t) {
    double x = in[t * channels + channel];
    double y = b0[channel] * x + b1[channel] * x1 + b2[channel] * x2 - a1[channel] * y1 - a2[channel] * y2;
    out[t * channels + channel] = y;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
  }
}
