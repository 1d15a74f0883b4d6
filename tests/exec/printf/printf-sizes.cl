// The lengths z and t, of size_t and ptrdiff_t, with every conversion of integers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void printf_sizes(global int *numbers) {
  const int i = numbers[get_global_id(0)];
  const size_t size = ((size_t)i << 32) + get_local_size(0);
  const ptrdiff_t difference = &numbers[0] - &numbers[i] - ((long)i << 33);
  printf("%zu %zo %zx %zX %zd %zi|%20zu|%-20zu|%#zx\n", size, size, size, size, size, -size, size, size, size);
  printf("%td %ti %tu %to %tx %tX|%+td|%024td\n", difference, -difference, difference, difference, difference,
         difference, -difference, difference);
}
