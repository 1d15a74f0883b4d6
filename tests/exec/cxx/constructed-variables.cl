// Variables of a program that constructors give their values, in their order, before any kernel runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int squareOf(int value) { return value * value; }

struct Table {
  int elements[16];
  Table(int first) {
    for (int i = 0; i < 16; ++i)
      elements[i] = first + squareOf(i);
  }
  int operator[](int index) const { return elements[index]; }
};

global int plain = 5;
global Table table(plain + 1);
global Table later(table[3]);
static global Table hidden(later[2]);

kernel void constructed_variables(global const int *in, global int *out) {
  const size_t i = get_global_id(0);
  out[i] = table[in[i] & 15] + 1000 * later[in[i] >> 4 & 15] + hidden[1];
}
