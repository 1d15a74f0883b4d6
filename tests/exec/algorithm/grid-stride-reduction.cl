// Each work-item first sums a strided part of the input, then the group reduces.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void grid_stride_reduction(global const float *in, uint count, global float *sums, local float *tile) {
  uint l = get_local_id(0);
  float sum = 0;
  for (uint i = get_global_id(0); i < count; i += get_global_size(0))
    sum += in[i];
  tile[l] = sum;
  for (uint stride = get_local_size(0) / 2; stride > 0; stride >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < stride)
      tile[l] += tile[l + stride];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0)
    sums[get_group_id(0)] = tile[0];
}
