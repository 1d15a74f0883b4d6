// The range is larger than the data; the rest of the work-items do nothing.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void guarded_by_size(global const int *in, global int *out, uint count) {
  size_t i = get_global_id(0);
  if (i >= count)
    return;
  out[i] = in[i] + 1;
}
