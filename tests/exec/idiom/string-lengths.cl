// Lengths of strings of characters of any width, by an index, by a pointer and from a place within the string.
#ifdef IN_LOCAL
#define SPACE local
#define ROW(tile, in) (tile)
#else
#define SPACE global
#define ROW(tile, in) (in)
#endif

kernel void string_lengths(global const T *text, global int *lengths, local T *tiles, int pitch) {
  const size_t id = get_global_id(0);
  global const T *in = text + id * pitch;
  local T *tile = tiles + get_local_id(0) * pitch;
  for (int i = 0; i < pitch; ++i)
    tile[i] = in[i];
  SPACE const T *row = ROW(tile, in);
  int byIndex = 0;
  while (row[byIndex] != 0)
    ++byIndex;
  SPACE const T *end = row;
  while (*end)
    ++end;
  const size_t start = id % 3;
  size_t rest = 0;
  while (row[start + rest] != 0)
    ++rest;
  lengths[3 * id] = byIndex;
  lengths[3 * id + 1] = end - row;
  lengths[3 * id + 2] = rest;
}
