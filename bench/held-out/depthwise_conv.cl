// Machine learning: depthwise conv.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* 3x3 depthwise convolution, NHWC, four channels per item, ReLU6. */
__kernel void depthwise_conv(__global const float4 *in, __global const float4 *weight,
                             __global const float4 *bias, __global float4 *out,
                             int height, int width, int stride)
{
    int c = get_global_id(0);
    int ox = get_global_id(1);
    int oy = get_global_id(2);
    int c4 = get_global_size(0);
    int ow = get_global_size(1);

    float4 acc = bias[c];
    for (int ky = 0; ky < 3; ky++) {
        int y = oy * stride + ky - 1;
        if (y < 0 || y >= height)
            continue;
        for (int kx = 0; kx < 3; kx++) {
            int x = ox * stride + kx - 1;
            if (x < 0 || x >= width)
                continue;
            acc += in[(y * width + x) * c4 + c] * weight[(ky * 3 + kx) * c4 + c];
        }
    }
    out[(oy * ow + ox) * c4 + c] = clamp(acc, 0.0f, 6.0f);
}
