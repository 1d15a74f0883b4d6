// Trimming of reads by quality: the first window whose mean is low, and the greatest running sum from the end.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define READ 101
#define WINDOW 10

kernel void quality_trim_window(global const uchar *qualities, global ushort *kept, int threshold, int reads) {
  int read = get_global_id(0);
  if (read >= reads)
    return;
  global const uchar *q = qualities + read * READ;
  int sum = 0, keep = READ;
  for (int k = 0; k < WINDOW; ++k)
    sum += q[k];
  for (int start = 0;; ++start) {
    if (sum < threshold * WINDOW) {
      keep = start;
      break;
    }
    if (start + WINDOW == READ)
      break;
    sum += q[start + WINDOW] - q[start];
  }
  kept[read] = keep;
}

#define CYCLES 128

// The qualities of a sequencing cycle stand together.
kernel void quality_trim_running_sum(global const char *qualities, global uchar *kept, char threshold) {
  size_t read = get_global_id(0), reads = get_global_size(0);
  int sum = 0, greatest = 0, keep = CYCLES;
  for (int cycle = CYCLES - 1; cycle >= 0; --cycle) {
    sum += threshold - qualities[cycle * reads + read];
    if (sum < 0)
      break;
    if (sum > greatest) {
      greatest = sum;
      keep = cycle;
    }
  }
  kept[read] = keep;
}
