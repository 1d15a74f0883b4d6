// Pieces of what sources should not have, for splicing.
#line 4294967290
#define A(x) x x x x
typedef int v __attribute__((ext_vector_type(64)));
constant int x[] = { [0 ... 3] = 1, [9] = 2 };
struct s { struct { int a, b; } c, d; };
#pragma clang __debug crash
#pragma clang loop unroll(full)
kernel void hostile(global int *a) {
  v y = a[0] - ~-~-~(int)(long)a[1];
  void *labels[] = { &&one, &&two };
  goto *labels[a[0] & 1];
one:
  a[1] = ({ int t = y[3]; t ? t : x[a[2] & 3]; });
two:
  for (;;) {
    if (a[2] == 0)
      break;
    else if (a[3]) do a[2]--; while (a[2]);
  }
  _BitInt(77) big = a[1];
  a[5] = (int)(big * big) + _Generic(a[0], int: 1, float: 2) + (int)sizeof(struct s);
}
