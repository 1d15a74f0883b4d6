// Every form of range: one to three dimensions, with offsets and local sizes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void enqueue_ranges(global uint *out) {
  global uint *mine = out + 9 * 64 * get_global_linear_id();
  const size_t offset2[] = {3, 1}, size2[] = {6, 4}, local2[] = {3, 2};
  const size_t offset3[] = {1, 2, 3}, size3[] = {2, 3, 4}, local3[] = {2, 1, 2};
  const ndrange_t ranges[9] = {ndrange_1D(10),
                               ndrange_1D(12, 4),
                               ndrange_1D(5, 12, 3),
                               ndrange_2D(size2),
                               ndrange_2D(size2, local2),
                               ndrange_2D(offset2, size2, local2),
                               ndrange_3D(size3),
                               ndrange_3D(size3, local3),
                               ndrange_3D(offset3, size3, local3)};
  for (int r = 0; r < 9; ++r) {
    global uint *place = mine + 64 * r;
    const bool isSized = r % 3 != 0;
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ranges[r], ^{
      uint seen = (uint)(get_global_id(0) + 16 * get_global_id(1) + 256 * get_global_id(2));
      seen += 4096 * get_work_dim();
      if (isSized)
        seen += (uint)(16384 * get_local_size(0) + 65536 * get_local_size(1) + (1 << 20) * get_local_size(2));
      place[get_global_linear_id()] = seen;
    });
  }
}
