// Graph: bfs frontier.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* One top-down breadth-first step over a CSR graph: marks the unvisited neighbours
   of the frontier in a bitmap. The next frontier is a byte map. */
__kernel void bfs_frontier(__global const int *rowStart, __global const int *column,
                           __global const uchar *frontier, __global uint *visited,
                           __global uchar *next, __global uint *discovered, int vertices)
{
    int v = get_global_id(0);
    if (v >= vertices || frontier[v] != 0)
        return;
    uint found = 0;
    for (int e = rowStart[v]; e < rowStart[v + 1]; e++) {
        int u = column[e];
        uint bit = 1u << (u & 31);
        uint before = atomic_or(&visited[u >> 5], bit);
        if ((before & bit) == 0) {
            next[u] = 1;
            found++;
        }
    }
    if (found)
        atomic_add(discovered, found);
}
