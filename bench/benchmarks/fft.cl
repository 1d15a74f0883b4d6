// Fourier transforms of N complex numbers each, a group for each; Stockham's algorithm in local memory, which leaves the
// results in order. N / 2 work-items with two numbers each, or N / 4 with four. Roots of unity come from a table, of which
// roots[i] is exp(-2 pi i sqrt(-1) / N), or are sines and cosines as they are needed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define N 1024

float2 product(float2 a, float2 b) { return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

__kernel void radix2(__global const float2 *in, __global float2 *out, __constant float2 *roots) {
  __local float2 first[N], second[N];
  const int t = get_local_id(0);
  const int start = get_group_id(0) * N;
  __local float2 *from = first;
  __local float2 *to = second;
  from[t] = in[start + t];
  from[t + N / 2] = in[start + t + N / 2];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int length = 1; length < N; length *= 2) {
    const int k = t & (length - 1);
    const float2 a = from[t];
    const float2 b = product(roots[k * (N / 2 / length)], from[t + N / 2]);
    const int j = 2 * t - k;
    to[j] = a + b;
    to[j + length] = a - b;
    barrier(CLK_LOCAL_MEM_FENCE);
    __local float2 *swap = from;
    from = to;
    to = swap;
  }
  out[start + t] = from[t];
  out[start + t + N / 2] = from[t + N / 2];
}

__kernel void sines(__global const float2 *in, __global float2 *out) {
  __local float2 first[N], second[N];
  const int t = get_local_id(0);
  const int start = get_group_id(0) * N;
  __local float2 *from = first;
  __local float2 *to = second;
  from[t] = in[start + t];
  from[t + N / 2] = in[start + t + N / 2];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int length = 1; length < N; length *= 2) {
    const int k = t & (length - 1);
    float cosine;
    const float sine = sincos(-M_PI_F * k / length, &cosine);
    const float2 a = from[t];
    const float2 b = product((float2)(cosine, sine), from[t + N / 2]);
    const int j = 2 * t - k;
    to[j] = a + b;
    to[j + length] = a - b;
    barrier(CLK_LOCAL_MEM_FENCE);
    __local float2 *swap = from;
    from = to;
    to = swap;
  }
  out[start + t] = from[t];
  out[start + t + N / 2] = from[t + N / 2];
}

__kernel void radix4(__global const float2 *in, __global float2 *out, __constant float2 *roots) {
  __local float2 numbers[N];
  const int t = get_local_id(0);
  const int start = get_group_id(0) * N;
  float2 a = in[start + t];
  float2 b = in[start + t + N / 4];
  float2 c = in[start + t + N / 2];
  float2 d = in[start + t + 3 * N / 4];
  for (int length = 1;; length *= 4) {
    const int k = t & (length - 1);
    const int step = k * (N / 4 / length);
    b = product(roots[step], b);
    c = product(roots[2 * step], c);
    d = product(roots[3 * step], d);
    const float2 sumAc = a + c, differenceAc = a - c;
    const float2 sumBd = b + d, differenceBd = (float2)(b.y - d.y, d.x - b.x); // times -sqrt(-1)
    const int j = 4 * t - 3 * k;
    numbers[j] = sumAc + sumBd;
    numbers[j + length] = differenceAc + differenceBd;
    numbers[j + 2 * length] = sumAc - sumBd;
    numbers[j + 3 * length] = differenceAc - differenceBd;
    barrier(CLK_LOCAL_MEM_FENCE);
    a = numbers[t];
    b = numbers[t + N / 4];
    c = numbers[t + N / 2];
    d = numbers[t + 3 * N / 4];
    if (length == N / 4)
      break;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[start + t] = a;
  out[start + t + N / 4] = b;
  out[start + t + N / 2] = c;
  out[start + t + 3 * N / 4] = d;
}
