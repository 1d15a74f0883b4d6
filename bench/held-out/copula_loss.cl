// Finance: copula loss.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
/* Conditional loss distribution of a credit portfolio, one-factor Gaussian copula,
   by the recursion of Andersen, Sidenius and Basu. One work-item per factor node. */
#define UNITS 32

__kernel void copula_loss(__global const double *threshold, __global const double *loading,
                          __global const uchar *units, __global double *distribution,
                          __global double *expectedTranche, int names, int nodes,
                          double attach, double detach)
{
    int node = get_global_id(0);
    int book = get_global_id(1);
    double m = -4.0 + 8.0 * (node + 0.5) / nodes;

    double prob[UNITS + 1];
    prob[0] = 1.0;
    for (int u = 1; u <= UNITS; u++)
        prob[u] = 0.0;

    for (int i = 0; i < names; i++) {
        double b = loading[book * names + i];
        double x = (threshold[book * names + i] - b * m) / sqrt(1.0 - b * b);
        double pd = 0.5 * erfc(-x * M_SQRT1_2);
        int w = units[book * names + i];
        // losses above UNITS are gathered in the last bucket
        double overflow = 0.0;
        for (int u = UNITS - w + 1; u <= UNITS; u++)
            overflow += prob[u];
        for (int u = UNITS; u >= w; u--)
            prob[u] = prob[u] * (1.0 - pd) + prob[u - w] * pd;
        for (int u = w - 1; u >= 0; u--)
            prob[u] *= 1.0 - pd;
        prob[UNITS] += overflow * pd;
    }

    double el = 0.0;
    __global double *row = distribution + (book * nodes + node) * (UNITS + 1);
    for (int u = 0; u <= UNITS; u++) {
        row[u] = prob[u];
        el += prob[u] * clamp((double)u - attach, 0.0, detach - attach);
    }
    expectedTranche[book * nodes + node] = el;
}
