// The functions that OpenCL C 2.0 added: linear ids and the enqueued local size.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void linear_ids(global ulong *out) {
  size_t g = get_global_linear_id();
  out[g * 4] = get_local_linear_id();
  out[g * 4 + 1] = get_enqueued_local_size(0) * 100 + get_enqueued_local_size(1) * 10 + get_enqueued_local_size(2);
  out[g * 4 + 2] = get_enqueued_local_size(3);
  out[g * 4 + 3] = get_local_size(0) * 10000 + get_local_size(1) * 100 + get_local_size(2);
}
