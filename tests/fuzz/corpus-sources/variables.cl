// Variables at program scope, generic pointers, doubles, two kernels, a switch.
global int counter = 5;
global int *global pointer = &counter;
static int table[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
int pick(const int *from, int which) {
  switch (which & 3) {
  case 0:
    return from[0];
  case 1:
    return from[1] * 3;
  default:
    return which;
  }
}
kernel void first(global double *a) { a[get_global_id(0)] = pick(table, get_global_id(0)) + *pointer; }
kernel void second(global double *a, double2 b) {
  int mine[4] = { 1, 2, 3, 4 };
  a[0] = sin(b.x) + pick(mine, (int)b.y) + counter++;
}
