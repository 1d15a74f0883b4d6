// Linear algebra: givens qr.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
/* Recursive least squares: rotates observations, one after another, into a small
   triangular factor by Givens rotations, then solves. One problem per item. */
#define P 4

__kernel void givens_qr(__global const double *observations, __global double *solution,
                        __global double *residual, int rows, int problems, double forget)
{
    int id = get_global_id(0);
    if (id >= problems)
        return;
    double r[P][P + 1];
    for (int i = 0; i < P; i++)
        for (int j = 0; j <= P; j++)
            r[i][j] = i == j ? 1e-2 : 0.0;

    double rss = 0.0;
    for (int n = 0; n < rows; n++) {
        double v[P + 1];
        for (int j = 0; j <= P; j++)
            v[j] = observations[(n * (P + 1) + j) * problems + id];
        for (int i = 0; i < P; i++) {
            if (v[i] == 0.0)
                continue;
            double h = sqrt(forget * r[i][i] * r[i][i] + v[i] * v[i]);
            double c = sqrt(forget) * r[i][i] / h, s = v[i] / h;
            r[i][i] = h;
            for (int j = i + 1; j <= P; j++) {
                double t = sqrt(forget) * r[i][j];
                r[i][j] = c * t + s * v[j];
                v[j] = c * v[j] - s * t;
            }
        }
        rss = forget * rss + v[P] * v[P];
    }
    double x[P];
    for (int i = P - 1; i >= 0; i--) {
        double s = r[i][P];
        for (int j = i + 1; j < P; j++)
            s -= r[i][j] * x[j];
        x[i] = s / r[i][i];
    }
    for (int i = 0; i < P; i++)
        solution[i * problems + id] = x[i];
    residual[id] = rss;
}
