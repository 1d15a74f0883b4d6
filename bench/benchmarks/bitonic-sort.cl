// Batcher's bitonic sort: each work-item orders one pair of keys a step, a group of 256 holds a block of 512 keys.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define GROUP 256
#define BLOCK (2 * GROUP)

// The first key of the item's pair: keys come in runs of twice the distance, ordered with the run's other half.
uint lowOfPair(uint item, uint distance) { return 2 * item - (item & (distance - 1)); }

// The steps of a block from distance `length` / 2, or the longest that it has, down to 1.
void blockSteps(__local uint *block, uint start, uint length) {
  const uint item = get_local_id(0);
  for (uint distance = min(length / 2, (uint)GROUP); distance > 0; distance /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint low = lowOfPair(item, distance);
    const uint a = block[low];
    const uint b = block[low + distance];
    const bool ascending = ((start + low) & length) == 0;
    block[low] = ascending ? min(a, b) : max(a, b);
    block[low + distance] = ascending ? max(a, b) : min(a, b);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
}

// Each block sorted, one upward and the next downward.
__kernel void sortBlocks(__global const uint *keys, __global uint *out) {
  __local uint block[BLOCK];
  const uint item = get_local_id(0);
  const uint start = get_group_id(0) * BLOCK;
  block[item] = keys[start + item];
  block[item + GROUP] = keys[start + item + GROUP];
  for (uint length = 2; length <= BLOCK; length *= 2)
    blockSteps(block, start, length);
  out[start + item] = block[item];
  out[start + item + GROUP] = block[item + GROUP];
}

// One step of a distance of at least a block.
__kernel void farStep(__global uint *keys, uint length, uint distance) {
  const uint low = lowOfPair(get_global_id(0), distance);
  const uint a = keys[low];
  const uint b = keys[low + distance];
  const bool ascending = (low & length) == 0;
  keys[low] = ascending ? min(a, b) : max(a, b);
  keys[low + distance] = ascending ? max(a, b) : min(a, b);
}

// The steps of distances within a block.
__kernel void mergeBlocks(__global uint *keys, uint length) {
  __local uint block[BLOCK];
  const uint item = get_local_id(0);
  const uint start = get_group_id(0) * BLOCK;
  block[item] = keys[start + item];
  block[item + GROUP] = keys[start + item + GROUP];
  blockSteps(block, start, length);
  keys[start + item] = block[item];
  keys[start + item + GROUP] = block[item + GROUP];
}
