// Linear algebra: batched lu.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Solves many small dense systems by LU with partial pivoting; one row-major matrix
   per work-item. Also gives the determinant. */
#define N 6

__kernel void batched_lu(__global const float *matrices, __global const float *rhs,
                         __global float *x, __global float *det, int batch, float ridge)
{
    int id = get_global_id(0);
    if (id >= batch)
        return;
    float a[N][N], b[N];
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            a[i][j] = matrices[id * N * N + i * N + j] + (i == (j + 2) % N ? ridge : 0.0f);
        b[i] = rhs[id * N + i];
    }

    float d = 1.0f;
    for (int k = 0; k < N; k++) {
        int pivot = k;
        for (int i = k + 1; i < N; i++)
            if (fabs(a[i][k]) > fabs(a[pivot][k]))
                pivot = i;
        if (pivot != k) {
            for (int j = 0; j < N; j++) {
                float t = a[k][j];
                a[k][j] = a[pivot][j];
                a[pivot][j] = t;
            }
            float t = b[k];
            b[k] = b[pivot];
            b[pivot] = t;
            d = -d;
        }
        d *= a[k][k];
        for (int i = k + 1; i < N; i++) {
            float m = a[i][k] / a[k][k];
            for (int j = k + 1; j < N; j++)
                a[i][j] -= m * a[k][j];
            b[i] -= m * b[k];
        }
    }
    for (int i = N - 1; i >= 0; i--) {
        float s = b[i];
        for (int j = i + 1; j < N; j++)
            s -= a[i][j] * b[j];
        b[i] = s / a[i][i];
    }
    for (int i = 0; i < N; i++)
        x[id * N + i] = b[i];
    det[id] = d;
}
