// Children enqueue children: each halves its part, until there is one element to be counted.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
void split(global int *counts, int first, int count) {
  if (count == 1) {
    atomic_inc(counts + first);
    return;
  }
  const int left = count / 2;
  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ split(counts, first, left); });
  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1),
                 ^{ split(counts, first + left, count - left); });
}

kernel void enqueue_tree(global int *counts) {
  const int item = (int)get_global_linear_id();
  split(counts + 37 * item, 0, 37);
}
