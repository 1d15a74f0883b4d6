// An element of a private vector, chosen at run time through a pointer.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void vector_element_of_run_time_index(global const int8 *in, global int *out) {
  size_t i = get_global_id(0);
  int8 v = in[i];
  int *elements = (int *)&v;
  elements[(i * 3) % 8] += 1000;
  out[i] = elements[i % 8] + v.s3;
}
