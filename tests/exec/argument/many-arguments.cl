// Thirty-two scalars and eight buffers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define EIGHT(m, n) m(n##0) m(n##1) m(n##2) m(n##3) m(n##4) m(n##5) m(n##6) m(n##7)
#define SCALAR(n) int s##n,
#define BUFFER(n) global int *b##n,
#define ADD(n) sum = sum * 3 + s##n;
#define WRITE(n) b##n[i] = sum + n;

kernel void many_arguments(EIGHT(SCALAR, 1) EIGHT(SCALAR, 2) EIGHT(SCALAR, 3) EIGHT(SCALAR, 4) EIGHT(BUFFER, 5)
                           uint sum) {
  size_t i = get_global_id(0);
  EIGHT(ADD, 1) EIGHT(ADD, 2) EIGHT(ADD, 3) EIGHT(ADD, 4)
  EIGHT(WRITE, 5)
}
