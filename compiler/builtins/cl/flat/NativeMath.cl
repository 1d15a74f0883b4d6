// Native math functions that libclc leaves to a GPU's instructions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Their precision is ours to choose (OpenCL C 3.0, section 7.4). A CPU has no such instructions, so they are the
// functions of full precision.
#define WEFT_NATIVE_WIDTH(name, type)                                                                                  \
  type __attribute__((overloadable)) native_##name(type x) { return name(x); }
#define WEFT_NATIVE(name)                                                                                              \
  WEFT_NATIVE_WIDTH(name, float)                                                                                       \
  WEFT_NATIVE_WIDTH(name, float2)                                                                                      \
  WEFT_NATIVE_WIDTH(name, float3)                                                                                      \
  WEFT_NATIVE_WIDTH(name, float4)                                                                                      \
  WEFT_NATIVE_WIDTH(name, float8)                                                                                      \
  WEFT_NATIVE_WIDTH(name, float16)

WEFT_NATIVE(cos)
WEFT_NATIVE(exp)
WEFT_NATIVE(exp2)
WEFT_NATIVE(exp10)
WEFT_NATIVE(log)
WEFT_NATIVE(log2)
WEFT_NATIVE(log10)
WEFT_NATIVE(sin)
WEFT_NATIVE(tan)

#define WEFT_NATIVE_POWR(type)                                                                                         \
  type __attribute__((overloadable)) native_powr(type x, type y) { return powr(x, y); }
WEFT_NATIVE_POWR(float)
WEFT_NATIVE_POWR(float2)
WEFT_NATIVE_POWR(float3)
WEFT_NATIVE_POWR(float4)
WEFT_NATIVE_POWR(float8)
WEFT_NATIVE_POWR(float16)
