// A loop around a barrier whose condition nobody has written on one path: it ends, as on all devices.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void unwritten_loop_condition(global const int *in, global int *out, local int *shared, int steps) {
  const size_t i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  int count;
  if (steps > 1000)
    count = steps;
  shared[l] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  int last = shared[size - 1 - l];
  while (count) {
    barrier(CLK_LOCAL_MEM_FENCE);
    shared[l] += last;
    barrier(CLK_LOCAL_MEM_FENCE);
    last = shared[(l + 1) % size];
    count >>= 1;
  }
  out[i] = last;
}
