// So much code behind a branch that work-items of a group run different sections of it: loops whose rounds differ,
// private arrays of one section and of all, an early return, pointers that are asked what they point to.
int isPrivate(const void *pointer) { return to_private(pointer) != 0 ? 1 : 0; }

#define STEP(c)                                                                                                        \
  for (uint t = 0; t < x % 4; ++t)                                                                                     \
    sum += kept[(x + t) % 4] ^ t;                                                                                      \
  if (sum % 8 == (c) % 8) {                                                                                            \
    uint own[3] = {sum, x, c};                                                                                         \
    for (uint t = 0; t < 5; ++t)                                                                                       \
      own[(sum + t) % 3] += t * x;                                                                                     \
    sum += own[0] + own[1] * 3 + own[2] * 5;                                                                           \
    const void *pointers[2] = {in, own};                                                                               \
    sum += isPrivate(pointers[sum % 2]);                                                                               \
  }                                                                                                                    \
  kept[sum % 4] += sum + (c);                                                                                          \
  x = x * 5 + sum;
#define STEPS4(c) STEP(c) STEP(c + 1) STEP(c + 2) STEP(c + 3)
#define STEPS16(c) STEPS4(c) STEPS4(c + 4) STEPS4(c + 8) STEPS4(c + 12)

kernel void many_loops_in_a_branch(global const uint *in, global uint *out) {
  uint i = get_global_id(0), x = in[i], sum = x;
  uint kept[4] = {x, 1, 2, 3};
  if (x % 3) {
    STEPS16(1)
    if (x % 11 == 0) {
      out[i] = sum;
      return;
    }
    STEPS16(17) STEPS16(33) STEPS16(49)
  }
  out[i] = x + kept[0] + kept[1] * 3 + kept[2] * 5 + kept[3] * 7;
}
