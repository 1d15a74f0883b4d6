// && and || must not evaluate their right side needlessly: it would read out of range.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void ternary_and_short_circuit(global const int *in, global int *out, int count) {
  int i = get_global_id(0);
  bool before = i > 0 && in[i - 1] > 500;
  bool after = i + 1 >= count || in[i + 1] > 500;
  out[i] = before ? after ? 3 : 2 : after ? 1 : 0;
}
