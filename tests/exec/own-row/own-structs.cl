// Structs of eight fields and of vectors, read, changed and written where a flag says so.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
typedef struct {
  float x, y, z, w;
  int flag, a, b, c;
} Particle;
typedef struct {
  float4 position, speed;
  char4 colours[4];
} Body;
kernel void own_structs(global Particle *particles, global Body *bodies) {
  const int id = get_global_id(0);
  const Particle p = particles[id];
  if (p.flag & 1) {
    Particle moved = p;
    moved.x = p.y + p.z;
    moved.w = p.x * 2.0f;
    moved.a = p.b + p.c;
    moved.c = p.a;
    particles[id] = moved;
  }
  global Body *body = bodies + id;
  body->position += body->speed * 2.0f;
  for (int i = 0; i < 4; ++i)
    body->colours[i] = body->colours[3 - i] + (char4)(1, 2, 3, 4);
}
