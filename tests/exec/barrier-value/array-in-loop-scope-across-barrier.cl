// An array whose scope is the loop's body is new in each turn.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void array_in_loop_scope_across_barrier(global const int *in, global int *out, local int *tile) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int sum = 0;
  for (int turn = 0; turn < 3; ++turn) {
    int own[4] = {turn, turn + 1, in[get_global_id(0)], 7};
    tile[l] = own[2] + turn;
    barrier(CLK_LOCAL_MEM_FENCE);
    own[turn] += tile[size - 1 - l];
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += own[0] + own[1] + own[2] + own[3];
  }
  out[get_global_id(0)] = sum;
}
