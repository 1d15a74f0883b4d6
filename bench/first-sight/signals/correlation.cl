// Correlation: of a pattern with each place of a signal, normalised, and of windowed frames with themselves.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void correlate_normalised(global const float *signal, global const float *pattern, global float *out, int size,
                                 int places) {
  int i = get_global_id(0);
  if (i >= places)
    return;
  float product = 0.0f, energy = 0.0f;
  for (int k = 0; k < size; ++k) {
    float x = signal[i + k];
    product += x * pattern[k];
    energy += x * x;
  }
  out[i] = product / sqrt(energy + 1e-6f);
}

#define FRAME 256
#define LAGS 64

kernel void autocorrelate_frames_local(global const short *samples, global const float *window, global float *out) {
  local float frame[FRAME];
  int lag = get_local_id(0);
  size_t number = get_group_id(0);
  for (int k = lag; k < FRAME; k += LAGS)
    frame[k] = samples[number * FRAME + k] * window[k];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0.0f;
  for (int k = 0; k + lag < FRAME; ++k)
    sum += frame[k] * frame[k + lag];
  out[number * LAGS + lag] = sum;
}
