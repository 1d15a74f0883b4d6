// Linear algebra: ell spmv.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
/* y = alpha A x + beta y, with A in ELLPACK form (column-major, -1 pads). */
__kernel void ell_spmv(__global const double *value, __global const int *column,
                       __global const double *x, __global double *y,
                       int rows, int width, double alpha, double beta)
{
    int r = get_global_id(0);
    if (r >= rows)
        return;
    double sum = 0.0;
    for (int k = 0; k < width; k++) {
        int c = column[k * rows + r];
        if (c >= 0)
            sum += value[k * rows + r] * x[c];
    }
    y[r] = alpha * sum + beta * y[r];
}
