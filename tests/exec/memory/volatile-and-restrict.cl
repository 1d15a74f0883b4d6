// volatile private and global objects, restrict pointers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void volatile_and_restrict(global const int *restrict in, volatile global int *out) {
  size_t i = get_global_id(0);
  volatile int counter = 0;
  for (int k = 0; k < 5; ++k)
    counter += in[i];
  out[i] = counter;
  out[i] = out[i] + 1;
}
