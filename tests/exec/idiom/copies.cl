// Copies of rows: apart, by one element to the left and to the right within a row, of structures, as far as a zero.
#ifdef IN_LOCAL
#define SPACE local
#define ROW(tile, in) (tile)
#else
#define SPACE global
#define ROW(tile, in) (in)
#endif

typedef struct {
  T a, b, c;
} Triple;

kernel void copies(global const T *from, global T *to, local T *tiles, int pitch) {
  const size_t id = get_global_id(0);
  global const T *in = from + id * pitch;
  global T *result = to + id * pitch;
  local T *tile = tiles + get_local_id(0) * pitch;
  SPACE T *row = ROW(tile, result);
  for (int i = 0; i < pitch; ++i)
    row[i] = in[i];
  for (int i = 0; i < 7; ++i)
    row[i] = row[i + 1];
  for (int i = 15; i > 8; --i)
    row[i] = row[i - 1];
  global const Triple *triples = (global const Triple *)in;
  SPACE Triple *own = (SPACE Triple *)(row + 16);
  for (int i = 0; i < 2; ++i)
    own[i] = triples[i];
  for (int i = 22; i < pitch && in[i - 22] != 0; ++i)
    row[i] = in[i - 22];
#ifdef IN_LOCAL
  for (int i = 0; i < pitch; ++i)
    result[i] = tile[i];
#endif
}
