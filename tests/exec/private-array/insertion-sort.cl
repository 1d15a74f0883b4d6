// A number of elements that isn't known is sorted in an array: counters are indices, and places that the data decide.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void insertion_sort(global const float *in, global float *out, int length) {
  const size_t id = get_global_id(0);
  float sorted[20];
  for (int i = 0; i < length; ++i) {
    const float value = in[id * length + i];
    int place = i;
    for (; place > 0 && sorted[place - 1] > value; --place)
      sorted[place] = sorted[place - 1];
    sorted[place] = value;
  }
  for (int i = 0; i < length; ++i)
    out[id * length + i] = sorted[i];
}
