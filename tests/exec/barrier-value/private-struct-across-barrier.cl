// A struct with an array and members of several sizes lives across a barrier.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
struct Record {
  char tag;
  int values[3];
  short small;
  long big;
};

kernel void private_struct_across_barrier(global const int *in, global long *out, local int *tile) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  struct Record record = {(char)(value % 100), {value, value + 1, value + 2}, (short)-value, (long)value << 32};
  tile[l] = record.values[1];
  barrier(CLK_LOCAL_MEM_FENCE);
  record.values[l % 3] += tile[size - 1 - l];
  struct Record copy = record;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = copy.big + copy.small + copy.tag + copy.values[0] + copy.values[1] + copy.values[2];
}
