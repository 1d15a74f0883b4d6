// A tile with a border on both sides; the border is loaded by the work-items at the edges.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void stencil_with_halo(global const int *in, global int *out, local int *tile) {
  int g = get_global_id(0), l = get_local_id(0), size = get_local_size(0), count = get_global_size(0);
  tile[l + 1] = in[g];
  if (l == 0)
    tile[0] = g > 0 ? in[g - 1] : 0;
  if (l == size - 1)
    tile[size + 1] = g + 1 < count ? in[g + 1] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = tile[l] + 2 * tile[l + 1] + tile[l + 2];
}
