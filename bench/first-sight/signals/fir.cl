// Finite impulse responses: taps in constant memory, and decimation of samples of 16 bits through local memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void fir_constant_taps(global const float *in, global float *out, constant float *taps, int count, int length) {
  int i = get_global_id(0);
  if (i >= length)
    return;
  float sum = 0.0f;
  for (int k = 0; k < count; ++k)
    if (i - k >= 0)
      sum += taps[k] * in[i - k];
  out[i] = sum;
}

#define TAPS 64
#define FACTOR 4
#define GROUP 256
#define SPAN (GROUP * FACTOR + TAPS - FACTOR)

kernel void fir_decimate_local(global const short *in, constant short *taps, global short *out) {
  local short tile[SPAN];
  int lid = get_local_id(0);
  size_t first = get_group_id(0) * GROUP * FACTOR;
  for (int k = lid; k < SPAN; k += GROUP)
    tile[k] = in[first + k];
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = 1 << 14;
  for (int k = 0; k < TAPS; ++k)
    sum += tile[lid * FACTOR + k] * taps[k];
  out[get_global_id(0)] = convert_short_sat(sum >> 15);
}
