// vload from constant and private memory, vstore to local and private memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
constant float numbers[8] = {1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f, 7.0f, 8.0f};

kernel void vload_vstore_local_private_constant(global const float *in, global float *out, local float *tile) {
  size_t l = get_local_id(0), size = get_local_size(0);
  float own[6];
  vstore3(vload3(1, numbers) * in[get_global_id(0)], 1, own);
  vstore3(vload3(0, in), 0, own);
  vstore2(vload2(2, own), l, tile);
  barrier(CLK_LOCAL_MEM_FENCE);
  float2 other = vload2(size - 1 - l, tile);
  out[get_global_id(0)] = other.x + other.y + own[1] + own[3];
}
