// Rows of what a kernel counts by itself, in numbers without sign and of 64 bits: also divided by what is no multiple of
// the rows' length, and what is left of planes divided once more.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void ids_divided_without_sign(global const uint *in, global uint *out, uint width, ulong height, uint other) {
  const size_t size = get_local_size(0), i = get_group_id(0) * get_enqueued_local_size(0) + get_local_id(0);
  const ulong plane = width * height;
  const ulong z = i / plane, left = i - z * plane;
  const uint y = (uint)(left / width), x = (uint)(left % width);
  const uint lane = get_local_id(0) % width, n = (uint)get_global_size(0);
  uint value = in[(uint)(i / width * width + (width - 1 - x)) % n] + y * 7;
  value ^= in[(uint)i / other] + (uint)i % other;
  if (lane == x)
    value += 100000;
  out[i] = value + (uint)z * 3 + (uint)size;
}
