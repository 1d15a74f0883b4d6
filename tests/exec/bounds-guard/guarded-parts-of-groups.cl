// Between barriers some work-items of each group alone have work: those below numbers, and those of a number.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void guarded_parts_of_groups(global const int *in, global int *out, local int *tile, int below, uint under,
                                    int who) {
  const int x = get_local_id(0);
  const size_t l = get_local_id(1) * get_local_size(0) + get_local_id(0);
  const size_t all = get_local_size(0) * get_local_size(1);
  const size_t place = get_group_id(0) * all + l;
  tile[l] = in[place];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x < below)
    tile[l] += 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int opposite = tile[all - 1 - l];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (under > x)
    tile[l] = 2 * opposite + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x == who)
    tile[l] -= 100 * x;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x == 17)
    tile[l] ^= 5;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[place] = tile[all - 1 - l];
}
