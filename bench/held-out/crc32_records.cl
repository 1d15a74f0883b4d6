// Cryptography: crc32 records.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* CRC-32 of variable-length records; each work-group first builds the byte table. */
__kernel void crc32_records(__global const uchar *data, __global const ushort *length,
                            __global uint *crcs, __local uint *table,
                            uint recordSize, uint records)
{
    for (uint i = get_local_id(0); i < 256; i += get_local_size(0)) {
        uint c = i;
        for (int k = 0; k < 8; k++)
            c = (c & 1u) ? 0xEDB88320u ^ (c >> 1) : c >> 1;
        table[i] = c;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    uint id = get_global_id(0);
    if (id >= records)
        return;
    __global const uchar *p = data + id * recordSize;
    uint n = length[id];
    uint crc = 0xFFFFFFFFu;
    for (uint i = 0; i < n; i++)
        crc = table[(crc ^ p[i]) & 255u] ^ (crc >> 8);
    crcs[id] = ~crc;
}
