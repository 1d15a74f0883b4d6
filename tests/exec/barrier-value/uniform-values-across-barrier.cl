// Values that are the same for the group are computed before a barrier and used after it, in a loop.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void uniform_values_across_barrier(global const int *in, global int *out, local int *tile, int factor) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int weight = (int)get_group_id(0) * factor + in[0];
  int limit = factor + 1;
  tile[l] = in[get_global_id(0)];
  int sum = 0;
  for (int k = 0; k < limit; ++k) {
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += tile[(l + k) % size] * weight;
    weight += 2;
  }
  out[get_global_id(0)] = sum;
}
