// Vector overloads of a builtin with long scalar code, defined by a loop over the elements.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_ELEMENT_LOOPS_H
#define WEFT_ELEMENT_LOOPS_H

#define WEFT_OVERLOAD __attribute__((overloadable))

// The scalar code exists once, whatever the width. The loop skips the fourth element for which a vector of three has
// room, because its value may be anything, and the function might take long for it.
#define WEFT_ELEMENT_LOOP(name, type, width)                                                                           \
  type##width WEFT_OVERLOAD name(type##width x) {                                                                      \
    type##width result = x;                                                                                            \
    _Pragma("unroll 1") for (int i = 0; i < width; ++i)((type *)&result)[i] = name(((type *)&x)[i]);                   \
    return result;                                                                                                     \
  }
#define WEFT_ELEMENT_LOOPS(name, type)                                                                                 \
  WEFT_ELEMENT_LOOP(name, type, 2)                                                                                     \
  WEFT_ELEMENT_LOOP(name, type, 3)                                                                                     \
  WEFT_ELEMENT_LOOP(name, type, 4)                                                                                     \
  WEFT_ELEMENT_LOOP(name, type, 8)                                                                                     \
  WEFT_ELEMENT_LOOP(name, type, 16)

// Defines a vector overload in the same way for a builtin that also stores an int.
#define WEFT_STORING_ELEMENT_LOOP(name, type, width, space)                                                            \
  type##width WEFT_OVERLOAD name(type##width x, space int##width *stored) {                                            \
    type##width result = x;                                                                                            \
    int##width each = 0;                                                                                               \
    _Pragma("unroll 1") for (int i = 0; i < width; ++i) {                                                              \
    private                                                                                                            \
      int one;                                                                                                         \
      ((type *)&result)[i] = name(((type *)&x)[i], (private int *)&one);                                               \
      ((int *)&each)[i] = one;                                                                                         \
    }                                                                                                                  \
    *stored = each;                                                                                                    \
    return result;                                                                                                     \
  }
#define WEFT_STORING_ELEMENT_LOOPS_OF_WIDTH(name, type, width)                                                         \
  WEFT_STORING_ELEMENT_LOOP(name, type, width, private)                                                                \
  WEFT_STORING_ELEMENT_LOOP(name, type, width, local)                                                                  \
  WEFT_STORING_ELEMENT_LOOP(name, type, width, global)                                                                 \
  WEFT_STORING_ELEMENT_LOOP(name, type, width, generic)
#define WEFT_STORING_ELEMENT_LOOPS(name, type)                                                                         \
  WEFT_STORING_ELEMENT_LOOPS_OF_WIDTH(name, type, 2)                                                                   \
  WEFT_STORING_ELEMENT_LOOPS_OF_WIDTH(name, type, 3)                                                                   \
  WEFT_STORING_ELEMENT_LOOPS_OF_WIDTH(name, type, 4)                                                                   \
  WEFT_STORING_ELEMENT_LOOPS_OF_WIDTH(name, type, 8)                                                                   \
  WEFT_STORING_ELEMENT_LOOPS_OF_WIDTH(name, type, 16)

#endif
