// So many barriers that each region becomes a function: values, a uniform one and private arrays live across all.
#define STEP(c)                                                                                                        \
  s[l] = x + c;                                                                                                        \
  barrier(CLK_LOCAL_MEM_FENCE);                                                                                        \
  x = x * 3 + s[(l + c) % w];                                                                                          \
  kept[x % 4] += x;                                                                                                    \
  for (int j = 0; j < 3; ++j)                                                                                          \
    inner[(x + j) % 4] = x ^ j;                                                                                        \
  x += inner[(x >> 3) % 4];                                                                                            \
  same = same * 5 + n + c;                                                                                             \
  inner[0] = inner[1] = inner[2] = inner[3] = x;                                                                       \
  barrier(CLK_LOCAL_MEM_FENCE);
#define STEPS4(c) STEP(c) STEP(c + 1) STEP(c + 2) STEP(c + 3)
#define STEPS16(c) STEPS4(c) STEPS4(c + 4) STEPS4(c + 8) STEPS4(c + 12)

kernel void long_kernel_with_barriers(global const uint *in, global uint *out, local uint *s, uint n) {
  uint l = get_local_id(0), w = get_local_size(0);
  uint x = in[get_global_id(0)], same = n;
  uint kept[4] = {0, 0, 0, 0}, inner[4] = {x, x, x, x};
  STEPS16(1) STEPS16(17) STEPS16(33) STEPS16(49)
  out[get_global_id(0)] = x + same + kept[0] * 3 + kept[1] * 5 + kept[2] * 7 + kept[3];
}
