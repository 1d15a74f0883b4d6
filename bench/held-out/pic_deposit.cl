// Physics: pic deposit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Cloud-in-cell charge deposit on a periodic grid, in fixed point so that the order
   of the particles does not matter. */
__kernel void pic_deposit(__global const float2 *position, __global const float *charge,
                          __global int *grid, int particles, int nx, int ny, float scale)
{
    int i = get_global_id(0);
    if (i >= particles)
        return;
    float2 p = position[i];
    float2 cell = floor(p);
    float2 a = p - cell;
    int x0 = (int)cell.x & (nx - 1), y0 = (int)cell.y & (ny - 1);
    int x1 = (x0 + 1) & (nx - 1), y1 = (y0 + 1) & (ny - 1);
    float q = charge[i] * scale;
    atomic_add(&grid[y0 * nx + x0], convert_int_rte(q * (1.0f - a.x) * (1.0f - a.y)));
    atomic_add(&grid[y0 * nx + x1], convert_int_rte(q * a.x * (1.0f - a.y)));
    atomic_add(&grid[y1 * nx + x0], convert_int_rte(q * (1.0f - a.x) * a.y));
    atomic_add(&grid[y1 * nx + x1], convert_int_rte(q * a.x * a.y));
}
