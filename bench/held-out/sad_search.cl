// Video: sad search.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Full-search motion estimation: a work-group per 8x8 block, an item per vector in a
   range of -4..3 both ways. */
__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void sad_search(__global const uchar *current, __global const uchar *reference,
                __global char *vectors, __global ushort *cost, int width, int height)
{
    __local uchar block[8][8];
    __local uchar window[16][16];
    __local uint keys[64];
    int lx = get_local_id(0), ly = get_local_id(1), lid = ly * 8 + lx;
    int bx = get_group_id(0) * 8, by = get_group_id(1) * 8;

    block[ly][lx] = current[(by + ly) * width + bx + lx];
    for (int i = lid; i < 256; i += 64) {
        int wx = clamp(bx - 4 + (i & 15), 0, width - 1);
        int wy = clamp(by - 4 + (i >> 4), 0, height - 1);
        window[i >> 4][i & 15] = reference[wy * width + wx];
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    uint sad = 0;
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++)
            sad += abs_diff(block[y][x], window[ly + y][lx + x]);
    sad += 2 * (abs(lx - 4) + abs(ly - 4)); // rate term
    keys[lid] = (sad << 8) | (uint)lid;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int k = 32; k > 0; k >>= 1) {
        if (lid < k)
            keys[lid] = min(keys[lid], keys[lid + k]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0) {
        int at = get_group_id(1) * get_num_groups(0) + get_group_id(0);
        int best = keys[0] & 255u;
        vectors[at * 2] = (char)((best & 7) - 4);
        vectors[at * 2 + 1] = (char)((best >> 3) - 4);
        cost[at] = (ushort)(keys[0] >> 8);
    }
}
