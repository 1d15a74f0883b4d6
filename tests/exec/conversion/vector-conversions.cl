// Conversions of vectors: wider, narrower, to and from floating point.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void vector_conversions(global const uchar8 *in, global float8 *reals, global ushort8 *words,
                               global char8 *bytes) {
  size_t i = get_global_id(0);
  float8 real = convert_float8(in[i]) * 1.5f;
  reals[i] = real;
  words[i] = convert_ushort8_rte(real);
  bytes[i] = convert_char8_sat(convert_int8(real) - 200);
}
