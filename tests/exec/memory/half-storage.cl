// vload_half and vstore_half: conversion to and from 16-bit floating point.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void half_storage(global const half *in, global float *wide, global half *out, global const float *source) {
  size_t i = get_global_id(0);
  wide[i] = vload_half(i, in);
  vstore_half_rte(source[i], i, out);
}
