// Fills of rows: with zeros, with one byte, with patterns of any width, from the front and from the back.
#ifdef IN_LOCAL
#define SPACE local
#define ROW(tile, in) (tile)
#else
#define SPACE global
#define ROW(tile, in) (in)
#endif

typedef struct {
  T a, b;
} Pair;

kernel void fills(global T *out, T value, local T *tiles, int pitch) {
  const size_t id = get_global_id(0);
  global T *result = out + id * pitch;
  local T *tile = tiles + get_local_id(0) * pitch;
  SPACE T *row = ROW(tile, result);
  for (int i = 0; i < pitch; ++i)
    row[i] = 0;
  for (int i = 0; i < 8; ++i)
    row[i] = value;
  for (int i = 15; i >= 12; --i)
    row[i] = (T)-1;
  const Pair pair = {value, (T)(value + (T)1)};
  SPACE Pair *pairs = (SPACE Pair *)(row + 16);
  for (int i = 0; i < 4; ++i)
    pairs[i] = pair;
  if (id % 4 == 3)
    for (size_t i = id % 7; i < 16; ++i)
      row[i] = (T)7;
#ifdef IN_LOCAL
  for (int i = 0; i < pitch; ++i)
    result[i] = tile[i];
#endif
}
