// Goertzel's detection of tones: a bin of a block for each work-item, and eight tones of a telephone channel for each.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void goertzel_bins(global const float *samples, global const float *coefficients, global float *powers, int length,
                          int blocks) {
  int bin = get_global_id(0), bins = get_global_size(0), block = get_global_id(1);
  if (block >= blocks)
    return;
  float coefficient = coefficients[bin], s1 = 0.0f, s2 = 0.0f;
  for (int t = 0; t < length; ++t) {
    float s = samples[block * length + t] + coefficient * s1 - s2;
    s2 = s1;
    s1 = s;
  }
  powers[block * bins + bin] = s1 * s1 + s2 * s2 - coefficient * s1 * s2;
}

#define TONES 8

constant float FREQUENCIES[TONES] = {697.0f, 770.0f, 852.0f, 941.0f, 1209.0f, 1336.0f, 1477.0f, 1633.0f};

// The channels are interleaved, in linear code of 16 bits at 8000 samples a second.
kernel void goertzel_phone_tones(global const short *samples, global float *powers, int length) {
  size_t channel = get_global_id(0), channels = get_global_size(0);
  float coefficients[TONES], s1[TONES], s2[TONES];
  for (int tone = 0; tone < TONES; ++tone) {
    coefficients[tone] = 2.0f * cos(2.0f * M_PI_F * FREQUENCIES[tone] / 8000.0f);
    s1[tone] = s2[tone] = 0.0f;
  }
  for (int t = 0; t < length; ++t) {
    float x = samples[t * channels + channel] / 32768.0f;
    for (int tone = 0; tone < TONES; ++tone) {
      float s = x + coefficients[tone] * s1[tone] - s2[tone];
      s2[tone] = s1[tone];
      s1[tone] = s;
    }
  }
  for (int tone = 0; tone < TONES; ++tone)
    powers[tone * channels + channel] =
        s1[tone] * s1[tone] + s2[tone] * s2[tone] - coefficients[tone] * s1[tone] * s2[tone];
}
