// select and bitselect on scalars and vectors, any and all on the highest bits.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void select_any_all(global const int4 *in, global int *out) {
  size_t i = get_global_id(0);
  int4 a = in[2 * i], b = in[2 * i + 1];
  global int *row = out + i * 12;
  vstore4(select(a, b, a < b), 0, row);
  vstore4(bitselect(a, b, (int4)(0x0F0F0F0F)), 0, row + 4);
  row[8] = select(a.x, b.x, a.y & 1);
  row[9] = any(a);
  row[10] = all(a);
  row[11] = (int)select(1.5f, 2.5f, b.w) + (int)bitselect((uint)a.z, (uint)b.z, 0xFFu);
}
