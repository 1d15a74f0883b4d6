// Vectors put together from scalars and shorter vectors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void vector_literals(global const int *in, global short16 *out) {
  size_t i = get_global_id(0);
  short s = in[i];
  short2 two = (short2)(s, 1);
  short4 four = (short4)(two, 2, s);
  out[i] = (short16)(four, (short3)(5), two.yx, four.wzyx, (short)-s, 7, 8);
}
