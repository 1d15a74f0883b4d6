// nextafter from every half in both directions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void half_nextafter(global const half *in, global half *up, global half2 *down) {
  size_t i = get_global_id(0);
  up[i] = nextafter(in[i], (half)INFINITY);
  down[i] = nextafter((half2)(in[i], -in[i]), (half2)-INFINITY);
}
