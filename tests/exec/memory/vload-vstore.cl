// vload and vstore of every length at places that only elements' alignment holds for.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void vload_vstore(global const short *in, global short *out) {
  size_t i = get_global_id(0);
  global short *row = out + i * 33;
  global const short *from = in + i * 33;
  vstore2(vload2(0, from + 1), 0, row + 1);
  vstore3(vload3(1, from), 1, row);
  vstore4(vload4(0, from + 6), 0, row + 6);
  vstore8(vload8(0, from + 10), 0, row + 10);
  vstore16(vload16(0, from + 17), 0, row + 17);
  row[0] = 5;
}
