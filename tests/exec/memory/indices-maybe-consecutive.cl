// Indices that are consecutive for some work-items and not for others: clamped ones, and exchanged bits.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void indices_maybe_consecutive(global const int *in, global int *clamped, global short *exchanged, int low,
                                      int high, uint bits) {
  const uint i = get_global_id(0);
  clamped[i] = -1;
  if (in[i] % 3 != 0) // not always lane 0
    clamped[i] = in[clamp((int)i - 5, low, high)];
  int sum = 0;
  for (uint k = i % 5; k < i % 7; ++k) // some lanes, once or twice
    sum += in[i ^ (k & bits)];
  exchanged[i ^ bits] = (short)(in[i] + sum);
}
