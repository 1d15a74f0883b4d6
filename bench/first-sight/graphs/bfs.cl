// A level of a breadth-first search, from the frontier outwards or from the unvisited vertices back.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

kernel void bfs_push(global const int *rowBegin, global const int *neighbour, global int *level, global int *changed,
                     int current, int vertices) {
  int v = get_global_id(0);
  if (v >= vertices)
    return;
  if (level[v] == current) {
    for (int e = rowBegin[v]; e < rowBegin[v + 1]; e++) {
      int to = neighbour[e];
      if (level[to] == -1) {
        level[to] = current + 1;
        *changed = 1;
      }
    }
  }
}

// Level nought is unvisited; a vertex needs no more than one neighbour in the frontier.
kernel void bfs_pull(global const uint *restrict rowBegin, global const uint *restrict neighbour, global uchar *level,
                     uchar current) {
  const uint v = get_global_id(0);
  if (level[v] != 0)
    return;
  const uint end = rowBegin[v + 1];
  for (uint e = rowBegin[v]; e < end; ++e)
    if (level[neighbour[e]] == current) {
      level[v] = current + 1;
      break;
    }
}
