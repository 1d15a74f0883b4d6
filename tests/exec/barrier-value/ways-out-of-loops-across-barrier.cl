// Which way out of a loop a work-item has taken: what it knows of that are constants. The last one leaves two loops.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void ways_out_of_loops_across_barrier(global const int *in, global int *out, local int *tile) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int own = in[get_global_id(0)], turns = (int)(size % 3) + 3;
  int one = 200000, two = 3000000;
  for (int turn = 0; turn < turns; ++turn)
    if ((own + turn) % 16 == 0) {
      one = 100000;
      break;
    }
  for (int turn = 0; turn < turns; ++turn)
    for (int step = 0; step < turns; ++step)
      if ((own + turn * step) % 32 == 0) {
        two = 1000000;
        goto found;
      }
found:
  tile[l] = own;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[size - 1 - l] + one + two;
}
