// Physics: ising checker.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Metropolis half-sweep of the 2D Ising model on one colour of the checkerboard. */
__kernel void ising_checker(__global char *spin, __global const uint *accept,
                            __global int *flips, int width, int height, int colour, uint seed)
{
    int hx = get_global_id(0);
    int y = get_global_id(1);
    if (hx >= width / 2 || y >= height)
        return;
    int x = 2 * hx + ((y + colour) & 1);
    int up = y == 0 ? height - 1 : y - 1;
    int down = y == height - 1 ? 0 : y + 1;
    int left = x == 0 ? width - 1 : x - 1;
    int right = x == width - 1 ? 0 : x + 1;

    int s = (spin[y * width + x] & 1) ? 1 : -1;
    int around = ((spin[up * width + x] & 1) + (spin[down * width + x] & 1)
                  + (spin[y * width + left] & 1) + (spin[y * width + right] & 1)) * 2 - 4;
    int cost = s * around; // -4, -2, 0, 2, 4

    uint r = (uint)(y * width + x) * 747796405u + seed;
    r = ((r >> ((r >> 28) + 4u)) ^ r) * 277803737u;
    r = (r >> 22) ^ r;

    if (cost <= 0 || r < accept[cost / 2]) {
        spin[y * width + x] = (char)(s > 0 ? 0 : 1);
        atomic_inc(&flips[y]);
    }
}
