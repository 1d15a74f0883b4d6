// Each work-item has a stack of bytes, which is filled at the beginning, with a depth of its own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void stack(global const uchar *in, global uint *out, int length) {
  const size_t id = get_global_id(0);
  uchar own[24] = {1, 2, 3, 4};
  int depth = 4;
  uint popped = 0;
  for (int i = 0; i < length; ++i) {
    const uchar value = in[id * length + i];
    if (value & 1)
      own[depth++] = value;
    else if (depth > 0)
      popped = popped * 31 + own[--depth];
  }
  out[id] = popped * 32 + depth;
}
