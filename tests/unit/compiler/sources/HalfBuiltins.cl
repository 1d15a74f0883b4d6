// Calls every family of functions on half, for each width and address space that differ.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define FOR_VECTORS(use) use(2) use(3) use(4) use(8) use(16)
#define FOR_WIDTHS(use) use() FOR_VECTORS(use)

#define MATH(n)                                                                                                        \
  kernel void math##n(global half##n *a, global int##n *i, global ushort##n *u) {                                      \
    half##n x = a[0], y = a[1], z = a[2], t;                                                                           \
    int##n k;                                                                                                          \
    a[3] = acos(x) + acosh(x) + acospi(x) + asin(x) + asinh(x) + asinpi(x) + atan(x) + atan2(x, y) + atanh(x) +        \
           atanpi(x) + atan2pi(x, y) + cbrt(x) + ceil(x) + copysign(x, y) + cos(x) + cosh(x) + cospi(x) + erfc(x) +    \
           erf(x) + exp(x) + exp2(x) + exp10(x) + expm1(x) + fabs(x) + fdim(x, y) + floor(x) + fma(x, y, z) +          \
           fmax(x, y) + fmin(x, y) + fmod(x, y) + fract(x, &t) + hypot(x, y) + lgamma(x) + log(x) + log2(x);           \
    a[4] = log10(x) + log1p(x) + logb(x) + mad(x, y, z) + maxmag(x, y) + minmag(x, y) + modf(x, a) + nan(u[0]) +       \
           nextafter(x, y) + pow(x, y) + powr(x, y) + remainder(x, y) + rint(x) + round(x) + rsqrt(x) + sin(x) +       \
           sincos(x, &t) + sinh(x) + sinpi(x) + sqrt(x) + tan(x) + tanh(x) + tanpi(x) + tgamma(x) + trunc(x) + t;      \
    a[5] = frexp(x, &k) + ldexp(x, i[0]) + lgamma_r(x, i) + pown(x, i[1]) + remquo(x, y, &k) + rootn(x, i[2]);         \
    i[3] = ilogb(x) + k;                                                                                               \
    a[6] = degrees(x) + mix(x, y, z) + radians(x) + step(x, y) + smoothstep(x, y, z) + sign(x) + clamp(x, y, z) +      \
           max(x, y) + min(x, y) + bitselect(x, y, z);                                                                 \
  }
FOR_WIDTHS(MATH)

#define SCALARS(n)                                                                                                     \
  kernel void scalars##n(global half##n *a, global half *s, global int *i) {                                           \
    a[1] = fmax(a[0], s[0]) + fmin(a[0], s[0]) + ldexp(a[0], i[0]) + max(a[0], s[0]) + min(a[0], s[0]) +               \
           clamp(a[0], s[0], s[1]) + mix(a[0], a[1], s[0]) + step(s[0], a[0]) + smoothstep(s[0], s[1], a[0]);          \
  }
FOR_VECTORS(SCALARS)

#define GEOMETRIC(n)                                                                                                   \
  kernel void geometric##n(global half##n *a, global half *s) {                                                        \
    s[0] = dot(a[0], a[1]) + distance(a[0], a[1]) + length(a[0]);                                                      \
    a[2] = normalize(a[0]);                                                                                            \
  }
GEOMETRIC() GEOMETRIC(2) GEOMETRIC(3) GEOMETRIC(4)
kernel void crosses(global half3 *a, global half4 *b) { *a = cross(a[1], a[2]); *b = cross(b[1], b[2]); }

#define RELATIONAL(n, result)                                                                                          \
  kernel void relational##n(global half##n *a, global result *r, global short##n *s, global ushort##n *u) {            \
    half##n x = a[0], y = a[1];                                                                                        \
    r[0] = isequal(x, y) + isnotequal(x, y) + isgreater(x, y) + isgreaterequal(x, y) + isless(x, y) +                  \
           islessequal(x, y) + islessgreater(x, y) + isfinite(x) + isinf(x) + isnan(x) + isnormal(x) +                 \
           isordered(x, y) + isunordered(x, y) + signbit(x);                                                           \
    a[2] = select(x, y, s[0]) + select(x, y, u[0]);                                                                    \
  }
