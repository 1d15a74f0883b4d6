// Four kilobytes of private memory in each of 4096 work-items live across barriers: 16 MiB, far more than a stack.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void large_arrays_in_largest_group(global const int *in, global int *out, local int *tile) {
  size_t l = get_local_linear_id(), size = get_local_size(0) * get_local_size(1) * get_local_size(2);
  size_t i = get_global_linear_id();
  int own[1024], sum = 0;
  for (int k = 0; k < 1024; ++k)
    own[k] = in[i] + k;
  for (int turn = 0; turn < 3; ++turn) {
    tile[l] = own[turn * 300];
    barrier(CLK_LOCAL_MEM_FENCE);
    int next = tile[(l + 1) % size];
    own[(next & 63) + 1] += 1;
    sum += next;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int k = 0; k < 1024; ++k)
    sum += own[k] - k;
  out[i] = sum;
}
