// Forty exchanges one after another, without a loop.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define EXCHANGE                                                                                                       \
  tile[l] = value;                                                                                                     \
  barrier(CLK_LOCAL_MEM_FENCE);                                                                                        \
  value = tile[(l + 1) % size];                                                                                        \
  barrier(CLK_LOCAL_MEM_FENCE);
#define TEN(x) x x x x x x x x x x

kernel void many_barriers(global const int *in, global int *out, local int *tile) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  TEN(EXCHANGE)
  value += l;
  TEN(EXCHANGE) TEN(EXCHANGE) TEN(EXCHANGE)
  out[get_global_id(0)] = value;
}
