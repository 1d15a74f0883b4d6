// A union by value, read as another member than the one that was written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
union Word {
  uint whole;
  uchar bytes[4];
  float real;
};

kernel void union_argument(union Word word, global uint *out, global float *real) {
  size_t i = get_global_id(0);
  out[i] = word.bytes[i % 4] + (word.whole >> 24);
  real[i] = word.real;
}
