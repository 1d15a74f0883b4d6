// Each element of an array depends on earlier ones at constant distances, as in hash functions; a state of eight is
// rotated in another array.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void message_schedule(global const uint *in, global uint *out) {
  const size_t id = get_global_id(0);
  uint w[24], state[8];
  for (int i = 0; i < 8; ++i)
    w[i] = in[id * 8 + i];
  for (int i = 8; i < 24; ++i)
    w[i] = (w[i - 8] ^ rotate(w[i - 1], 7u)) + (w[i - 3] >> 5);
  for (int i = 0; i < 8; ++i)
    state[i] = w[23 - i];
  for (int round = 0; round < 24; ++round) {
    const uint last = state[7] + (state[3] ^ w[round]);
    for (int i = 7; i > 0; --i)
      state[i] = state[i - 1];
    state[0] = last;
    state[4] += last * 3;
  }
  for (int i = 0; i < 8; ++i)
    out[id * 8 + i] = state[i];
}
