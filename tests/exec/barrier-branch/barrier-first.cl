// A barrier before anything else.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void barrier_first(global const int *in, global int *out) {
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = in[get_global_id(0)] * 3 + 1;
}
