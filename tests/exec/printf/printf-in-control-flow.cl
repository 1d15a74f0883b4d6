// Prints in a divergent loop, in a branch, in a function with another function, and on both sides of a barrier.
void inner(int id, int round) { printf("%d in round %d\n", id, round); }

__attribute__((noinline)) void outer(int id, int rounds) {
  for (int round = 0; round < rounds; ++round)
    if ((id + round) % 2 == 0)
      inner(id, round);
}

kernel void printf_in_control_flow(global const int *numbers, local int *shared) {
  int id = get_global_id(0);
  int l = get_local_id(0);
  shared[l] = numbers[id];
  printf("%d begins\n", id);
  barrier(CLK_LOCAL_MEM_FENCE);
  int other = shared[get_local_size(0) - 1 - l];
  outer(id, numbers[id] % 5);
  barrier(CLK_LOCAL_MEM_FENCE);
  printf("%d ends with %d\n", id, other);
}
