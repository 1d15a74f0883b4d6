// Databases: hash join probe.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Probe side of a hash join with linear probing over byte fingerprints (0: empty).
   A row matches if the fingerprint and the region code agree. */
__kernel void hash_join_probe(__global const uint *probeKey, __global const uchar *probeRegion,
                              __global const uchar *fingerprint, __global const uchar *slotRegion,
                              __global const int *payload, __global int *joined,
                              __global int *hits, uint rows, uint slotMask, uint maxProbes)
{
    uint row = get_global_id(0);
    if (row >= rows)
        return;
    uint h = probeKey[row];
    h ^= h >> 16;
    h *= 0x7feb352du;
    h ^= h >> 15;
    h *= 0x846ca68bu;
    h ^= h >> 16;
    uchar tag = (uchar)(1 + (h >> 24) % 31);
    uchar region = probeRegion[row];

    int found = -1;
    for (uint p = 0; p < maxProbes; p++) {
        uint slot = (h + p) & slotMask;
        uchar fp = fingerprint[slot];
        if (fp == 0)
            break;
        if (fp == tag && slotRegion[slot] == region) {
            found = payload[slot];
            atomic_inc(&hits[region]);
            break;
        }
    }
    joined[row] = found;
}
