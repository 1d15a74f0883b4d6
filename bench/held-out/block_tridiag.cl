// Linear algebra: block tridiag.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Block Thomas algorithm with 2x2 blocks; one system per item, systems interleaved.
   The diagonal blocks get a shift that keeps them dominant. */
#define ROWS 16

__kernel void block_tridiag(__global const float *lower, __global const float *diag,
                            __global const float *upper, __global const float *rhs,
                            __global float *x, int systems, float shift)
{
    int s = get_global_id(0);
    if (s >= systems)
        return;
    float c[ROWS][4], d[ROWS][2];

    for (int i = 0; i < ROWS; i++) {
        float b00 = diag[(i * 4 + 0) * systems + s] + shift, b01 = diag[(i * 4 + 1) * systems + s];
        float b10 = diag[(i * 4 + 2) * systems + s], b11 = diag[(i * 4 + 3) * systems + s] + shift;
        float r0 = rhs[(i * 2 + 0) * systems + s], r1 = rhs[(i * 2 + 1) * systems + s];
        if (i > 0) {
            float a00 = lower[(i * 4 + 0) * systems + s], a01 = lower[(i * 4 + 1) * systems + s];
            float a10 = lower[(i * 4 + 2) * systems + s], a11 = lower[(i * 4 + 3) * systems + s];
            b00 -= a00 * c[i - 1][0] + a01 * c[i - 1][2];
            b01 -= a00 * c[i - 1][1] + a01 * c[i - 1][3];
            b10 -= a10 * c[i - 1][0] + a11 * c[i - 1][2];
            b11 -= a10 * c[i - 1][1] + a11 * c[i - 1][3];
            r0 -= a00 * d[i - 1][0] + a01 * d[i - 1][1];
            r1 -= a10 * d[i - 1][0] + a11 * d[i - 1][1];
        }
        float inv = 1.0f / (b00 * b11 - b01 * b10);
        float u00 = upper[(i * 4 + 0) * systems + s], u01 = upper[(i * 4 + 1) * systems + s];
        float u10 = upper[(i * 4 + 2) * systems + s], u11 = upper[(i * 4 + 3) * systems + s];
        c[i][0] = (b11 * u00 - b01 * u10) * inv;
        c[i][1] = (b11 * u01 - b01 * u11) * inv;
        c[i][2] = (b00 * u10 - b10 * u00) * inv;
        c[i][3] = (b00 * u11 - b10 * u01) * inv;
        d[i][0] = (b11 * r0 - b01 * r1) * inv;
        d[i][1] = (b00 * r1 - b10 * r0) * inv;
    }

    float x0 = d[ROWS - 1][0], x1 = d[ROWS - 1][1];
    x[((ROWS - 1) * 2 + 0) * systems + s] = x0;
    x[((ROWS - 1) * 2 + 1) * systems + s] = x1;
    for (int i = ROWS - 2; i >= 0; i--) {
        float n0 = d[i][0] - c[i][0] * x0 - c[i][1] * x1;
        float n1 = d[i][1] - c[i][2] * x0 - c[i][3] * x1;
        x0 = n0;
        x1 = n1;
        x[(i * 2 + 0) * systems + s] = x0;
        x[(i * 2 + 1) * systems + s] = x1;
    }
}
