// Recursion by hand, with an explicit stack in private memory (partitions of a number into distinct parts).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void private_stack(global const int *in, global int *out) {
  int rest[64], least[64];
  int depth = 0, found = 0;
  rest[0] = in[get_global_id(0)];
  least[0] = 1;
  while (depth >= 0) {
    int r = rest[depth], l = least[depth];
    if (r == 0) {
      ++found;
      --depth;
    } else if (l > r) {
      --depth;
    } else {
      least[depth] = l + 1;
      rest[depth + 1] = r - l;
      least[depth + 1] = l + 1;
      ++depth;
    }
  }
  out[get_global_id(0)] = found;
}
