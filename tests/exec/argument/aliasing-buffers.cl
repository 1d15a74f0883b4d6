// One buffer, read at a neighbour's place and written elsewhere in the same buffer.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void aliasing_buffers(global int *data, int count) {
  int i = get_global_id(0);
  data[count + i] = data[i] + data[(i + 1) % count];
}
