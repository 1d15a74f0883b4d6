// Structures compared member by member, which LLVM compares as a whole.
#ifdef IN_LOCAL
#define SPACE local
#define ROW(tile, in) (tile)
#else
#define SPACE global
#define ROW(tile, in) (in)
#endif

typedef struct {
  T a, b, c, d, e, f, g, h;
} Record;

bool equal(SPACE const Record *x, global const Record *y) {
  return x->a == y->a && x->b == y->b && x->c == y->c && x->d == y->d && x->e == y->e && x->f == y->f && x->g == y->g &&
         x->h == y->h;
}

kernel void equal_structs(global const Record *records, global int *found, local Record *tiles, int count) {
  const size_t id = get_global_id(0);
  local Record *tile = tiles + get_local_id(0);
  *tile = records[id];
  SPACE const Record *own = ROW(tile, records + id);
  int first = -1;
  for (int i = 0; i < count && first < 0; ++i)
    if (equal(own, records + i))
      first = i;
  found[id] = first;
}
