// Machine learning: qgemm int8.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Quantised matrix product: int8 activations (row-major), int8 weights (one row per
   output channel), int32 accumulation, requantisation in fixed point. */
__kernel void qgemm_int8(__global const char *A, __global const char *W,
                         __global const int *bias, __global const int *multiplier,
                         __global char *C, int K, int N, int zeroA, int shift, int zeroC)
{
    int n = get_global_id(0);
    int m = get_global_id(1);
    int acc = bias[n];
    for (int k = 0; k < K; k++)
        acc += ((int)A[m * K + k] - zeroA) * (int)W[n * K + k];

    long scaled = (long)acc * multiplier[n];
    int q = (int)((scaled + (1l << (shift - 1))) >> shift) + zeroC;
    C[m * N + n] = convert_char_sat(q);
}
