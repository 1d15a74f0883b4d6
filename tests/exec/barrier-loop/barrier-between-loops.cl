// Two loops without barriers, one barrier between; trip counts differ among work-items.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void barrier_between_loops(global const int *in, global int *out, local int *tile) {
  int l = get_local_id(0), size = get_local_size(0);
  int sum = 0;
  for (int k = 0; k <= l; ++k)
    sum += k;
  tile[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  int total = in[get_global_id(0)];
  for (int k = size - 1; k > l; --k)
    total += tile[k];
  out[get_global_id(0)] = total;
}
