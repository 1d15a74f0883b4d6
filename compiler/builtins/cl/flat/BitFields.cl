// Bit-field extraction and insertion, and bit reversal (OpenCL C 3.0, section 6.15.3, cl_khr_extended_bit_ops).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Widths.h"

// Shift amounts stay below the width, except for an empty bit field, which is handled first. The casts undo the
// promotion of scalar char and short to int.
#define WEFT_BIT_FIELD(type, signedType, unsignedType, element, bits)                                                  \
  type WEFT_OVERLOAD bitfield_insert(type base, type insert, uint offset, uint count) {                                \
    if (count == 0)                                                                                                    \
      return base;                                                                                                     \
    unsignedType ones = (element)((element)-1 >> (bits - count));                                                      \
    unsignedType mask = (unsignedType)(ones << (unsignedType)(element)offset);                                         \
    unsignedType placed = (unsignedType)(as_##unsignedType(insert) << (unsignedType)(element)offset);                  \
    return as_##type((unsignedType)((as_##unsignedType(base) & ~mask) | (placed & mask)));                             \
  }                                                                                                                    \
  signedType WEFT_OVERLOAD bitfield_extract_signed(type base, uint offset, uint count) {                               \
    if (count == 0)                                                                                                    \
      return (signedType)0;                                                                                            \
    signedType top = as_##signedType(                                                                                  \
        (unsignedType)(as_##unsignedType(base) << (unsignedType)(element)(bits - count - offset)));                    \
    return (signedType)(top >> as_##signedType((unsignedType)(element)(bits - count)));                                \
  }                                                                                                                    \
  unsignedType WEFT_OVERLOAD bitfield_extract_unsigned(type base, uint offset, uint count) {                           \
    if (count == 0)                                                                                                    \
      return (unsignedType)0;                                                                                          \
    unsignedType top = (unsignedType)(as_##unsignedType(base) << (unsignedType)(element)(bits - count - offset));      \
    return (unsignedType)(top >> (unsignedType)(element)(bits - count));                                               \
  }                                                                                                                    \
  type WEFT_OVERLOAD bit_reverse(type base) { return __builtin_elementwise_bitreverse(base); }

#define WEFT_BIT_FIELDS(name, bits, n)                                                                                 \
  WEFT_BIT_FIELD(name##n, name##n, u##name##n, u##name, bits)                                                          \
  WEFT_BIT_FIELD(u##name##n, name##n, u##name##n, u##name, bits)
#define WEFT_ALL_BIT_FIELDS(n)                                                                                         \
  WEFT_BIT_FIELDS(char, 8, n)                                                                                          \
  WEFT_BIT_FIELDS(short, 16, n)                                                                                        \
  WEFT_BIT_FIELDS(int, 32, n)                                                                                          \
  WEFT_BIT_FIELDS(long, 64, n)
WEFT_ALL_WIDTHS(WEFT_ALL_BIT_FIELDS)
