// Generic pointers to all address spaces, kept in private and local memory across barriers, are read and written through.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
struct node {
  int *place;
  int weight;
};

void link(struct node *node, int *place, int weight) {
  node->place = place;
  node->weight = weight;
}

kernel void generic_pointers_in_memory(global int *out, local int *tile) {
  size_t i = get_global_id(0), l = get_local_id(0), n = get_local_size(0);
  local struct node nodes[64];
  int own[2] = {(int)i, -1};
  struct node mine;
  link(&mine, &own[1], 3);
  link(&nodes[l], i % 2 ? (int *)&tile[l] : (int *)&out[i], 5);
  barrier(CLK_LOCAL_MEM_FENCE);
  local struct node *next = &nodes[(l + 1) % n];
  *next->place = (int)i * next->weight;
  *mine.place = (int)i * mine.weight;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (i % 2)
    out[i] = tile[l];
  out[i] += own[1] + *(to_private(mine.place) - 1);
}
