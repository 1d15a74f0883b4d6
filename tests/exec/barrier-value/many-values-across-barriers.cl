// More values than registers live across a barrier.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define EACH(x)                                                                                                        \
  x(0) x(1) x(2) x(3) x(4) x(5) x(6) x(7) x(8) x(9) x(10) x(11) x(12) x(13) x(14) x(15) x(16) x(17) x(18) x(19) x(20)  \
      x(21) x(22) x(23) x(24) x(25) x(26) x(27) x(28) x(29) x(30) x(31) x(32) x(33) x(34) x(35) x(36) x(37) x(38) x(39)
#define LOAD(k) int v##k = in[(get_global_id(0) + k) % count];
#define ADD(k) sum = sum * 3 + v##k;

kernel void many_values_across_barriers(global const uint *in, global uint *out, local uint *tile, int count) {
  size_t l = get_local_id(0), size = get_local_size(0);
  EACH(LOAD)
  tile[l] = v0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint sum = tile[size - 1 - l];
  barrier(CLK_LOCAL_MEM_FENCE);
  EACH(ADD)
  out[get_global_id(0)] = sum;
}
