// Differences that wrap in the work-items that a guard keeps out, the first of a group among them.
kernel void guarded_differences(global const uint *in, global uint *out, uint distance) {
  uint i = get_global_id(0), l = get_local_id(0), n = get_global_size(0);
  uint sum = in[i];
  if (l >= distance)
    sum += in[i - distance] * 3;
  if (i >= distance + 2)
    sum += in[i - distance - 2] * 5;
  for (uint j = l; j >= distance && j - distance < n; j -= distance + 1)
    sum += in[j - distance] * 7;
  out[i] = sum;
}
