// A child that waits for the group of its parent finds what the group's work-items have written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void enqueue_behind_group(global const int *in, global int *squares, global int *sums) {
  const int first = (int)(get_group_id(0) * get_enqueued_local_size(0));
  const int count = (int)get_local_size(0);
  global int *sum = sums + get_group_id(0);
  if (get_local_id(0) == 0)
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP, ndrange_1D(1), ^{
      for (int i = first; i < first + count; ++i)
        *sum += squares[i];
    });
  squares[get_global_id(0)] = in[get_global_id(0)] * in[get_global_id(0)];
}
