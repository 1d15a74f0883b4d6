// Collectives in a function that is called twice, with a private array and other values living across them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int above_mean(int value) {
  int sum = work_group_reduce_add(value);
  int size = (int)(get_local_size(0) * get_local_size(1) * get_local_size(2));
  return value * size > sum;
}
kernel void collective_in_function(global const int *in, global int *out) {
  size_t i = get_global_linear_id();
  int kept[4] = {in[i], in[i] * 2, in[i] * 3, in[i] * 4};
  int first = above_mean(kept[in[i] & 3]);
  kept[(in[i] + 1) & 3] += first;
  int second = above_mean(kept[2]);
  out[i] = kept[0] + kept[1] + kept[2] + kept[3] + first * 100000 + second * 200000;
}
