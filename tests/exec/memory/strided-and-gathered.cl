// Strided loads, gathered loads and scattered stores.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void strided_and_gathered(global const int *in, global const uint *places, global int *strided,
                                 global int *scattered) {
  size_t i = get_global_id(0);
  strided[i] = in[3 * i + 1] - in[3 * i];
  scattered[places[i]] = in[places[i]];
}
