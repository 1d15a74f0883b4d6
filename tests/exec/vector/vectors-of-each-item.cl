// Vectors of 8 to 128 bytes, one for each work-item and one behind the other: their elements change places. Of the
// second half of the results some are left out.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define JOIN(type, count) type##count
#define VECTOR(type, count) JOIN(type, count)
#if COUNT == 4
#define REVERSED wzyx
#elif COUNT == 8
#define REVERSED s76543210
#else
#define REVERSED sfedcba9876543210
#endif

kernel void vectors_of_each_item(global const VECTOR(T, COUNT) *in, global VECTOR(T, COUNT) *out,
                                 global VECTOR(T, COUNT) *some) {
  const size_t i = get_global_id(0);
  const VECTOR(T, COUNT) v = in[i];
  out[i] = v.REVERSED + (T)3 * v;
  if ((int)v.s1 % 3 != 1)
    some[i] = v * v.REVERSED;
}
