// Ray marching of distance fields: a shaded scene with soft shadows, and boxes repeated without end in fog.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
float smoothMin(float a, float b, float k) {
  float h = fmax(k - fabs(a - b), 0.0f) / k;
  return fmin(a, b) - h * h * k * 0.25f;
}

float sceneDistance(float3 p) {
  float ball = length(p - (float3)(0.0f, 0.4f, 0.0f)) - 0.7f;
  float2 ring = (float2)(length(p.xz) - 1.2f, p.y);
  float torus = length(ring) - 0.25f;
  return fmin(smoothMin(ball, torus, 0.3f), p.y + 0.8f);
}

kernel void march_scene_shaded(global float *image, int width, int height, float cameraX, float cameraY, float cameraZ) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  float3 origin = (float3)(cameraX, cameraY, cameraZ);
  float3 direction =
      normalize((float3)((x + 0.5f - width * 0.5f) / height, (height * 0.5f - y - 0.5f) / height - 0.2f, 1.2f));
  const float3 light = (float3)(0.48f, 0.64f, -0.6f);

  float t = 0.0f;
  bool hit = false;
  for (int step = 0; step < 96; step++) {
    float d = sceneDistance(origin + t * direction);
    if (d < 0.0005f * t) {
      hit = true;
      break;
    }
    t += d;
    if (t > 20.0f)
      break;
  }
  float shade = 0.6f + 0.4f * direction.y;
  if (hit) {
    float3 p = origin + t * direction;
    const float e = 0.002f;
    float3 normal = normalize((float3)(1, -1, -1) * sceneDistance(p + (float3)(e, -e, -e)) +
                              (float3)(-1, -1, 1) * sceneDistance(p + (float3)(-e, -e, e)) +
                              (float3)(-1, 1, -1) * sceneDistance(p + (float3)(-e, e, -e)) +
                              (float3)(1, 1, 1) * sceneDistance(p + (float3)(e, e, e)));
    float diffuse = fmax(dot(normal, light), 0.0f);
    float shadow = 1.0f, s = 0.05f;
    for (int step = 0; step < 32; step++) {
      float d = sceneDistance(p + s * light);
      shadow = fmin(shadow, 8.0f * d / s);
      s += clamp(d, 0.02f, 0.4f);
      if (shadow < 0.001f || s > 6.0f)
        break;
    }
    shade = 0.1f + 0.9f * diffuse * clamp(shadow, 0.0f, 1.0f);
  }
  image[y * width + x] = shade;
}

kernel void march_boxes_repeat(global float *fog, float cameraX, float cameraY, float cameraZ, float extent,
                               int steps) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const float2 size = (float2)(get_global_size(0), get_global_size(1));
  const float3 direction = normalize((float3)((convert_float2(at) + 0.5f - 0.5f * size) / size.y, 0.9f));
  const float3 camera = (float3)(cameraX, cameraY, cameraZ);
  float travelled = 0.0f;
  for (int i = 0; i < steps; i++) {
    float3 p = camera + travelled * direction;
    float3 cell = p - 4.0f * floor(p * 0.25f) - 2.0f;
    float3 q = fabs(cell) - extent;
    float distance = length(fmax(q, 0.0f)) + fmin(fmax(q.x, fmax(q.y, q.z)), 0.0f) - 0.1f;
    if (distance < 0.001f || travelled > 60.0f)
      break;
    travelled += distance;
  }
  fog[at.y * get_global_size(0) + at.x] = exp(-0.06f * travelled);
}
