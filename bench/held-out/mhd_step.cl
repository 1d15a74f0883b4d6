// Physics: mhd step.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* One Rusanov step of ideal MHD along x on a 3D grid; eight conserved variables,
   one array plane each: density, momentum xyz, energy, field xyz. The arrays hold
   the deviations from a uniform background. */
#define GAMMA 1.6666667f
#define BACK_DENSITY 1.0f
#define BACK_ENERGY 2.5f

void load(__global const float *u, int at, int plane, float *q)
{
    for (int v = 0; v < 8; v++)
        q[v] = u[v * plane + at];
    q[0] += BACK_DENSITY;
    q[4] += BACK_ENERGY;
}

float physical(const float *q, float *f)
{
    float inv = 1.0f / q[0];
    float vx = q[1] * inv, vy = q[2] * inv, vz = q[3] * inv;
    float b2 = q[5] * q[5] + q[6] * q[6] + q[7] * q[7];
    float kin = 0.5f * q[0] * (vx * vx + vy * vy + vz * vz);
    float p = fmax((GAMMA - 1.0f) * (q[4] - kin - 0.5f * b2), 1e-4f);
    float pt = p + 0.5f * b2;
    float vb = vx * q[5] + vy * q[6] + vz * q[7];
    f[0] = q[1];
    f[1] = q[1] * vx + pt - q[5] * q[5];
    f[2] = q[2] * vx - q[5] * q[6];
    f[3] = q[3] * vx - q[5] * q[7];
    f[4] = (q[4] + pt) * vx - q[5] * vb;
    f[5] = 0.0f;
    f[6] = q[6] * vx - q[5] * vy;
    f[7] = q[7] * vx - q[5] * vz;
    // speed of the fast wave
    float a2 = GAMMA * p * inv, c2 = b2 * inv;
    float disc = sqrt(fmax((a2 + c2) * (a2 + c2) - 4.0f * a2 * q[5] * q[5] * inv, 0.0f));
    return fabs(vx) + sqrt(0.5f * (a2 + c2 + disc));
}

__kernel void mhd_step(__global const float *u, __global float *next, float dtdx)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    int nx = get_global_size(0), ny = get_global_size(1), nz = get_global_size(2);
    int plane = nx * ny * nz;
    int row = (z * ny + y) * nx;

    float left[8], here[8], right[8], fl[8], fh[8], fr[8];
    load(u, row + max(x - 1, 0), plane, left);
    load(u, row + x, plane, here);
    load(u, row + min(x + 1, nx - 1), plane, right);
    float sl = physical(left, fl), sh = physical(here, fh), sr = physical(right, fr);
    float a = fmax(sl, sh), b = fmax(sh, sr);
    for (int v = 0; v < 8; v++) {
        float in = 0.5f * (fl[v] + fh[v] - a * (here[v] - left[v]));
        float out = 0.5f * (fh[v] + fr[v] - b * (right[v] - here[v]));
        here[v] -= dtdx * (out - in);
    }
    here[0] -= BACK_DENSITY;
    here[4] -= BACK_ENERGY;
    for (int v = 0; v < 8; v++)
        next[v * plane + row + x] = here[v];
}
