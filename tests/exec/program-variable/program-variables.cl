// Variables at program scope and static ones in functions: initial values of all kinds, and writing to them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
struct entry {
  char letter;
  global int *place;
  float4 values;
};

global int first = 11;
int second[4] = {1, 2, 3, 4};
static global long zero;
constant int fixed = 77;
constant int *global toFixed = &fixed;
global int *toSecond = &second[2];
int *generic_pointer = &first;
global int *constant table[3] = {&first, &second[1], &second[3]};
global struct entry entries[2] = {{'a', &first, (float4)(1, 2, 3, 4)}, {'b', second + 1, (float4)(5, 6, 7, 8)}};
constant char *text = "hello";
const short odd[3] = {1, 3, 5};
global uchar16 wide __attribute__((aligned(256))) = (uchar16)(9);
atomic_int counter = ATOMIC_VAR_INIT(5);
global int board[4096];

int nextOf(int value) {
  static global int offset = 1000;
  static int *where = &offset;
  return value + *where;
}

kernel void program_variables(global int *out) {
  static global int many[8] = {[5] = 50};
  size_t i = get_global_id(0), l = get_local_id(0);
  int sum = first + second[i % 4] + (int)zero + *toFixed + *toSecond + *generic_pointer + *table[i % 3];
  sum += entries[i % 2].letter + *entries[1].place + (int)entries[0].values.w + text[1] + odd[i % 3] + wide.s5;
  sum += many[i % 8] + nextOf((int)i) + atomic_load(&counter) + ((ulong)&wide % 256 == 0);
  board[i] = sum;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[i] = board[i - l + (l + 1) % get_local_size(0)];
}
