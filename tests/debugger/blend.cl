// What the tests of debuggers stop in: an inlined function, a vector, local memory, a barrier.
float4 widen(float value, int factor) {
  float4 wide = (float4)(value, value + 1, value + 2, value + 3);
  return wide * factor;
}

kernel void k(global const float *in, global float *out, int factor) {
  local float row[8];
  size_t x = get_global_id(0);
  size_t y = get_global_id(1);
  size_t at = y * get_global_size(0) + x;
  float mine = in[at];
  if (get_local_id(1) == 0)
    row[get_local_id(0)] = mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  float4 wide = widen(mine, factor);
  out[at] = wide.y + row[7 - get_local_id(0)];
}
