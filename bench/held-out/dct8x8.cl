// Image codecs: dct8x8.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Forward 8x8 DCT with quantisation, one work-group per block. */
__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void dct8x8(__global const uchar *image, __global const ushort *quant,
            __global short *coef, int pitch)
{
    __local float tile[8][8];
    __local float half_done[8][8];
    int x = get_local_id(0), y = get_local_id(1);
    int px = get_global_id(0), py = get_global_id(1);

    tile[y][x] = (float)image[py * pitch + px] - 128.0f;
    barrier(CLK_LOCAL_MEM_FENCE);

    float s = 0.0f;
    for (int k = 0; k < 8; k++)
        s += tile[y][k] * cospi((2 * k + 1) * x / 16.0f);
    half_done[y][x] = s * (x == 0 ? 0.35355339f : 0.5f);
    barrier(CLK_LOCAL_MEM_FENCE);

    s = 0.0f;
    for (int k = 0; k < 8; k++)
        s += half_done[k][x] * cospi((2 * k + 1) * y / 16.0f);
    s *= (y == 0 ? 0.35355339f : 0.5f);

    int block = get_group_id(1) * get_num_groups(0) + get_group_id(0);
    coef[block * 64 + y * 8 + x] = convert_short_sat_rte(s / (float)quant[y * 8 + x]);
}
