// Computational chemistry: cell lj.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Lennard-Jones forces with cell lists. Positions are fractions of a cell edge;
   w holds the partial charge. The box is periodic with `side` cells each way. */
__kernel void cell_lj(__global const float4 *atom, __global const int *cellOf,
                      __global const int *cellStart, __global float4 *force,
                      int atoms, int side, float edge, float cutoff2, float coulomb)
{
    int i = get_global_id(0);
    if (i >= atoms)
        return;
    int c = cellOf[i];
    int cx = c % side, cy = (c / side) % side, cz = c / (side * side);
    float4 me = atom[i];
    float4 acc = (float4)(0.0f);

    for (int dz = -1; dz <= 1; dz++)
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                int nx = (cx + dx + side) % side;
                int ny = (cy + dy + side) % side;
                int nz = (cz + dz + side) % side;
                int n = (nz * side + ny) * side + nx;
                float4 shift = (float4)((float)dx, (float)dy, (float)dz, 0.0f);
                for (int j = cellStart[n]; j < cellStart[n + 1]; j++) {
                    if (j == i)
                        continue;
                    float4 other = atom[j];
                    float4 d = (me - other - shift) * edge;
                    float r2 = d.x * d.x + d.y * d.y + d.z * d.z;
                    if (r2 >= cutoff2)
                        continue;
                    r2 = fmax(r2, 0.7f);
                    float inv2 = 1.0f / r2;
                    float inv6 = inv2 * inv2 * inv2;
                    float qq = coulomb * me.w * other.w * sqrt(inv2);
                    float f = (24.0f * inv6 * (2.0f * inv6 - 1.0f) + qq) * inv2;
                    acc.xyz += f * d.xyz;
                    acc.w += 4.0f * inv6 * (inv6 - 1.0f) + qq;
                }
            }
    force[i] = acc;
}
