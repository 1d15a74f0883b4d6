// Sorts each group's values by comparing neighbours, with early exit when nothing moved.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void odd_even_sort(global int *data, local int *tile) {
  local int moved;
  int l = get_local_id(0), size = get_local_size(0);
  tile[l] = data[get_global_id(0)];
  int quiet = 0;
  for (int turn = 0; quiet < 2; ++turn) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0)
      moved = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l % 2 == turn % 2 && l + 1 < size && tile[l] > tile[l + 1]) {
      int larger = tile[l];
      tile[l] = tile[l + 1];
      tile[l + 1] = larger;
      atomic_inc(&moved);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    quiet = moved ? 0 : quiet + 1;
  }
  data[get_global_id(0)] = tile[l];
}
