// Text: utf8 lines.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Scans fixed-pitch lines as UTF-8: code points, malformed sequences, the highest
   code point. A malformed byte counts as one replacement. */
__kernel void utf8_lines(__global const uchar *text, __global const int *length,
                         __global ushort *points, __global ushort *errors,
                         __global uint *highest, int pitch, int lines)
{
    int line = get_global_id(0);
    if (line >= lines)
        return;
    __global const uchar *p = text + line * pitch;
    int n = length[line];
    uint top = 0;
    int good = 0, bad = 0;

    for (int i = 0; i < n;) {
        uint c = p[i];
        if (c < 0x80) {
            top = max(top, c);
            good++;
            i++;
            continue;
        }
        int more;
        uint least;
        if (c >= 0xC2 && c <= 0xDF) {
            more = 1;
            least = 0x80;
            c &= 0x1F;
        } else if (c >= 0xE0 && c <= 0xEF) {
            more = 2;
            least = 0x800;
            c &= 0x0F;
        } else if (c >= 0xF0 && c <= 0xF4) {
            more = 3;
            least = 0x10000;
            c &= 0x07;
        } else {
            bad++;
            i++;
            continue;
        }
        int k = 1;
        while (k <= more && i + k < n && (p[i + k] & 0xC0) == 0x80) {
            c = (c << 6) | (p[i + k] & 0x3Fu);
            k++;
        }
        bool ok = k > more && c >= least && c <= 0x10FFFF && (c < 0xD800 || c > 0xDFFF);
        if (ok) {
            top = max(top, c);
            good++;
        } else {
            bad++;
        }
        i += k;
    }
    points[line] = (ushort)good;
    errors[line] = (ushort)bad;
    highest[line] = top;
}
