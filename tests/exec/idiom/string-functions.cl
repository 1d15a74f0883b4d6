// What the C library has for strings, written as loops: strcpy, strcmp, strchr, strrchr, strspn, toupper, atoi.
#ifdef IN_LOCAL
#define SPACE local
#define ROW(tile, in) (tile)
#else
#define SPACE global
#define ROW(tile, in) (in)
#endif

kernel void string_functions(global const T *text, global T *copies, global int *found, local T *tiles, int pitch) {
  const size_t id = get_global_id(0);
  global const T *in = text + id * pitch;
  local T *tile = tiles + get_local_id(0) * pitch;
  for (int i = 0; i < pitch; ++i)
    tile[i] = in[i];
  SPACE const T *row = ROW(tile, in);
  global const T *other = text + id / 2 * pitch;
  global T *copy = copies + id * pitch;
  int n = 0;
  while ((copy[n] = row[n]) != 0)
    ++n;
  for (int i = n + 1; i < pitch; ++i)
    copy[i] = row[i] >= 'a' && row[i] <= 'z' ? row[i] - 'a' + 'A' : row[i];
  int equal = 0;
  while (row[equal] != 0 && row[equal] == other[equal])
    ++equal;
  SPACE const T *first = row;
  while (*first != 0 && *first != 'c')
    ++first;
  SPACE const T *last = 0;
  for (SPACE const T *at = row; *at != 0; ++at)
    if (*at == 'b')
      last = at;
  int span = 0;
  for (bool within = true; within && row[span] != 0; span += within)
    within = row[span] == 'a' || row[span] == 'd' || row[span] == '7';
  int number = 0;
  for (int i = 0; row[i] != 0; ++i)
    if ((uint)row[i] - '0' < 10u)
      number = number * 10 + (row[i] - '0');
  global int *out = found + id * 6;
  out[0] = n;
  out[1] = (int)row[equal] - (int)other[equal];
  out[2] = first - row;
  out[3] = last ? last - row : -1;
  out[4] = span;
  out[5] = number;
}
