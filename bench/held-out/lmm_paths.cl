// Finance: lmm paths.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* LIBOR market model: evolves the forward curve along one path per work-item
   and values a payer swaption at the horizon. Normals lie step by step. */
#define N 12

__kernel void lmm_paths(__global const float *normals, __global const float *curve,
                        __constant float *lambda, __global float *payoff,
                        uint paths, uint steps, float delta, float fixedRate)
{
    uint path = get_global_id(0);
    if (path >= paths)
        return;
    float L[N];
    for (int k = 0; k < N; k++)
        L[k] = curve[k];

    float sq = sqrt(delta);
    float numeraire = 1.0f;
    for (uint s = 0; s < steps; s++) {
        float z = normals[s * paths + path] * sq;
        float drift = 0.0f;
        numeraire *= 1.0f + delta * L[s];
        for (uint k = s + 1; k < N; k++) {
            float lam = lambda[k - s - 1];
            float con = delta * lam;
            drift += con * L[k] / (1.0f + delta * L[k]);
            L[k] *= exp(drift * lam * delta + lam * (z - 0.5f * con));
        }
    }

    float bond = 1.0f, value = 0.0f;
    for (uint k = steps; k < N; k++) {
        bond /= 1.0f + delta * L[k];
        value += bond * delta * (L[k] - fixedRate);
    }
    payoff[path] = value > 0.0f ? value / numeraire : 0.0f;
}
