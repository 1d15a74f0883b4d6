// 32-bit atomics on global memory that give the same result in any order.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void global_atomics(global const int *in, global int *results, global uint *unsigned_results) {
  int value = in[get_global_id(0)];
  atomic_add(&results[0], value);
  atomic_sub(&results[1], value);
  atomic_inc(&results[2]);
  atomic_dec(&results[3]);
  atomic_min(&results[4], value);
  atomic_max(&results[5], value);
  atomic_and(&unsigned_results[0], ~(1u << (value & 31)));
  atomic_or(&unsigned_results[1], 1u << (value & 31));
  atomic_xor(&unsigned_results[2], (uint)value);
  atomic_max(&unsigned_results[3], (uint)value);
}
