// Hashes by quarter-rounds as ChaCha has them (RFC 8439, 2.1), and two multiplications to finish.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define ROUNDS 16

// a, b, c, d are the components of `s`.
uint4 quarterRound(uint4 s) {
  s.x += s.y;
  s.w = rotate(s.w ^ s.x, 16u);
  s.z += s.w;
  s.y = rotate(s.y ^ s.z, 12u);
  s.x += s.y;
  s.w = rotate(s.w ^ s.x, 8u);
  s.z += s.w;
  s.y = rotate(s.y ^ s.z, 7u);
  return s;
}

uint finish(uint value) {
  value = (value ^ (value >> 16)) * 0x85ebca6bu;
  value = (value ^ (value >> 13)) * 0xc2b2ae35u;
  return value ^ (value >> 16);
}

__kernel void hash(__global const uint *values, __global uint *hashes) {
  const uint i = get_global_id(0);
  uint4 state = (uint4)(values[i], i, 0x9e3779b9u, values[i] ^ ~i);
  for (int round = 0; round < ROUNDS; ++round)
    state = quarterRound(state);
  hashes[i] = finish(state.x ^ state.y) + finish(state.z ^ state.w);
}
