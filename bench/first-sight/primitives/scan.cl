// Prefix sums of tiles, one for each work-group.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define GROUP 256

// Up and down a tree of sums; a work-item brings two elements.
kernel void scan_exclusive_tree(global const uint *in, global uint *out, global uint *sums) {
  local uint tree[2 * GROUP];
  int id = get_local_id(0), tile = get_group_id(0) * 2 * GROUP;
  tree[2 * id] = in[tile + 2 * id];
  tree[2 * id + 1] = in[tile + 2 * id + 1];
  int offset = 1;
  for (int active = GROUP; active > 0; active >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id < active) {
      int a = offset * (2 * id + 1) - 1, b = offset * (2 * id + 2) - 1;
      tree[b] += tree[a];
    }
    offset *= 2;
  }
  if (id == 0) {
    sums[get_group_id(0)] = tree[2 * GROUP - 1];
    tree[2 * GROUP - 1] = 0;
  }
  for (int active = 1; active <= GROUP; active *= 2) {
    offset >>= 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id < active) {
      int a = offset * (2 * id + 1) - 1, b = offset * (2 * id + 2) - 1;
      uint left = tree[a];
      tree[a] = tree[b];
      tree[b] += left;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[tile + 2 * id] = tree[2 * id];
  out[tile + 2 * id + 1] = tree[2 * id + 1];
}

// Steps of doubling distance between two halves of local memory.
kernel void scan_inclusive_steps(global const float *in, global float *out, local float *buffer, int n) {
  const int id = get_local_id(0), size = get_local_size(0), i = get_global_id(0);
  int to = 0, from = size;
  buffer[id] = i < n ? in[i] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 1; step < size; step *= 2) {
    int swap = to;
    to = from;
    from = swap;
    float sum = buffer[from + id];
    if (id >= step)
      sum += buffer[from + id - step];
    buffer[to + id] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < n)
    out[i] = buffer[to + id];
}
