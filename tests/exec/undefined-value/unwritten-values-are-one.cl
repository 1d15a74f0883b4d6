// A variable, a vector's element and a structure's member that some paths leave unwritten: each is one value, however
// often it is looked at.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
struct Pair {
  int first, second;
};

kernel void unwritten_values_are_one(global const int *in, global int *out, global int *all) {
  const size_t i = get_global_id(0);
  int value;
  int4 vector;
  struct Pair pair;
  vector.x = in[i];
  pair.first = in[i];
  if (in[i] > 5000) {
    value = in[i];
    vector.w = 1;
    pair.second = 2;
  }
  // Each comparison of a value with itself.
  const int again = value;
  out[i] = (value == again) + 2 * ((value ^ again) == 0) + 4 * (vector.w - vector.w == 0) + 8 * (pair.second == pair.second) +
           16 * (value < 7 || value >= 7);
  all[4 * i] = value;
  all[4 * i + 1] = as_int((uchar4)((uchar)vector.x, (uchar)2, (uchar)vector.w, (uchar)vector.y)) & 0xffff;
  all[4 * i + 2] = pair.first;
  all[4 * i + 3] = pair.second;
}
