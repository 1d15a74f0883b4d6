// A work-item reads back what it stored, through another pointer to the same place.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void load_after_store(global int *data, global int *alias_offset) {
  size_t i = get_global_id(0);
  global int *alias = data + alias_offset[0];
  data[i] = data[i] * 2;
  alias[i] += 5;
  data[i] -= 1;
}
