// A barrier after everything else.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void barrier_last(global const int *in, global int *out) {
  out[get_global_id(0)] = in[get_global_id(0)] * 3 + 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
}
