// Local variables of the kernel together with a local argument.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void local_both(global const int *in, global int *out, local int *argument) {
  local int variable[1024];
  size_t l = get_local_id(0), size = get_local_size(0);
  variable[l] = in[get_global_id(0)];
  argument[l] = -in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = variable[size - 1 - l] * 2 + argument[(l + 1) % size];
}
