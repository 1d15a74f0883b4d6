// Sums from elements and particles to the nodes of a mesh, by atomic operations.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

void addAtomically(volatile global float *address, float value) {
  union {
    uint bits;
    float number;
  } old, sum;
  do {
    old.number = *address;
    sum.number = old.number + value;
  } while (atomic_cmpxchg((volatile global uint *)address, old.bits, sum.bits) != old.bits);
}

// The load vector of linear triangles: each element adds its mass matrix times the source to its three nodes.
kernel void element_load_scatter(global const int *first, global const int *second, global const int *third,
                                 global const float2 *node, global const float *source, global float *load,
                                 int elements) {
  int e = get_global_id(0);
  if (e >= elements)
    return;
  int a = first[e], b = second[e], c = third[e];
  float2 p = node[a], q = node[b] - p, r = node[c] - p;
  float area = 0.5f * fabs(q.x * r.y - q.y * r.x);
  float sa = source[a], sb = source[b], sc = source[c];
  float sum = sa + sb + sc;
  addAtomically(&load[a], area * (1.0f / 12.0f) * (sum + sa));
  addAtomically(&load[b], area * (1.0f / 12.0f) * (sum + sb));
  addAtomically(&load[c], area * (1.0f / 12.0f) * (sum + sc));
}

#define SIDE 512

// The charge of particles goes to the four nodes around each in proportion to nearness, in fixed point.
kernel void charge_deposit(global const float2 *restrict position, global const ushort *restrict charge,
                           global int *restrict grid) {
  size_t i = get_global_id(0);
  float2 p = position[i];
  int x = (int)p.x, y = (int)p.y;
  float wx = p.x - x, wy = p.y - y, q = charge[i];
  global int *at = grid + y * SIDE + x;
  atomic_add(at, (int)(q * (1.0f - wx) * (1.0f - wy)));
  atomic_add(at + 1, (int)(q * wx * (1.0f - wy)));
  atomic_add(at + SIDE, (int)(q * (1.0f - wx) * wy));
  atomic_add(at + SIDE + 1, (int)(q * wx * wy));
}
