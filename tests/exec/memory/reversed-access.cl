// Loads from the end to the start, with a negative stride.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void reversed_access(global const short *in, global short *out) {
  global const short *last = in + get_global_size(0) - 1;
  out[get_global_id(0)] = last[-(int)get_global_id(0)] + 1;
}
