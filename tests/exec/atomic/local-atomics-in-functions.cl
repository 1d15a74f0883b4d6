// A function that several work-items call with one place in local memory: each takes away its bit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
uint take(volatile local uint *word, uint bit) { return atomic_and(word, ~(1u << bit)); }

kernel void local_atomics_in_functions(global uint *left, global uint *found) {
  local uint words[32]; // of a group of up to 1024
  const uint item = get_local_id(0);
  words[item / 32] = ~0u;
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint before = take(&words[item / 32], item % 32);
  found[get_global_id(0)] = (before >> (item % 32)) & 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  left[get_global_id(0)] = words[item / 32];
}
