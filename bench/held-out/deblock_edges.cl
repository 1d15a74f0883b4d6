// Image codecs: deblock edges.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Deblocking of vertical edges of 8x8 blocks, in place; one row of an edge per item. */
__kernel void deblock_edges(__global uchar *plane, __global const uchar *strength,
                            int stride, int edges, int rows, int alpha, int beta)
{
    int edge = get_global_id(0);
    int row = get_global_id(1);
    if (edge >= edges || row >= rows)
        return;
    int bs = strength[(row >> 3) * edges + edge];
    if (bs == 0)
        return;

    __global uchar *px = plane + row * stride + (edge + 1) * 8;
    int p2 = px[-3], p1 = px[-2], p0 = px[-1];
    int q0 = px[0], q1 = px[1], q2 = px[2];
    if (abs(p0 - q0) >= alpha || abs(p1 - p0) >= beta || abs(q1 - q0) >= beta)
        return;

    if (bs == 3) {
        px[-2] = (uchar)((p2 + 2 * p1 + p0 + 2) >> 2);
        px[-1] = (uchar)((p2 + 2 * p1 + 2 * p0 + 2 * q0 + q1 + 4) >> 3);
        px[0] = (uchar)((q2 + 2 * q1 + 2 * q0 + 2 * p0 + p1 + 4) >> 3);
        px[1] = (uchar)((q2 + 2 * q1 + q0 + 2) >> 2);
    } else {
        int tc = 2 * bs;
        if (abs(p2 - p0) < beta) {
            px[-2] = (uchar)(p1 + clamp((p2 + ((p0 + q0 + 1) >> 1) - 2 * p1) >> 1, -tc, tc));
            tc++;
        }
        if (abs(q2 - q0) < beta) {
            px[1] = (uchar)(q1 + clamp((q2 + ((p0 + q0 + 1) >> 1) - 2 * q1) >> 1, -tc, tc));
            tc++;
        }
        int delta = clamp((((q0 - p0) << 2) + (p1 - q1) + 4) >> 3, -tc, tc);
        px[-1] = convert_uchar_sat(p0 + delta);
        px[0] = convert_uchar_sat(q0 - delta);
    }
}
