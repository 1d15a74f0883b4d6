// Powers whose exponent is known, of scalars and of vectors; the last two stay calls.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define EACH(POWER)                                                                                                    \
  POWER((T)0.5) POWER((T)1) POWER((T)1.5) POWER((T)2) POWER((T)3) POWER((T)4.5) POWER((T)5) POWER((T)8)                \
  POWER((T)-0.5) POWER((T)-1) POWER((T)-1.5) POWER((T)-2) POWER((T)-3) POWER((T)-7.5) POWER((T)-8) POWER((T)0)         \
  POWER((T)8.5) POWER((T)2.25)
#define EACH_WHOLE(POWER) POWER(0) POWER(1) POWER(2) POWER(3) POWER(6) POWER(-1) POWER(-2) POWER(-5) POWER(9)

kernel void math_constant_powers(global const T *in, global T *out) {
  const size_t id = get_global_id(0);
  const T x = in[id];
  const T4 v = (T4)(x, 1, x, 2);
  global T *result = out + id * 63;
#define POW(Y) *result++ = pow(x, Y);
  EACH(POW)
#define POWR(Y) *result++ = powr(x, Y);
  EACH(POWR)
#define POWN(N) *result++ = pown(x, N);
  EACH_WHOLE(POWN)
#define POW_OF_VECTOR(Y) *result++ = pow(v, (T4)(Y)).z;
  EACH(POW_OF_VECTOR)
}
