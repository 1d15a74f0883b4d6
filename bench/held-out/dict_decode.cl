// Databases: dict decode.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
/* Decodes a dictionary column: bit-packed codes, null bitmap, double dictionary. */
__kernel void dict_decode(__global const uint *packed, __global const uint *notNull,
                          __global const double *dictionary, __global double *out,
                          uint rows, uint width)
{
    uint row = get_global_id(0);
    if (row >= rows)
        return;
    if (((notNull[row >> 5] >> (row & 31u)) & 1u) == 0) {
        out[row] = 0.0;
        return;
    }
    uint bit = row * width;
    uint word = bit >> 5, off = bit & 31u;
    ulong two = (ulong)packed[word] | ((ulong)packed[word + 1] << 32);
    uint code = (uint)(two >> off) & ((1u << width) - 1u);
    out[row] = dictionary[code];
}
