// A function that ends without a value where nobody looks at it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int half_of(int value) {
  if (value % 2 == 0)
    return value / 2;
}

kernel void function_without_return(global const int *in, global int *out) {
  const size_t i = get_global_id(0);
  const int result = half_of(in[i]);
  out[i] = in[i] % 2 == 0 ? result : -1;
}
