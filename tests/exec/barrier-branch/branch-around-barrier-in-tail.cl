// The branch's join comes right after its barrier, with nothing left to do but to return.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void branch_around_barrier_in_tail(global int *out, int wait) {
  out[get_global_id(0)] = (int)get_local_id(0);
  if (wait)
    barrier(CLK_GLOBAL_MEM_FENCE);
}
