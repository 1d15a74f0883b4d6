// A child that waits for its parent finds what all work-items of it have written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void enqueue_behind_kernel(global const int *in, global int *squares, global int *sum) {
  const size_t item = get_global_linear_id();
  const int count = (int)(get_global_size(0) * get_global_size(1) * get_global_size(2));
  if (item == 0)
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{
      for (int i = 0; i < count; ++i)
        *sum += squares[i];
    });
  squares[item] = in[item] * in[item];
}
