// Machine learning: softmax rows.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Softmax with temperature; one work-item per row of a row-major matrix. */
__kernel void softmax_rows(__global const float *logits, __global float *prob,
                           __global float *logsum, int rows, int cols, float invTemp)
{
    int r = get_global_id(0);
    if (r >= rows)
        return;
    const __global float *in = logits + r * cols;
    __global float *out = prob + r * cols;

    float m = in[0];
    for (int c = 1; c < cols; c++)
        m = fmax(m, in[c]);
    float s = 0.0f;
    for (int c = 0; c < cols; c++) {
        float e = exp((in[c] - m) * invTemp);
        out[c] = e;
        s += e;
    }
    float inv = 1.0f / s;
    for (int c = 0; c < cols; c++)
        out[c] *= inv;
    logsum[r] = m * invTemp + log(s);
}
