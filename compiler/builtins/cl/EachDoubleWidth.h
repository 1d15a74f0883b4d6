// Includes the file WEFT_BODY for double and for each of its vectors, under the same short names.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// So a function is written once and is vector code at every width. Its type is F; I, L and D are int, long and double
// of the same width, and B is the integer with as many bits as F.
#undef WEFT_OVERLOAD
#define WEFT_OVERLOAD __attribute__((overloadable))

#define F double
#define I int
#define L long
#define D double
#define B long
#define WEFT_TO_INT convert_int
#define WEFT_TO_LONG convert_long
#define WEFT_TO_DOUBLE convert_double
#define WEFT_TO_BITS convert_long
#define WEFT_TO_F convert_double
#include WEFT_BODY
#undef F
#undef I
#undef L
#undef D
#undef B
#undef WEFT_TO_INT
#undef WEFT_TO_LONG
#undef WEFT_TO_DOUBLE
#undef WEFT_TO_BITS
#undef WEFT_TO_F

#define F double2
#define I int2
#define L long2
#define D double2
#define B long2
#define WEFT_TO_INT convert_int2
#define WEFT_TO_LONG convert_long2
#define WEFT_TO_DOUBLE convert_double2
#define WEFT_TO_BITS convert_long2
#define WEFT_TO_F convert_double2
#include WEFT_BODY
#undef F
#undef I
#undef L
#undef D
#undef B
#undef WEFT_TO_INT
#undef WEFT_TO_LONG
#undef WEFT_TO_DOUBLE
#undef WEFT_TO_BITS
#undef WEFT_TO_F

#define F double3
#define I int3
#define L long3
#define D double3
#define B long3
#define WEFT_TO_INT convert_int3
#define WEFT_TO_LONG convert_long3
#define WEFT_TO_DOUBLE convert_double3
#define WEFT_TO_BITS convert_long3
#define WEFT_TO_F convert_double3
#include WEFT_BODY
#undef F
#undef I
#undef L
#undef D
#undef B
#undef WEFT_TO_INT
#undef WEFT_TO_LONG
#undef WEFT_TO_DOUBLE
#undef WEFT_TO_BITS
#undef WEFT_TO_F

#define F double4
#define I int4
#define L long4
#define D double4
#define B long4
#define WEFT_TO_INT convert_int4
#define WEFT_TO_LONG convert_long4
#define WEFT_TO_DOUBLE convert_double4
#define WEFT_TO_BITS convert_long4
#define WEFT_TO_F convert_double4
#include WEFT_BODY
#undef F
#undef I
#undef L
#undef D
#undef B
#undef WEFT_TO_INT
#undef WEFT_TO_LONG
#undef WEFT_TO_DOUBLE
#undef WEFT_TO_BITS
#undef WEFT_TO_F

#define F double8
#define I int8
#define L long8
#define D double8
#define B long8
#define WEFT_TO_INT convert_int8
#define WEFT_TO_LONG convert_long8
#define WEFT_TO_DOUBLE convert_double8
#define WEFT_TO_BITS convert_long8
#define WEFT_TO_F convert_double8
#include WEFT_BODY
#undef F
#undef I
#undef L
#undef D
#undef B
#undef WEFT_TO_INT
#undef WEFT_TO_LONG
#undef WEFT_TO_DOUBLE
#undef WEFT_TO_BITS
#undef WEFT_TO_F

#define F double16
#define I int16
#define L long16
#define D double16
#define B long16
#define WEFT_TO_INT convert_int16
#define WEFT_TO_LONG convert_long16
#define WEFT_TO_DOUBLE convert_double16
#define WEFT_TO_BITS convert_long16
#define WEFT_TO_F convert_double16
#include WEFT_BODY
#undef F
#undef I
#undef L
#undef D
#undef B
#undef WEFT_TO_INT
#undef WEFT_TO_LONG
#undef WEFT_TO_DOUBLE
#undef WEFT_TO_BITS
#undef WEFT_TO_F
