// to_global, to_local, to_private and get_fence tell what pointers chosen at run time point to.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int kindOf(const void *pointer) {
  int kind = to_global(pointer) ? 1 : 0;
  kind += to_local(pointer) ? 10 : 0;
  kind += to_private(pointer) ? 100 : 0;
  return kind + 1000 * (int)get_fence(pointer);
}

kernel void generic_pointer_queries(global const int *choice, global int *kinds, local int *tile) {
  size_t i = get_global_id(0);
  local int shared[4];
  int own[4] = {1, 2, 3, 4};
  const void *pointers[5] = {kinds + i, tile + get_local_id(0), shared + 1, own + choice[i] % 4, 0};
  barrier(CLK_LOCAL_MEM_FENCE);
  kinds[i] = kindOf(pointers[choice[i] % 5]);
}
