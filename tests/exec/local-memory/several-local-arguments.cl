// Local arguments of odd sizes and different alignments must not overlap.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void several_local_arguments(global const int *in, global int *out, local char *bytes, local double *doubles,
                                    local short *shorts, local int4 *vectors, local char *more_bytes) {
  size_t l = get_local_id(0), size = get_local_size(0), m = size - 1 - l;
  int value = in[get_global_id(0)];
  bytes[l] = value;
  doubles[l] = value * 0.5;
  shorts[l] = value + 1;
  vectors[l] = (int4)(value, 2, 3, value);
  more_bytes[l] = -value;
  barrier(CLK_LOCAL_MEM_FENCE);
  bool same = bytes[m] + more_bytes[m] == 0 && doubles[m] * 2 == shorts[m] - 1 && vectors[m].x == vectors[m].w;
  bool aligned = ((size_t)doubles % 8 | (size_t)vectors % 16) == 0;
  out[get_global_id(0)] = same && aligned ? vectors[m].x : -1;
}
