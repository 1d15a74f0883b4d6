// Values that all rows of a group compute alike, of whole and other packets, in both regions; with rows that leave early, work-items
// that go another way, and what the work-item of the next row has left in local memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void functions_of_columns(global const float *in, global float *weighted, global float *turned, local float *kept, float base,
                                 int skipped) {
  const size_t i = get_global_linear_id();
  const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  const float weight = pow(base, 0.01f * x) * log2(x + 2.0f);
  const uint place = get_local_linear_id(), items = get_local_size(0) * get_local_size(1) * get_local_size(2);
  kept[place] = in[i] * weight;
  if ((y + z) % 3 != skipped) {
    weighted[i] = kept[place] + z;
    if (in[i] > 0.5f)
      weighted[i] = kept[place] * sqrt(x + 1.0f) + y;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const float other = kept[(place + get_local_size(0)) % items];
  turned[i] = other * (2.0f + cospi(0.125f * x)) + exp2(0.0625f * (x % 16));
}
