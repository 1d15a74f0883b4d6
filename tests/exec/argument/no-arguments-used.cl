// Arguments that the kernel never looks at.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void no_arguments_used(global int *a, int b, local int *c, constant int *d, global int *out) {
  out[get_global_id(0)] = 7;
}
