// Every body feels every other; bodies pass through local memory tile by tile.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void n_body(global const float4 *bodies, global float4 *forces, local float4 *tile) {
  size_t l = get_local_id(0), size = get_local_size(0);
  float4 own = bodies[get_global_id(0)];
  float4 force = (float4)(0.0f);
  for (size_t first = 0; first < get_global_size(0); first += size) {
    tile[l] = bodies[first + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t k = 0; k < size; ++k) {
      float4 distance = tile[k] - own;
      float squared = distance.x * distance.x + distance.y * distance.y + distance.z * distance.z + 0.5f;
      distance.w = 0.0f;
      force += distance * (tile[k].w / (squared * sqrt(squared)));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  forces[get_global_id(0)] = force;
}
