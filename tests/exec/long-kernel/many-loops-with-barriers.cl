// Loops with barriers, which may not run at all, one behind the other, in an outer loop: regions overlap widely.
#define LOOP(c)                                                                                                        \
  for (uint t = 0; t < n; ++t) {                                                                                       \
    s[l] = x + (c);                                                                                                    \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                                      \
    if (n > 2) {                                                                                                       \
      x += s[(l + t) % w];                                                                                             \
      barrier(CLK_LOCAL_MEM_FENCE);                                                                                    \
    }                                                                                                                  \
    x = x * 5 + t;                                                                                                     \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                                      \
  }                                                                                                                    \
  if (x % 3 == (c) % 3)                                                                                                \
    x += (c);
#define LOOPS4(c) LOOP(c) LOOP(c + 1) LOOP(c + 2) LOOP(c + 3)

kernel void many_loops_with_barriers(global const uint *in, global uint *out, local uint *s, uint n) {
  uint l = get_local_id(0), w = get_local_size(0);
  uint x = in[get_global_id(0)];
  for (uint round = 0; round < 2; ++round) {
    LOOPS4(1) LOOPS4(5) LOOPS4(9) LOOPS4(13) LOOPS4(17) LOOPS4(21)
  }
  out[get_global_id(0)] = x;
}
