// Work-items exchange elements by an id that is volatile, and sum them into a volatile vector; a volatile array keeps sums.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void volatile_variables(global const int *in, global int *out) {
  local int tile[16];
  volatile int place = get_local_id(0);
  volatile int4 sums = 0;
  volatile int seen[2];
  for (int round = 0; round < 3; ++round) {
    tile[place] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    sums += (int4)(tile[15 - place], tile[place ^ 1], tile[get_local_id(0)], round);
    seen[round & 1] = sums.x;
    place = (place + 5) % 16;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = sums.x + sums.y * 3 + sums.z * 5 + sums.w * 7 + seen[0] * 11 + seen[1] * 13;
}
