// Two values swap their places in each turn (each is the other's successor), with a barrier in the loop.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void loop_carried_values_across_barrier(global const uint *in, global uint *out, local uint *tile, int turns) {
  size_t l = get_local_id(0), size = get_local_size(0);
  uint previous = 0, current = in[get_global_id(0)];
  for (int turn = 0; turn < turns; ++turn) {
    uint next = previous + current;
    previous = current;
    current = next;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  tile[l] = previous;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = current - tile[size - 1 - l];
}
