// Computational chemistry: gauss overlap.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
/* Overlap and kinetic-energy matrices of contracted s-type Gaussians. */
#define PRIM 3

__kernel void gauss_overlap(__global const double4 *centre, __global const double *exponent,
                            __global const double *coefficient, __global double *S,
                            __global double *T)
{
    size_t i = get_global_id(0);
    size_t j = get_global_id(1);
    size_t n = get_global_size(0);
    if (i < j)
        return;

    double4 d = centre[i] - centre[j];
    double r2 = d.x * d.x + d.y * d.y + d.z * d.z;
    double s = 0.0, t = 0.0;
    for (int p = 0; p < PRIM; p++) {
        double a = exponent[i * PRIM + p], ca = coefficient[i * PRIM + p];
        for (int q = 0; q < PRIM; q++) {
            double b = exponent[j * PRIM + q], cb = coefficient[j * PRIM + q];
            double sum = a + b;
            double red = a * b / sum;
            double term = ca * cb * pow(M_PI / sum, 1.5) * exp(-red * r2);
            s += term;
            t += term * red * (3.0 - 2.0 * red * r2);
        }
    }
    S[i * n + j] = s;
    S[j * n + i] = s;
    T[i * n + j] = t;
    T[j * n + i] = t;
}
