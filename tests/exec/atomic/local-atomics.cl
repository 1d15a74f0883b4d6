// The same on local memory, brought out by one work-item.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void local_atomics(global const int *in, global int *out) {
  local int sum, smallest, largest;
  local uint bits, count;
  int value = in[get_global_id(0)];
  if (get_local_id(0) == 0) {
    sum = bits = count = 0;
    smallest = INT_MAX;
    largest = INT_MIN;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&sum, value);
  atomic_min(&smallest, value);
  atomic_max(&largest, value);
  atomic_or(&bits, 1u << (value & 31));
  atomic_inc(&count);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    global int *row = out + get_group_id(0) * 5;
    row[0] = sum, row[1] = smallest, row[2] = largest, row[3] = bits, row[4] = count;
  }
}
