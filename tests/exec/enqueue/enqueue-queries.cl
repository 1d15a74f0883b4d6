// What a kernel may ask about a block, and blocks that are called as functions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void enqueue_queries(global int *out, global int *failures) {
  void (^plain)(void) = ^{ out[0] = (int)get_sub_group_size(); };
  void (^sized)(local void *) = ^(local void *p) { *(local int *)p = 1; };
  int (^add)(int) = ^(int x) { return x + (int)get_global_linear_id(); };
  const ndrange_t range = ndrange_1D(240, 48);
  const uint size = get_kernel_max_sub_group_size_for_ndrange(range, plain);
  const uint count = get_kernel_sub_group_count_for_ndrange(range, plain);
  bool good = get_kernel_work_group_size(plain) >= 48 && get_kernel_work_group_size(sized) >= 48;
  good &= get_kernel_preferred_work_group_size_multiple(plain) > 0;
  good &= get_kernel_preferred_work_group_size_multiple(sized) > 0;
  good &= size > 0 && count == (48 + size - 1) / size;
  good &= get_kernel_max_sub_group_size_for_ndrange(range, sized) > 0;
  if (!good)
    atomic_inc(failures);
  out[get_global_linear_id()] = add(100);
}
