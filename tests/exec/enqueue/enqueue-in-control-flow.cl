// Some work-items enqueue, each as often as it likes, behind a barrier and in between.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void enqueue_in_control_flow(global const int *in, global int *out) {
  local int total;
  const int lid = (int)get_local_linear_id();
  const int mine = in[get_global_linear_id()];
  if (lid == 0)
    total = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (mine > 0)
    atomic_add(&total, mine);
  global int *place = out + get_global_linear_id();
  for (int i = 0; i < mine; ++i) {
    if (i == 2)
      continue;
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(2), ^{ atomic_add(place, i + 1); });
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const int all = total;
  if (mine < 0)
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ atomic_add(place, all); });
}
