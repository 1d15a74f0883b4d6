// native_ and half_ functions. libclc's would use a GPU's instructions or libclc's functions of full precision.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Their precision is implementation-defined or very low (OpenCL C 3.0, section 7.4). A CPU has no instructions for
// them, so they call the functions of full precision, which are fast.
#define WEFT_RELAXED_WIDTH(name, type)                                                                                 \
  type __attribute__((overloadable)) native_##name(type x) { return name(x); }                                         \
  type __attribute__((overloadable)) half_##name(type x) { return name(x); }
#define WEFT_RELAXED(name)                                                                                             \
  WEFT_RELAXED_WIDTH(name, float)                                                                                      \
  WEFT_RELAXED_WIDTH(name, float2)                                                                                     \
  WEFT_RELAXED_WIDTH(name, float3)                                                                                     \
  WEFT_RELAXED_WIDTH(name, float4)                                                                                     \
  WEFT_RELAXED_WIDTH(name, float8)                                                                                     \
  WEFT_RELAXED_WIDTH(name, float16)

WEFT_RELAXED(cos)
WEFT_RELAXED(exp)
WEFT_RELAXED(exp2)
WEFT_RELAXED(exp10)
WEFT_RELAXED(log)
WEFT_RELAXED(log2)
WEFT_RELAXED(log10)
WEFT_RELAXED(sin)
WEFT_RELAXED(tan)

#define WEFT_RELAXED_POWR(type)                                                                                        \
  type __attribute__((overloadable)) native_powr(type x, type y) { return powr(x, y); }                                \
  type __attribute__((overloadable)) half_powr(type x, type y) { return powr(x, y); }
WEFT_RELAXED_POWR(float)
WEFT_RELAXED_POWR(float2)
WEFT_RELAXED_POWR(float3)
WEFT_RELAXED_POWR(float4)
WEFT_RELAXED_POWR(float8)
WEFT_RELAXED_POWR(float16)
