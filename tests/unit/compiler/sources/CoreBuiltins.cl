// Calls a function of every core family, for each width and address space that differ.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define FOR_WIDTHS(use, type) use(type) use(type##2) use(type##3) use(type##4) use(type##8) use(type##16)
#define FOR_VECTORS(use, type) use(type##2) use(type##3) use(type##4) use(type##8) use(type##16)

// Math functions (OpenCL C 3.0, section 6.15.2).
#define MATH(type)                                                                                                     \
  kernel void math_##type(global type *a) {                                                                            \
    type x = a[0], y = a[1], z = a[2], t;                                                                              \
    a[3] = acos(x) + acosh(x) + acospi(x) + asin(x) + asinh(x) + asinpi(x) + atan(x) + atan2(x, y) + atanh(x) +         \
           atanpi(x) + atan2pi(x, y) + cbrt(x) + ceil(x) + copysign(x, y) + cos(x) + cosh(x) + cospi(x) + erfc(x) +     \
           erf(x) + exp(x) + exp2(x) + exp10(x) + expm1(x) + fabs(x) + fdim(x, y) + floor(x) + fma(x, y, z) +           \
           fmax(x, y) + fmin(x, y) + fmod(x, y) + fract(x, &t) + hypot(x, y) + lgamma(x) + log(x) + log2(x) +           \
           log10(x) + log1p(x) + logb(x) + mad(x, y, z) + maxmag(x, y) + minmag(x, y) + modf(x, &t) +                   \
           nextafter(x, y) + pow(x, y) + powr(x, y) + remainder(x, y) + rint(x) + round(x) + rsqrt(x) + sin(x) +        \
           sincos(x, &t) + sinh(x) + sinpi(x) + sqrt(x) + tan(x) + tanh(x) + tanpi(x) + tgamma(x) + trunc(x) + t;       \
    a[4] = degrees(x) + mix(x, y, z) + radians(x) + step(x, y) + smoothstep(x, y, z) + sign(x) + clamp(x, y, z) +       \
           max(x, y) + min(x, y) + bitselect(x, y, z);                                                                 \
  }
FOR_WIDTHS(MATH, float)
FOR_WIDTHS(MATH, double)

#define WITH_INTEGERS(type, integer)                                                                                   \
  kernel void integers_##type(global type *a, global integer *i) {                                                     \
    integer n;                                                                                                         \
    a[0] = frexp(a[1], &n) + ldexp(a[2], i[0]) + lgamma_r(a[3], &n) + pown(a[4], i[1]) + remquo(a[5], a[6], &n) +       \
           rootn(a[7], i[2]);                                                                                          \
    i[3] = ilogb(a[8]) + n;                                                                                            \
  }
WITH_INTEGERS(float, int)
WITH_INTEGERS(float4, int4)
WITH_INTEGERS(double, int)
WITH_INTEGERS(double8, int8)

#define NATIVE(type)                                                                                                   \
  kernel void native_##type(global type *a) {                                                                          \
    type x = a[0], y = a[1];                                                                                           \
    a[2] = native_cos(x) + native_divide(x, y) + native_exp(x) + native_exp2(x) + native_exp10(x) + native_log(x) +     \
           native_log2(x) + native_log10(x) + native_powr(x, y) + native_recip(x) + native_rsqrt(x) + native_sin(x) +   \
           native_sqrt(x) + native_tan(x);                                                                             \
    a[3] = half_cos(x) + half_divide(x, y) + half_exp(x) + half_exp2(x) + half_exp10(x) + half_log(x) + half_log2(x) +  \
           half_log10(x) + half_powr(x, y) + half_recip(x) + half_rsqrt(x) + half_sin(x) + half_sqrt(x) + half_tan(x);  \
  }
FOR_WIDTHS(NATIVE, float)

// Geometric functions (section 6.15.5).
#define GEOMETRIC(type, scalar)                                                                                        \
  kernel void geometric_##type(global type *a, global scalar *s) {                                                     \
    s[0] = dot(a[0], a[1]) + distance(a[0], a[1]) + length(a[0]);                                                      \
    a[2] = normalize(a[0]);                                                                                            \
  }
GEOMETRIC(float, float)
GEOMETRIC(float2, float)
GEOMETRIC(float3, float)
GEOMETRIC(float4, float)
GEOMETRIC(double3, double)
GEOMETRIC(double4, double)
kernel void geometric(global float3 *a, global float4 *b, global double3 *c) {
  a[0] = cross(a[1], a[2]) + fast_normalize(a[3]) + fast_distance(a[4], a[5]) + fast_length(a[6]);
  b[0] = cross(b[1], b[2]);
  c[0] = cross(c[1], c[2]);
}

