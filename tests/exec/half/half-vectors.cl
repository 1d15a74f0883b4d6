// Vectors of half: memory, elements, shuffles, selection, relations.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void half_vectors(global const half *in, global half *out, global short *truths, local half *shared) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  half8 v = vload8(i, in);
  vstore4(v.s7531, l, shared);
  barrier(CLK_LOCAL_MEM_FENCE);
  half4 back = vload4(l, shared);
  half4 order = shuffle(v, (ushort4)(3, 2, 1, 0));
  half4 pair = shuffle2(v, v.s76543210, (ushort4)(0, 8, 1, 9));
  short4 less = isless(back, order);
  half4 chosen = select(back, order, less);
  half4 mixed = bitselect(order, pair, (half4)-0.0h);
  vstore16((half16)(chosen, pair, mixed, back), i, out);
  vstore4(less | signbit(order), i, truths);
}
