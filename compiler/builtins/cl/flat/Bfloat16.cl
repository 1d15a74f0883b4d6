// Conversions between float and bfloat16, which is stored in a ushort (cl_intel_bfloat16_conversions).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A bfloat16 is the upper half of a float. The lower half is rounded to nearest, ties to even, which may carry up to
// infinity. A NaN stays a NaN, whichever of its bits are removed.
#define WEFT_CONVERSIONS(n)                                                                                            \
  ushort##n __attribute__((overloadable)) intel_convert_bfloat16##n##_as_ushort##n(float##n source) {                  \
    const uint##n bits = as_uint##n(source);                                                                           \
    const uint##n rounded = bits + 0x7FFFu + (bits >> 16u & 1u);                                                       \
    return convert_ushort##n(select(rounded, bits | 0x400000u, (bits & 0x7FFFFFFFu) > 0x7F800000u) >> 16u);            \
  }                                                                                                                    \
  float##n __attribute__((overloadable)) intel_convert_as_bfloat16##n##_float##n(ushort##n source) {                   \
    return as_float##n(convert_uint##n(source) << 16u);                                                                \
  }

WEFT_CONVERSIONS()
WEFT_CONVERSIONS(2)
WEFT_CONVERSIONS(3)
WEFT_CONVERSIONS(4)
WEFT_CONVERSIONS(8)
WEFT_CONVERSIONS(16)
