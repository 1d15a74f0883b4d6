// Image codecs: chroma upsample.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* 4:2:0 to RGB with triangle-filtered chroma, in fixed point. */
__kernel void chroma_upsample(__global const uchar *luma, __global const uchar *cb,
                              __global const uchar *cr, __global uchar *rgb,
                              int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height)
        return;
    int cw = width / 2, ch = height / 2;
    int cx = x >> 1, cy = y >> 1;
    int nx = clamp(cx + ((x & 1) ? 1 : -1), 0, cw - 1);
    int ny = clamp(cy + ((y & 1) ? 1 : -1), 0, ch - 1);

    int b = 9 * cb[cy * cw + cx] + 3 * cb[cy * cw + nx] + 3 * cb[ny * cw + cx] + cb[ny * cw + nx];
    int r = 9 * cr[cy * cw + cx] + 3 * cr[cy * cw + nx] + 3 * cr[ny * cw + cx] + cr[ny * cw + nx];
    b = ((b + 8) >> 4) - 128;
    r = ((r + 8) >> 4) - 128;

    int l = (int)luma[y * width + x] << 16;
    int3 c = (int3)(l + 91881 * r, l - 22554 * b - 46802 * r, l + 116130 * b);
    c = (c + 32768) >> 16;
    vstore3(convert_uchar3_sat(c), y * width + x, rgb);
}
