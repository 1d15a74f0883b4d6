// Vectors of all shapes live across a barrier.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void vector_values_across_barrier(global const int *in, global int *out, local int *tile) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  int3 three = (int3)(value, value + 1, value + 2);
  float4 four = convert_float4((int4)(value, 2, 3, 4));
  uchar16 sixteen = (uchar16)((uchar)value) + (uchar16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  long2 two = (long2)(value, -value);
  tile[l] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  int other = tile[size - 1 - l];
  int4 whole = convert_int4(four);
  out[get_global_id(0)] = other + three.x + three.y + three.z + whole.x + whole.y * whole.z * whole.w +
                          sixteen.s0 + sixteen.sf + (int)(two.x * 2 + two.y);
}
