// Rays through a tree of halves of a cube with one sphere in each leaf: of a camera, and of buffers in any direction.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define LEVELS 12

// The sphere of a cell lies inside it; the jitter says where and how large it is.
float4 sphereOfCell(global const float4 *jitter, int x, int y, int z) {
  float4 j = jitter[(z * 16 + y) * 16 + x];
  float radius = 0.05f + 0.25f * j.w;
  return (float4)((float3)(x, y, z) + radius + (1.0f - 2.0f * radius) * j.xyz, radius);
}

// The distance of the nearest hit, or -1; the cube has 16 cells in each direction.
float trace(global const float4 *jitter, float3 origin, float3 direction, int *hit) {
  float o[3] = {origin.x, origin.y, origin.z}, inverse[3] = {1.0f / direction.x, 1.0f / direction.y, 1.0f / direction.z};
  float enter = 0.0f, leave = 1e30f;
  for (int axis = 0; axis < 3; axis++) {
    float t0 = -o[axis] * inverse[axis], t1 = (16.0f - o[axis]) * inverse[axis];
    enter = fmax(enter, fmin(t0, t1));
    leave = fmin(leave, fmax(t0, t1));
  }
  if (enter > leave)
    return -1.0f;

  float leaves[LEVELS];
  int nodes[LEVELS];
  int top = 0, node = 0, level = 0; // a node is its lowest cell: four bits for x, y and z
  while (true) {
    while (level < LEVELS) {
      int axis = level % 3, size = 8 >> (level / 3), shift = 4 * axis;
      int split = ((node >> shift) & 15) + size;
      float t = (split - o[axis]) * inverse[axis];
      bool lowFirst = o[axis] < split || (o[axis] == split && inverse[axis] < 0.0f);
      int low = node, high = node + (size << shift);
      int first = lowFirst ? low : high, second = lowFirst ? high : low;
      level++;
      if (t >= leave || t <= 0.0f) {
        node = first;
      } else if (t <= enter) {
        node = second;
      } else {
        nodes[top] = second | (level << 12);
        leaves[top++] = leave;
        node = first;
        leave = t;
      }
    }
    int x = node & 15, y = (node >> 4) & 15, z = (node >> 8) & 15;
    float4 sphere = sphereOfCell(jitter, x, y, z);
    float3 toCentre = sphere.xyz - origin;
    float along = dot(toCentre, direction);
    float3 across = toCentre - along * direction;
    float d = sphere.w * sphere.w - dot(across, across);
    if (d >= 0.0f && along - sqrt(d) > 0.0f) {
      *hit = (z * 16 + y) * 16 + x;
      return along - sqrt(d);
    }
    if (top == 0)
      return -1.0f;
    enter = leave;
    leave = leaves[--top];
    level = nodes[top] >> 12;
    node = nodes[top] & 0xfff;
  }
}

kernel void ray_kdtree_camera(global const float4 *jitter, global float *distance, global int *hits, int width,
                              int height) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  float3 direction = normalize((float3)((x - 0.43f * width) / height, (y - 0.56f * height) / height, 1.1f));
  int hit = -1;
  distance[y * width + x] = trace(jitter, (float3)(8.3f, 7.8f, -9.5f), direction, &hit);
  hits[y * width + x] = hit;
}

kernel void ray_kdtree_random(global const float4 *jitter, global const float *origins, global const float *directions,
                              global float *distance) {
  size_t ray = get_global_id(0);
  int hit;
  distance[ray] = trace(jitter, vload3(ray, origins), normalize(vload3(ray, directions)), &hit);
}
