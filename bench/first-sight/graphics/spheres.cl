// Rays and spheres: the nearest hit of each pixel's ray, and the share of directions that are open from points.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sphere's w is its radius in units of the scale.
kernel void ray_spheres_nearest(global const float4 *spheres, int count, float radiusScale, float lightX,
                                float lightY, float lightZ, global uchar4 *frame, int width, int height) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  float3 origin = (float3)(0.5f, 0.5f, -1.4f), light = (float3)(lightX, lightY, lightZ);
  float3 direction = normalize((float3)((x + 0.5f - 0.5f * width) / height, (y + 0.5f - 0.5f * height) / height, 1.3f));

  float nearest = INFINITY;
  int hit = -1;
  for (int i = 0; i < count; i++) {
    float3 toCentre = spheres[i].xyz - origin;
    float radius = spheres[i].w * radiusScale;
    float along = dot(toCentre, direction);
    float d = along * along - dot(toCentre, toCentre) + radius * radius;
    if (d < 0.0f)
      continue;
    float t = along - sqrt(d);
    if (t > 0.0f && t < nearest) {
      nearest = t;
      hit = i;
    }
  }
  uchar4 color = (uchar4)(20, 24, 40, 255);
  if (hit >= 0) {
    float3 normal = (origin + nearest * direction - spheres[hit].xyz) / (spheres[hit].w * radiusScale);
    float diffuse = 0.15f + 0.85f * fmax(dot(normal, light), 0.0f);
    float3 tint = (float3)(60 + (hit * 37) % 196, 60 + (hit * 71) % 196, 60 + (hit * 113) % 196);
    color = (uchar4)(convert_uchar3_sat(tint * diffuse), 255);
  }
  frame[y * width + x] = color;
}

kernel void ambient_spheres_any(global const float *px, global const float *py, global const float *pz,
                                constant float *directions, int directionCount, global const float *cx,
                                global const float *cy, global const float *cz, global const float *radii,
                                int sphereCount, global uchar *open) {
  size_t point = get_global_id(0);
  float x = px[point], y = py[point], z = pz[point];
  uchar visible = 0;
  for (int k = 0; k < directionCount; k++) {
    float dx = directions[3 * k], dy = directions[3 * k + 1], dz = directions[3 * k + 2];
    float a = dx * dx + dy * dy + dz * dz;
    bool blocked = false;
    for (int s = 0; s < sphereCount && !blocked; s++) {
      float ox = cx[s] - x, oy = cy[s] - y, oz = cz[s] - z;
      float b = ox * dx + oy * dy + oz * dz;
      float c = ox * ox + oy * oy + oz * oz - radii[s] * radii[s];
      blocked = b > 0.0f && b * b >= a * c;
    }
    if (!blocked)
      visible++;
  }
  open[point] = visible;
}
