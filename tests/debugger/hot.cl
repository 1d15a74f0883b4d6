// What perf is to find: most of the time is in the loop of an inlined function.
float spin(float value) {
  for (int i = 0; i < 2000; ++i)
    value = value * 0.99f + native_sin(value);
  return value;
}

kernel void k(global const float *in, global float *out, int factor) {
  size_t at = get_global_id(1) * get_global_size(0) + get_global_id(0);
  for (int round = 0; round < 300; ++round)
    out[at] += spin(in[at]) * factor;
}
