// Components by letter, number, half and parity; on the left of an assignment too.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void vector_components(global const int8 *in, global int8 *out) {
  int8 v = in[get_global_id(0)];
  int8 r;
  r.lo = v.hi;
  r.s4 = v.x + v.s7;
  r.s65 = v.s12;
  r.s7 = 9;
  r.even = r.even * 2;
  r.odd += v.s0246;
  r.xy = r.yx;
  out[get_global_id(0)] = r;
}
