// Finance: sabr vol.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
/* Hagan's lognormal SABR implied volatility on a strike by expiry grid. */
__kernel void sabr_vol(__global const double *forward, __global const double *strike,
                       __global const double *expiry, __global const double *alpha,
                       __global const double *rho, __global double *vol,
                       double beta, double nu, int strikes)
{
    int s = get_global_id(0);
    int t = get_global_id(1);
    if (s >= strikes)
        return;

    double f = forward[t], k = strike[s], T = expiry[t];
    double a = alpha[t], r = rho[t];
    double omb = 1.0 - beta;
    double fk = pow(f * k, 0.5 * omb);
    double lfk = log(f / k);
    double l2 = lfk * lfk;

    double time = 1.0 + T * (omb * omb / 24.0 * a * a / (fk * fk)
                             + 0.25 * r * beta * nu * a / fk
                             + (2.0 - 3.0 * r * r) / 24.0 * nu * nu);
    double v;
    if (fabs(lfk) < 1e-7) {
        v = a / fk * time;
    } else {
        double z = nu / a * fk * lfk;
        double x = log((sqrt(1.0 - 2.0 * r * z + z * z) + z - r) / (1.0 - r));
        double ratio = fabs(z) < 1e-6 ? 1.0 - 0.5 * r * z : z / x;
        double den = fk * (1.0 + omb * omb / 24.0 * l2 + omb * omb * omb * omb / 1920.0 * l2 * l2);
        v = a / den * ratio * time;
    }
    vol[t * strikes + s] = v;
}
