// Each group reads a tile through a sampler argument, turns it around in local memory, and writes it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void image_tiles_across_barriers(read_only image2d_t in, sampler_t sampler, local float4 *tile,
                                        write_only image2d_t out) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const int place = get_local_id(1) * get_local_size(0) + get_local_id(0);
  const int last = get_local_size(0) * get_local_size(1) - 1;
  tile[place] = read_imagef(in, sampler, convert_float2(at) + 0.5f);
  barrier(CLK_LOCAL_MEM_FENCE);
  write_imagef(out, at, tile[last - place]);
}
