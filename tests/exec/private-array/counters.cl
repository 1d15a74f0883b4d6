// The element is chosen by the data; and by a counter in loops that end early, have no known length, count down, or
// have two counters in one index.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void counters(global const int *in, global int *out, int length) {
  const size_t id = get_global_id(0);
  const int value = in[id];
  int bins[8], pairs[16], downs[6];
  for (int i = 0; i < 8; ++i)
    bins[i] = i;
  for (int i = 0; i < length; ++i)
    bins[(value >> i) & 7] += i;
  for (int i = 0; i < 8; ++i) {
    if (bins[i] == value % 11)
      break;
    bins[i] += 100;
  }
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 4; ++x)
      pairs[y * 4 + (x ^ 1)] = value * y + x;
  for (int i = 5; i >= 0; --i)
    downs[i] = i == 5 ? value : downs[i + 1] * 3 + i;
  int sum = 0;
  for (int i = 0; i < length; ++i)
    sum += pairs[i % 16] * (i + 1);
  for (int i = 0; i < 8; ++i)
    sum = sum * 5 + bins[i];
  for (int i = 0; i < 16; i += 3)
    sum = sum * 7 + pairs[i];
  out[id] = sum + downs[0];
}
