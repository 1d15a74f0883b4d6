// Arrays of vectors, and structs with arrays in them; the program asks for its loops to be unrolled.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
typedef struct {
  float4 sums[3];
  int counts[3];
} Sums;
kernel void vector_sums(global const float4 *in, global float *out, int length) {
  const size_t id = get_global_id(0), items = get_global_size(0);
  Sums own;
#pragma unroll
  for (int i = 0; i < 3; ++i) {
    own.sums[i] = (float4)(i);
    own.counts[i] = 0;
  }
  for (int k = 0; k < length; ++k) {
    const float4 found = in[k * items + id];
    __attribute__((opencl_unroll_hint(3))) for (int i = 0; i < 3; ++i) {
      own.sums[i] += found * (float)(i + 1);
      own.counts[i] += found.x > (float)i;
    }
  }
  float total = 0.0f;
#pragma unroll 2
  for (int i = 0; i < 3; ++i)
    total += own.sums[i].x + 2 * own.sums[i].y + 3 * own.sums[i].z + 4 * own.sums[i].w + own.counts[i] * 5;
  out[id] = total;
}
