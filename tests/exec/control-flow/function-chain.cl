// A chain of functions, with values returned in structs and through pointers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
typedef struct {
  int quotient, remainder;
} Division;

Division divided(int a, int b) {
  Division result = {a / b, a % b};
  return result;
}

void reduce(int *a, int *b) {
  Division d = divided(*a, *b);
  *a = *b;
  *b = d.remainder;
}

int common_divisor(int a, int b) {
  while (b != 0)
    reduce(&a, &b);
  return a;
}

kernel void function_chain(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  out[i] = common_divisor(in[i], 360360);
}
