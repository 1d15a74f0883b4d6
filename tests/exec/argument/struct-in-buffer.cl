// Structs in global memory, read, changed through a pointer and copied whole.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
typedef struct {
  uchar kind;
  float3 position;
  ushort id;
} Particle;

void push(global Particle *particle, float by) { particle->position.y += by; }

kernel void struct_in_buffer(global Particle *particles, global Particle *copies) {
  size_t i = get_global_id(0);
  push(&particles[i], particles[i].kind);
  copies[i] = particles[i];
}
