// Each work-item enqueues a child, which finds all that it has captured: scalars, a vector, a structure, pointers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
typedef struct {
  char small;
  long large;
} Pair;

kernel void enqueue_children(global const int *in, global int *out, global int *failures, constant int *addends) {
  const size_t item = get_global_linear_id();
  const int4 vector = (int4)(in[item], 2, 3, 4);
  const Pair pair = {(char)item, (long)item << 33};
  global int *mine = out + 3 * item;
  const int result = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(3), ^{
    const size_t i = get_global_id(0);
    mine[i] = vector.x + vector.s1 * addends[i] + (int)(pair.large >> 33) + pair.small;
  });
  if (result != CLK_SUCCESS)
    atomic_inc(failures);
}
