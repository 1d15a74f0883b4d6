// Each work-item reads the row of its neighbour in local memory, and puts another one there.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define LENGTH 20
kernel void own_row_in_local_memory(global const int *in, global int *out, local int *tile) {
  const int id = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  for (int i = 0; i < LENGTH; ++i)
    tile[l * LENGTH + i] = in[id * LENGTH + i];
  barrier(CLK_LOCAL_MEM_FENCE);
  const int next = (l + 1) % size;
  int sum = 0;
  for (int i = 0; i < LENGTH; ++i)
    sum = sum * 5 + tile[next * LENGTH + i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 8; ++i)
    tile[l * LENGTH + i] = sum + i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[id] = tile[next * LENGTH + l % 8];
}
