// A constant array inside a kernel, indexed at run time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void kernel_scope_constants(global const int *in, global int *out) {
  constant int primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};
  const int private_table[4] = {1000, 2000, 3000, 4000};
  int value = in[get_global_id(0)];
  out[get_global_id(0)] = primes[value & 7] + private_table[value & 3];
}
