// Physics: lbm d2q9.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Lattice Boltzmann D2Q9: pull streaming, BGK collision, bounce-back on walls (fluid 0).
   Distributions are stored one plane per direction; the box is periodic. */
constant int ex[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
constant int ey[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
constant int opposite[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
constant float wt[9] = {4.0f / 9, 1.0f / 9, 1.0f / 9, 1.0f / 9, 1.0f / 9,
                        1.0f / 36, 1.0f / 36, 1.0f / 36, 1.0f / 36};

__kernel void lbm_d2q9(__global const float *src, __global float *dst,
                       __global const uchar *fluid, __global float *speed,
                       int nx, int ny, float omega, float gravity)
{
    int x = get_global_id(0), y = get_global_id(1);
    int plane = nx * ny, at = y * nx + x;
    float f[9];
    for (int k = 0; k < 9; k++) {
        int sx = (x - ex[k] + nx) % nx;
        int sy = (y - ey[k] + ny) % ny;
        f[k] = src[k * plane + sy * nx + sx];
    }
    if (fluid[at] == 0) {
        for (int k = 0; k < 9; k++)
            dst[opposite[k] * plane + at] = f[k];
        speed[at] = 0.0f;
        return;
    }
    float rho = 0.0f, ux = 0.0f, uy = 0.0f;
    for (int k = 0; k < 9; k++) {
        rho += f[k];
        ux += f[k] * ex[k];
        uy += f[k] * ey[k];
    }
    ux = ux / rho + gravity / omega;
    uy = uy / rho;
    float u2 = ux * ux + uy * uy;
    for (int k = 0; k < 9; k++) {
        float eu = ex[k] * ux + ey[k] * uy;
        float eq = wt[k] * rho * (1.0f + 3.0f * eu + 4.5f * eu * eu - 1.5f * u2);
        dst[k * plane + at] = f[k] + omega * (eq - f[k]);
    }
    speed[at] = sqrt(u2);
}
