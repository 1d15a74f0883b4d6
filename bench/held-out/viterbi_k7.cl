// Signal: viterbi k7.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Viterbi decoder, rate 1/2, constraint length 7; a work-group of 64 states per frame.
   Soft bits are signed bytes; decisions stay in local memory for the traceback. */
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void viterbi_k7(__global const char *soft, __global uchar *bits, __global int *metric,
                __local int *path, __local uchar *decision, int steps)
{
    int s = get_local_id(0), frame = get_group_id(0);
    __local int *now = path, *later = path + 64;
    __local int *swap;
    now[s] = s == 0 ? 0 : 100000;

    // the two predecessors of state s, and the code bits on both branches
    int from = (s << 1) & 63;
    int in = s >> 5;
    int reg0 = (in << 6) | from, reg1 = reg0 | 1;
    int a0 = popcount(reg0 & 0x79) & 1, b0 = popcount(reg0 & 0x5b) & 1;
    int a1 = popcount(reg1 & 0x79) & 1, b1 = popcount(reg1 & 0x5b) & 1;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int t = 0; t < steps; t++) {
        int x = soft[(frame * steps + t) * 2], y = soft[(frame * steps + t) * 2 + 1];
        int m0 = now[from] + (a0 ? -x : x) + (b0 ? -y : y);
        int m1 = now[from + 1] + (a1 ? -x : x) + (b1 ? -y : y);
        int take = m1 < m0;
        later[s] = take ? m1 : m0;
        decision[t * 64 + s] = (uchar)take;
        barrier(CLK_LOCAL_MEM_FENCE);
        swap = now;
        now = later;
        later = swap;
    }

    if (s == 0) {
        int state = 0;
        for (int k = 1; k < 64; k++)
            if (now[k] < now[state])
                state = k;
        metric[frame] = now[state];
        for (int t = steps - 1; t >= 0; t--) {
            bits[frame * steps + t] = (uchar)(state >> 5);
            state = ((state << 1) & 63) | decision[t * 64 + state];
        }
    }
}
