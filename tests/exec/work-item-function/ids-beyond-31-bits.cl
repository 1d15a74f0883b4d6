// Offsets that bring global ids to 2^31 and beyond, with a barrier.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void ids_beyond_31_bits(global ulong *out, local ulong *tile) {
  size_t x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1);
  size_t l = get_local_id(1) * get_local_size(0) + get_local_id(0);
  tile[l] = get_global_id(0) * 3 + get_global_id(1);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[y * get_global_size(0) + x] = tile[get_local_size(0) * get_local_size(1) - 1 - l] + (uint)get_global_id(0);
}
