// Finance: binomial tree.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* American put on a Cox-Ross-Rubinstein tree. One work-group per option. */
__kernel void binomial_tree(__global const float *spot, __global const float *strike,
                            __global const float *years, __global float *price,
                            __local float *value, float rate, float sigma)
{
    int node = get_local_id(0);
    int steps = (int)get_local_size(0) - 1;
    int option = get_group_id(0);

    float S = spot[option], K = strike[option];
    float dt = years[option] / (float)steps;
    float up = exp(sigma * sqrt(dt));
    float down = 1.0f / up;
    float disc = exp(-rate * dt);
    float p = (exp(rate * dt) - down) / (up - down);

    // price at the last column of this node, then at (t, node) as t goes down
    float asset = S * exp(sigma * sqrt(dt) * (float)(2 * node - steps));
    value[node] = fmax(K - asset, 0.0f);
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int t = steps - 1; t >= 0; t--) {
        float hold = 0.0f;
        asset *= up;
        if (node <= t)
            hold = disc * (p * value[node + 1] + (1.0f - p) * value[node]);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (node <= t)
            value[node] = fmax(hold, K - asset);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (node == 0)
        price[option] = value[0];
}
