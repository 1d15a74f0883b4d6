// A struct of half a kilobyte, indexed at run time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
struct Table {
  int entries[128];
};

kernel void large_struct_argument(struct Table table, global const int *in, global int *out) {
  size_t i = get_global_id(0);
  out[i] = table.entries[in[i]];
}
