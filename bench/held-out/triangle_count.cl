// Graph: triangle count.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Triangles per vertex: intersects the sorted adjacency lists of both ends of
   each edge to a higher-numbered neighbour. */
__kernel void triangle_count(__global const int *rowStart, __global const int *column,
                             __global int *triangles, int vertices)
{
    int v = get_global_id(0);
    if (v >= vertices)
        return;
    int count = 0;
    int vb = rowStart[v], ve = rowStart[v + 1];
    for (int e = vb; e < ve; e++) {
        int u = column[e];
        if (u <= v)
            continue;
        int a = vb, b = rowStart[u], bEnd = rowStart[u + 1];
        while (a < ve && b < bEnd) {
            int x = column[a], y = column[b];
            if (x == y) {
                count++;
                a++;
                b++;
            } else if (x < y) {
                a++;
            } else {
                b++;
            }
        }
    }
    triangles[v] = count;
}
