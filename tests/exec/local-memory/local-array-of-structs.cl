// An array of structs with padding in local memory, as an argument.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
struct Entry {
  char tag;
  int value;
  short small;
};

kernel void local_array_of_structs(global const int *in, global int *out, local struct Entry *entries) {
  size_t l = get_local_id(0), size = get_local_size(0);
  struct Entry entry = {(char)(l % 100), in[get_global_id(0)], (short)l};
  entries[l] = entry;
  barrier(CLK_LOCAL_MEM_FENCE);
  struct Entry other = entries[size - 1 - l];
  out[get_global_id(0)] = other.value * 2 + other.tag + other.small;
}
