// Blocks with arguments in local memory, whose groups exchange values there behind a barrier.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void enqueue_local_arguments(global const int *in, global int *out, global int *failures) {
  const size_t item = get_global_linear_id();
  const uint count = 4 + item % 5;
  global const int *mine = in + 8 * item;
  global int *result = out + 8 * item;
  void (^reverse)(local void *, local void *) = ^(local void *one, local void *other) {
    local int *values = one;
    local char *flags = other;
    const size_t i = get_local_id(0), last = get_local_size(0) - 1;
    values[i] = mine[i];
    flags[i] = (char)i;
    barrier(CLK_LOCAL_MEM_FENCE);
    result[i] = values[last - i] + 1000 * flags[last - i];
  };
  if (enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(count, count), reverse,
                     (uint)(count * sizeof(int)), count) != CLK_SUCCESS)
    atomic_inc(failures);
}