// Integer functions (section 6.15.3).
#define INTEGER(type)                                                                                                  \
  kernel void integer_##type(global type *a) {                                                                         \
    type x = a[0], y = a[1], z = a[2];                                                                                 \
    a[3] = add_sat(x, y) + hadd(x, y) + rhadd(x, y) + clamp(x, y, z) + clz(x) + mad_hi(x, y, z) + mad_sat(x, y, z) +    \
           max(x, y) + min(x, y) + mul_hi(x, y) + rotate(x, y) + sub_sat(x, y) + popcount(x) + bitselect(x, y, z);     \
  }
#define ALL_INTEGERS(use) \
  FOR_WIDTHS(use, char) FOR_WIDTHS(use, uchar) FOR_WIDTHS(use, short) FOR_WIDTHS(use, ushort) FOR_WIDTHS(use, int)      \
  FOR_WIDTHS(use, uint) FOR_WIDTHS(use, long) FOR_WIDTHS(use, ulong)
ALL_INTEGERS(INTEGER)
kernel void integer(global int4 *i, global uint4 *u, global char2 *c, global uchar2 *d, global short2 *s) {
  i[0] = mul24(i[1], i[2]) + mad24(i[3], i[4], i[5]);
  u[0] = mul24(u[1], u[2]) + mad24(u[3], u[4], u[5]) + abs(i[6]) + abs_diff(i[7], i[8]);
  s[0] = upsample(c[0], d[0]);
}

// Relational functions (section 6.15.6).
#define RELATIONAL(type, result)                                                                                       \
  kernel void relational_##type(global type *a, global result *r) {                                                    \
    type x = a[0], y = a[1];                                                                                           \
    r[0] = isequal(x, y) + isnotequal(x, y) + isgreater(x, y) + isgreaterequal(x, y) + isless(x, y) +                   \
           islessequal(x, y) + islessgreater(x, y) + isfinite(x) + isinf(x) + isnan(x) + isnormal(x) +                 \
           isordered(x, y) + isunordered(x, y) + signbit(x);                                                           \
    a[2] = select(x, y, r[1]);                                                                                         \
  }
RELATIONAL(float, int)
RELATIONAL(float4, int4)
RELATIONAL(double4, long4)
RELATIONAL(double16, long16)
kernel void relational(global int8 *i, global int *r) { r[0] = any(i[0]) + all(i[1]); }

// Loads and stores (section 6.15.7).
#define LOAD(n, space)                                                                                                 \
  kernel void load##n##_##space(space float *f, space half *h, global float *to) {                                     \
    float##n v = vload##n(1, f) + vload_half##n(2, h) + vloada_half##n(3, h);                                          \
    vstore##n(v, 0, to);                                                                                               \
  }
#define STORE(n, space)                                                                                                \
  kernel void store##n##_##space(space float *f, space half *h, global float *from) {                                  \
    float##n v = vload##n(0, from);                                                                                    \
    vstore##n(v, 1, f);                                                                                                \
    vstore_half##n(v, 2, h);                                                                                           \
    vstore_half##n##_rte(v, 2, h);                                                                                     \
    vstore_half##n##_rtz(v, 2, h);                                                                                     \
    vstore_half##n##_rtp(v, 2, h);                                                                                     \
    vstore_half##n##_rtn(v, 2, h);                                                                                     \
    vstorea_half##n(v, 3, h);                                                                                          \
  }
LOAD(2, global) LOAD(3, global) LOAD(4, global) LOAD(8, global) LOAD(16, global)
LOAD(2, local) LOAD(3, local) LOAD(4, local) LOAD(8, local) LOAD(16, local)
LOAD(2, constant) LOAD(3, constant) LOAD(4, constant) LOAD(8, constant) LOAD(16, constant)
STORE(2, global) STORE(3, global) STORE(4, global) STORE(8, global) STORE(16, global)
STORE(2, local) STORE(3, local) STORE(4, local) STORE(8, local) STORE(16, local)
kernel void privateMemory(global float *a, global half *h) {
  float values[8];
  for (int i = 0; i < 8; ++i)
    values[i] = a[i];
  vstore4(vload4(0, values) + vload_half(0, h), 1, values);
  vstore_half(values[5], 1, h);
  a[0] = values[4];
}

