// Children in an order that events give: one behind the other, behind a user event, behind a marker for several.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void enqueue_events(global int *values, global int *failures) {
  const queue_t queue = get_default_queue();
  const ndrange_t one = ndrange_1D(1);
  global int *value = values + get_global_linear_id();
  clk_event_t start = create_user_event();
  clk_event_t first, second, third, both;
  int result = enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, one, 1, &start, &first, ^{ *value = 3 * *value; });
  result |= enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, one, 1, &first, &second, ^{ *value += 1; });
  result |= enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, one, 1, &second, &third, ^{ *value = 5 * *value; });
  clk_event_t awaited[2] = {second, third};
  result |= enqueue_marker(queue, 2, awaited, &both);
  result |= enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, one, 1, &both, 0, ^{ *value -= 2; });
  retain_event(third);
  release_event(third);
  if (result != CLK_SUCCESS || !is_valid_event(third) || is_valid_event(CLK_NULL_EVENT))
    atomic_inc(failures);
  *value += 7;
  set_user_event_status(start, CL_COMPLETE);
  release_event(start);
  release_event(first);
  release_event(second);
  release_event(third);
  release_event(both);
  if (is_valid_event(third))
    atomic_inc(failures);
}
