// A kernel of the plain kind: ids, a loop, a helper function, constants.
constant float weights[4] = { 0.1f, 0.2f, 0.3f, 0.4f };
float weighted(global const float *in, int at, int n) {
  float sum = 0;
  for (int k = 0; k < 4; ++k)
    if (at + k < n)
      sum += weights[k] * in[at + k];
  return sum;
}
kernel void plain(global const float *in, global float *out, const int n) {
  const int i = get_global_id(0);
  if (i < n)
    out[i] = weighted(in, i, n);
}
