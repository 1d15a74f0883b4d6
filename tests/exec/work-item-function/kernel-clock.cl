// The clocks of cl_khr_kernel_clock don't go back, and both ways to read one agree.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void kernel_clock(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  ulong first = clock_read_device();
  ulong sum = 0;
  for (int turn = 0; turn < in[i]; ++turn)
    sum += turn % 2 ? clock_read_sub_group() : clock_read_work_group();
  ulong last = clock_read_device();
  uint2 hilo = clock_read_hilo_device();
  ulong whole = upsample(hilo.y, hilo.x);
  uint2 group = clock_read_hilo_work_group();
  uint2 lanes = clock_read_hilo_sub_group();
  bool right = last > first && whole > last && upsample(group.y, group.x) > whole && sum / (ulong)in[i] >= first / 2;
  right = right && upsample(lanes.y, lanes.x) > upsample(group.y, group.x);
  out[i] = right ? in[i] : -1;
}
