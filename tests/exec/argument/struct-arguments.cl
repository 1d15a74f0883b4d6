// Structs by value: with padding, nested with an array, with a vector, and of one byte.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
struct Padded {
  char a;
  double b;
  short c;
};
struct Nested {
  struct Padded inner;
  int values[3];
};
struct WithVector {
  int first;
  float4 vector;
  uchar last;
};
struct Byte {
  uchar value;
};

kernel void struct_arguments(struct Padded padded, struct Byte byte, struct Nested nested, struct WithVector with,
                             global double *out) {
  global double *row = out + get_global_id(0) * 4;
  row[0] = padded.a + padded.b + padded.c;
  row[1] = byte.value;
  row[2] = nested.inner.a + nested.inner.b + nested.inner.c + nested.values[get_global_id(0) % 3];
  row[3] = with.first + with.vector.x + with.vector.w + with.last;
}
