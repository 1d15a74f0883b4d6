// Local memory, barriers, atomics and a required size.
__attribute__((reqd_work_group_size(16, 1, 1)))
kernel void groups(global const int *in, global int *out, local int *tile, global atomic_int *count) {
  local int sums[16];
  const int i = get_local_id(0);
  tile[i] = in[get_global_id(0)];
  sums[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 8; step > 0; step >>= 1) {
    if (i < step)
      tile[i] += tile[i + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  atomic_fetch_add_explicit(count, 1, memory_order_relaxed, memory_scope_device);
  if (i == 0)
    out[get_group_id(0)] = tile[0] + sums[3];
}
