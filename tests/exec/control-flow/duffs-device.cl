// A switch into the middle of a loop, different for each work-item (irreducible control flow).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void duffs_device(global const int *in, global int *out) {
  int count = in[get_global_id(0)];
  int turns = (count + 3) / 4;
  int sum = 0;
  switch (count % 4) {
  case 0:
    do {
      sum = sum * 3 + 1;
  case 3:
      sum = sum * 3 + 1;
  case 2:
      sum = sum * 3 + 1;
  case 1:
      sum = sum * 3 + 1;
    } while (--turns > 0);
  }
  out[get_global_id(0)] = sum;
}
