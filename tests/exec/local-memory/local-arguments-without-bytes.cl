// Local arguments of size zero, before, between and behind one that is used.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void local_arguments_without_bytes(global const int *in, global int *out, local int *none, local int *tile,
                                          local double *alsoNone, local char *last, int isUsed) {
  size_t l = get_local_id(0), size = get_local_size(0);
  tile[l] = in[get_global_id(0)];
  if (isUsed)
    none[l] = last[l] = alsoNone[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[size - 1 - l];
}
