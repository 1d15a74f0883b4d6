// NULL as global and constant buffer arguments.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void null_buffer(global const int *nothing, constant int *also_nothing, global const int *something,
                        global int *out) {
  size_t i = get_global_id(0);
  out[i] = (nothing == 0) * 100 + (also_nothing == 0) * 10 + (something == 0) + (nothing ? nothing[i] : 5);
}
