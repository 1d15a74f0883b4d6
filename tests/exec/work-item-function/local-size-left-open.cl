// Whatever local size the platform chooses: the ids fit together.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void local_size_left_open(global uint *out) {
  bool fits = true;
  for (uint d = 0; d < 3; ++d)
    fits &= get_group_id(d) * get_enqueued_local_size(d) + get_local_id(d) + get_global_offset(d) == get_global_id(d) &&
            get_local_id(d) < get_local_size(d) && get_group_id(d) < get_num_groups(d);
  out[get_global_linear_id()] = fits ? 1 : 0;
}