RELATIONAL(, int) RELATIONAL(2, short2) RELATIONAL(3, short3) RELATIONAL(4, short4) RELATIONAL(8, short8)
RELATIONAL(16, short16)

#define LOAD(n, space)                                                                                                 \
  kernel void load##n##_##space(space half *h, global half *to) { vstore##n(vload##n(1, h), 0, to); }
#define STORE(n)                                                                                                       \
  kernel void store##n(local half *to, global half *from, global double##n *d) {                                       \
    half room[32];                                                                                                     \
    vstore##n(vload##n(0, from), 0, room);                                                                             \
    vstore##n(vload##n(0, room), 1, to);                                                                               \
    vstore_half##n##_rtp(d[0], 2, to);                                                                                 \
    vstorea_half##n##_rtn(d[0], 2, room);                                                                              \
  }
#define ALL_LOADS(n) LOAD(n, global) LOAD(n, local) LOAD(n, constant)
FOR_VECTORS(ALL_LOADS)
FOR_VECTORS(STORE)

#define CONVERT_INTEGER(type, n)                                                                                       \
  kernel void of_##type##n(global half##n *h, global type##n *i) {                                                \
    i[0] = convert_##type##n(h[0]) + convert_##type##n##_rte(h[0]) + convert_##type##n##_rtz(h[0]) +                   \
           convert_##type##n##_rtp(h[0]) + convert_##type##n##_rtn(h[0]) + convert_##type##n##_sat(h[0]) +             \
           convert_##type##n##_sat_rte(h[0]) + convert_##type##n##_sat_rtz(h[0]) +                                     \
           convert_##type##n##_sat_rtp(h[0]) + convert_##type##n##_sat_rtn(h[0]);                                      \
    h[1] = convert_half##n(i[1]) + convert_half##n##_rte(i[1]) + convert_half##n##_rtz(i[1]) +                         \
           convert_half##n##_rtp(i[1]) + convert_half##n##_rtn(i[1]);                                                  \
  }
#define CONVERT_REAL(type, n)                                                                                          \
  kernel void of_##type##n(global half##n *h, global type##n *r) {                                                \
    r[0] = convert_##type##n(h[0]) + convert_##type##n##_rte(h[0]) + convert_##type##n##_rtz(h[0]) +                   \
           convert_##type##n##_rtp(h[0]) + convert_##type##n##_rtn(h[0]);                                              \
    h[1] = convert_half##n(r[1]) + convert_half##n##_rte(r[1]) + convert_half##n##_rtz(r[1]) +                         \
           convert_half##n##_rtp(r[1]) + convert_half##n##_rtn(r[1]) + convert_half##n(h[2]);                          \
  }
#define CONVERT(n)                                                                                                     \
  CONVERT_INTEGER(char, n) CONVERT_INTEGER(uchar, n) CONVERT_INTEGER(short, n) CONVERT_INTEGER(ushort, n)              \
  CONVERT_INTEGER(int, n) CONVERT_INTEGER(uint, n) CONVERT_INTEGER(long, n) CONVERT_INTEGER(ulong, n)                  \
  CONVERT_REAL(float, n) CONVERT_REAL(double, n)
FOR_WIDTHS(CONVERT)

kernel void shuffles(global half16 *a, global half2 *b, global ushort16 *m) {
  a[0] = shuffle(a[1], m[0]) + shuffle2(b[0], b[1], m[1]);
  b[2] = shuffle2(a[1], a[2], m[0].xy);
}
kernel void copies(local half4 *to, const global half4 *from, global half *back, local half *source) {
  event_t events[2];
  events[0] = async_work_group_copy(to, from, 16, 0);
  events[1] = async_work_group_strided_copy(back, source, 16, 2, 0);
  prefetch(from, 4);
  wait_group_events(2, events);
}
