// An array of structs is passed to functions by pointer before and after barriers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
struct Pair {
  int first;
  float second;
};

void fill(struct Pair *pairs, int value) {
  for (int k = 0; k < 5; ++k) {
    pairs[k].first = value + k;
    pairs[k].second = (float)(value - k);
  }
}

int total(const struct Pair *pairs) {
  int sum = 0;
  for (int k = 0; k < 5; ++k)
    sum += pairs[k].first * 2 - (int)pairs[k].second;
  return sum;
}

kernel void private_array_of_structs_across_barriers(global const int *in, global int *out, local int *tile) {
  size_t l = get_local_id(0), size = get_local_size(0);
  struct Pair pairs[5];
  fill(pairs, in[get_global_id(0)]);
  tile[l] = pairs[2].first;
  barrier(CLK_LOCAL_MEM_FENCE);
  pairs[l % 5].first = tile[size - 1 - l];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = total(pairs);
}
