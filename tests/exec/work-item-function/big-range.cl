// Many work-items in small and large groups, each writing once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void big_range(global uint *out) {
  uint i = get_global_id(0);
  out[i] = i * 2654435761u;
}
