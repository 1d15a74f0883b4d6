// A scan in one pass: each work-group waits in a loop for the sums of those before it, which have begun before it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define SUM_OF_TILE 0x40000000u
#define SUM_OF_ALL 0x80000000u
#define VALUE 0x3fffffffu

kernel void decoupled_look_back(global const uint *in, global uint *out, global atomic_uint *states,
                                global atomic_uint *begun) {
  local uint tile, before;
  const size_t self = get_local_id(0);
  if (self == 0)
    tile = atomic_fetch_add_explicit(begun, 1, memory_order_relaxed, memory_scope_device);
  barrier(CLK_LOCAL_MEM_FENCE);
  const size_t place = tile * get_local_size(0) + self;
  const uint sum = work_group_scan_inclusive_add(in[place]);
  if (self == get_local_size(0) - 1) {
    atomic_store_explicit(states + tile, (tile == 0 ? SUM_OF_ALL : SUM_OF_TILE) | sum, memory_order_release,
                          memory_scope_device);
    uint found = 0;
    for (uint other = tile; other != 0;) {
      const uint state = atomic_load_explicit(states + other - 1, memory_order_acquire, memory_scope_device);
      if (state == 0)
        continue;
      found += state & VALUE;
      if (state & SUM_OF_ALL)
        break;
      --other;
    }
    before = found;
    atomic_store_explicit(states + tile, SUM_OF_ALL | (found + sum), memory_order_release, memory_scope_device);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[place] = before + sum;
}
