// A dense and a sparse switch over data, with fall-through and default.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int sparse(int value) {
  switch (value) {
  case -1000:
    return 1;
  case 5:
    return 2;
  case 77777:
    return 3;
  default:
    return 4;
  }
}

kernel void divergent_switch(global const int *in, global int *out) {
  int value = in[get_global_id(0)];
  int result = 0;
  switch (value & 7) {
  case 0:
    result = 10;
    break;
  case 1:
    result = 20;
  case 2:
    result += 5;
    break;
  case 4:
  case 5:
    result = value;
    break;
  case 7:
    for (int k = 0; k < 3; ++k)
      if (k == 2)
        result = 30 + k;
    break;
  default:
    result = -1;
  }
  out[get_global_id(0)] = result * 10 + sparse(value);
}
