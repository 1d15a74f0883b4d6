// Vectors in memory that begins where no vector may: the application gives it so.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
typedef struct {
  float4 place;
  double2 weight;
} Particle;

kernel void misaligned_vectors(global const uchar *whole, global uchar *out, uint shift) {
  const size_t i = get_global_id(0);
  global const double16 *in = (global const double16 *)(whole + shift);
  global double16 *to = (global double16 *)(out + shift);
  to[i] = in[i] + 1.0;
  global const Particle *particles = (global const Particle *)(whole + shift + get_global_size(0) * sizeof(double16));
  global Particle *moved = (global Particle *)(out + shift + get_global_size(0) * sizeof(double16));
  Particle particle = particles[i];
  particle.place += 1.0f;
  moved[i] = particle;
}
