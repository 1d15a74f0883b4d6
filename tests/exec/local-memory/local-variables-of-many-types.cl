// Kernel-scope local variables of different sizes and alignments.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
struct Mixed {
  char c;
  double d;
};

kernel void local_variables_of_many_types(global const int *in, global int *out) {
  local char bytes[3];
  local float16 wide;
  local struct Mixed mixed;
  local short word;
  local int3 three[2];
  local ulong big;
  if (get_local_id(0) == 0) {
    int value = in[get_global_id(0)];
    bytes[0] = 1, bytes[1] = 2, bytes[2] = 3;
    wide = (float16)((float)value);
    mixed.c = 4;
    mixed.d = value * 0.25;
    word = value;
    three[0] = (int3)(value, 5, 6);
    three[1] = (int3)(7, value, 8);
    big = (ulong)value << 33;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = bytes[0] + bytes[1] * 10 + bytes[2] * 100 + mixed.c * 1000 + (three[0].y + three[1].z) * 10000;
  sum += (int)wide.sf + (int)(mixed.d * 4) + word + three[0].x + three[1].y + (int)(big >> 33);
  out[get_global_id(0)] = sum;
}
