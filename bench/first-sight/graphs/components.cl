// Steps of connected components by union and find: hooking of trees, and shorter ways to the roots.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

kernel void components_hook(global const int2 *edge, global const int *parent, global int *next, global int *changed,
                            int edges) {
  int e = get_global_id(0);
  if (e >= edges)
    return;
  int a = parent[edge[e].x], b = parent[edge[e].y];
  if (a == b)
    return;
  int low = min(a, b), high = max(a, b);
  if (atomic_min(&next[high], low) > low)
    *changed = 1;
}

kernel void components_shortcut(global const uint *restrict parent, global uint *restrict next,
                                global uint *restrict changed) {
  const size_t v = get_global_id(0);
  const uint above = parent[v];
  const uint higher = parent[above];
  next[v] = higher;
  if (higher != above)
    *changed = 1;
}
