// Each work-item adds up a row of its own, whose length is known at the launch alone; some leave before, and some stop
// early.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void own_row_sums(global const T *in, global long *out, int length, int count) {
  const int id = get_global_id(0);
  out[id] = -1;
  if (id >= count)
    return;
  long sum = 0;
  for (int i = 0; i < length; ++i)
    sum = sum * 3 + (long)in[id * length + i];
  long part = 0;
  for (int i = 0; i < length - id % 3; ++i)
    part += (long)in[id * length + i];
  out[id] = sum ^ part;
}
