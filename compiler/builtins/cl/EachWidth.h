// Includes the file that WEFT_BODY names several times: for the floating-point type WEFT_SCALAR, and for each of its
// vectors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// All inclusions define the same short names, so that a function is written once and becomes vector code at every
// width. F is the type. I, L, UL and D are int, long, ulong and double of the same width. B is WEFT_BITS of the same
// width, which is the integer with as many bits as F.
#undef WEFT_OVERLOAD
#define WEFT_OVERLOAD __attribute__((overloadable))
#define WEFT_PASTE_AS_IS(a, b) a##b
#define WEFT_PASTE(a, b) WEFT_PASTE_AS_IS(a, b)

#define F WEFT_PASTE(WEFT_SCALAR, WEFT_WIDTH)
#define I WEFT_PASTE(int, WEFT_WIDTH)
#define L WEFT_PASTE(long, WEFT_WIDTH)
#define UL WEFT_PASTE(ulong, WEFT_WIDTH)
#define D WEFT_PASTE(double, WEFT_WIDTH)
#define B WEFT_PASTE(WEFT_BITS, WEFT_WIDTH)
#define WEFT_TO_INT WEFT_PASTE(convert_, I)
#define WEFT_TO_LONG WEFT_PASTE(convert_, L)
#define WEFT_TO_DOUBLE WEFT_PASTE(convert_, D)
#define WEFT_TO_BITS WEFT_PASTE(convert_, B)
#define WEFT_TO_F WEFT_PASTE(convert_, F)

// The number of elements of F. A vector of three has room for a fourth element, which doesn't count.
#define WEFT_ELEMENTS (WEFT_WIDTH + 0 ? WEFT_WIDTH + 0 : 1)

#define WEFT_WIDTH
#include WEFT_BODY
#undef WEFT_WIDTH
#define WEFT_WIDTH 2
#include WEFT_BODY
#undef WEFT_WIDTH
#define WEFT_WIDTH 3
#include WEFT_BODY
#undef WEFT_WIDTH
#define WEFT_WIDTH 4
#include WEFT_BODY
#undef WEFT_WIDTH
#define WEFT_WIDTH 8
#include WEFT_BODY
#undef WEFT_WIDTH
#define WEFT_WIDTH 16
#include WEFT_BODY
#undef WEFT_WIDTH

#undef F
#undef I
#undef L
#undef UL
#undef D
#undef B
#undef WEFT_TO_INT
#undef WEFT_TO_LONG
#undef WEFT_TO_DOUBLE
#undef WEFT_TO_BITS
#undef WEFT_TO_F
#undef WEFT_ELEMENTS
#undef WEFT_PASTE
#undef WEFT_PASTE_AS_IS
#undef WEFT_SCALAR
#undef WEFT_BITS