// Conversions (section 6.4.3).
#define CONVERT(n)                                                                                                     \
  kernel void convert##n(global float##n *f, global int##n *i, global uchar##n *u, global long##n *l,                  \
                         global double##n *d) {                                                                        \
    i[0] = convert_int##n(f[0]) + convert_int##n##_sat_rte(f[1]) + convert_int##n##_rtz(d[0]);                         \
    u[0] = convert_uchar##n##_sat(i[1]) + convert_uchar##n##_sat_rtp(f[2]);                                            \
    l[0] = convert_long##n(u[1]) + convert_long##n##_rtn(d[1]);                                                        \
    d[2] = convert_double##n(l[1]) + convert_double##n(f[3]);                                                          \
    f[4] = convert_float##n(l[2]) + convert_float##n##_rtz(d[3]) + convert_float##n##_rte(u[2]);                       \
  }
CONVERT() CONVERT(2) CONVERT(3) CONVERT(4) CONVERT(8) CONVERT(16)

// Atomic functions (section 6.15.12.8).
#define ATOMIC(space, type)                                                                                            \
  kernel void atomic_##space##_##type(volatile space type *p, global type *out) {                                      \
    *out = atomic_add(p, 1) + atomic_sub(p, 1) + atomic_xchg(p, 1) + atomic_inc(p) + atomic_dec(p) +                   \
           atomic_cmpxchg(p, 1, 2) + atomic_min(p, 1) + atomic_max(p, 1) + atomic_and(p, 1) + atomic_or(p, 1) +        \
           atomic_xor(p, 1) + atom_add(p, 1);                                                                          \
  }
ATOMIC(global, int) ATOMIC(global, uint) ATOMIC(local, int) ATOMIC(local, uint)
#define ATOM(space, type)                                                                                              \
  kernel void atom_##space##_##type(volatile space type *p, global type *out) {                                        \
    *out = atom_add(p, (type)1) + atom_sub(p, (type)1) + atom_xchg(p, (type)1) + atom_inc(p) + atom_dec(p) +           \
           atom_cmpxchg(p, (type)1, (type)2) + atom_min(p, (type)1) + atom_max(p, (type)1) + atom_and(p, (type)1) +    \
           atom_or(p, (type)1) + atom_xor(p, (type)1);                                                                 \
  }
ATOM(global, long) ATOM(global, ulong) ATOM(local, long) ATOM(local, ulong)
kernel void atomicFloats(volatile global float *p, volatile local float *q) { *p = atomic_xchg(q, atomic_xchg(p, 1.0f)); }

#if __OPENCL_C_VERSION__ >= 200
#define ATOMIC2(type, number)                                                                                          \
  kernel void fetch_##type(volatile global type *p, global number *out) {                                              \
    atomic_init(p, (number)1);                                                                                         \
    atomic_store_explicit(p, (number)2, memory_order_release, memory_scope_device);                                    \
    number expected = 3;                                                                                               \
    *out = atomic_load_explicit(p, memory_order_acquire, memory_scope_device) +                                        \
           atomic_exchange_explicit(p, (number)2, memory_order_acq_rel, memory_scope_device) +                         \
           atomic_fetch_add_explicit(p, (number)1, memory_order_relaxed, memory_scope_work_group) +                    \
           atomic_fetch_sub_explicit(p, (number)1, memory_order_relaxed, memory_scope_work_group) +                    \
           atomic_fetch_or_explicit(p, (number)1, memory_order_relaxed, memory_scope_work_group) +                     \
           atomic_fetch_xor_explicit(p, (number)1, memory_order_relaxed, memory_scope_work_group) +                    \
           atomic_fetch_and_explicit(p, (number)1, memory_order_relaxed, memory_scope_work_group) +                    \
           atomic_fetch_min_explicit(p, (number)1, memory_order_relaxed, memory_scope_work_group) +                    \
           atomic_fetch_max_explicit(p, (number)1, memory_order_relaxed, memory_scope_work_group) +                    \
           atomic_compare_exchange_strong_explicit(p, &expected, (number)1, memory_order_acq_rel,                      \
                                                   memory_order_relaxed, memory_scope_device);                         \
  }
ATOMIC2(atomic_int, int)
ATOMIC2(atomic_uint, uint)
#endif

// Shuffles (section 6.15.13), and functions that the whole work-group calls (section 6.15.11).
kernel void shuffles(global float4 *a, global uint8 *m, global char16 *c, global uchar4 *n) {
  a[0] = shuffle(a[1], n[0].x > 1 ? (uint4)(0, 1, 2, 3) : (uint4)(3));
  vstore8(shuffle2(a[2], a[3], m[0]), 0, (global float *)a);
  c[0].xyzw = shuffle2(c[1], c[2], n[0]);
}
kernel void copies(local float4 *to, const global float4 *from, global double *back, local double *source) {
  event_t events[2];
  events[0] = async_work_group_copy(to, from, 16, 0);
  events[1] = async_work_group_strided_copy(back, source, 16, 2, 0);
  prefetch(from, 4);
  wait_group_events(2, events);
}
