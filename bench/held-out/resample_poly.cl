// Audio: resample poly.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Rational resampling of interleaved stereo by a polyphase FIR. */
__kernel void resample_poly(__global const short2 *in, __global short2 *out,
                            __global const float *phases, uint up, uint down,
                            uint taps, uint framesIn, uint framesOut)
{
    for (uint n = get_global_id(0); n < framesOut; n += get_global_size(0)) {
        uint pos = n * down;
        uint base = pos / up;
        uint phase = pos % up;
        __global const float *h = phases + phase * taps;
        float2 acc = (float2)(0.0f);
        for (uint k = 0; k < taps; k++) {
            uint at = base + k;
            if (at >= framesIn)
                break;
            acc += h[k] * convert_float2(in[at]);
        }
        out[n] = convert_short2_sat_rte(acc);
    }
}
