// A kernel called like a function, by a kernel with other arguments.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void scale(global const int *in, global int *out, int factor) {
  out[get_global_id(0)] = in[get_global_id(0)] * factor;
}

kernel void kernel_calls_kernel(global const int *in, global int *out) {
  scale(in, out, 3);
  out[get_global_id(0)] -= 1;
}
