// Transposition without local memory, of one matrix or of several behind each other: neighbours in both dimensions share lines.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void rows_written_as_columns(global const int *in, global int *out) {
  const int width = get_global_size(0), height = get_global_size(1);
  const int x = get_global_id(0), y = get_global_id(1), first = (int)get_global_id(2) * width * height;
  out[first + x * height + y] = in[first + y * width + x];
}
