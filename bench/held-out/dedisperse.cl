// Astronomy: dedisperse.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Incoherent dedispersion: sums filterbank channels along each trial's delays. */
__kernel void dedisperse(__global const uchar *filterbank, __global const int *delay,
                         __global const uchar *mask, __global ushort *series,
                         int channels, int samplesIn, int samplesOut)
{
    int t = get_global_id(0);
    int dm = get_global_id(1);
    if (t >= samplesOut)
        return;
    uint sum = 0;
    for (int c = 0; c < channels; c++) {
        if (mask[c] == 0)
            continue;
        sum += filterbank[c * samplesIn + t + delay[dm * channels + c]];
    }
    series[dm * samplesOut + t] = (ushort)min(sum, 65535u);
}
