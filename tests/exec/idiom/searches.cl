// Searches in rows of a known length: memchr, the first element of a set, the first difference of two rows, memcmp, bcmp.
#ifdef IN_LOCAL
#define SPACE local
#define ROW(tile, in) (tile)
#else
#define SPACE global
#define ROW(tile, in) (in)
#endif

kernel void searches(global const T *rows, global const T *sought, global int *found, local T *tiles, int pitch) {
  const size_t id = get_global_id(0);
  global const T *in = rows + id * pitch;
  local T *tile = tiles + get_local_id(0) * pitch;
  for (int i = 0; i < pitch; ++i)
    tile[i] = in[i];
  SPACE const T *row = ROW(tile, in);
  global const T *other = rows + (id ^ 1) % get_global_size(0) * pitch;
  int at = 0;
  while (at < pitch && row[at] != sought[0])
    ++at;
  int ofSet = pitch;
  for (int i = 0; i < pitch && ofSet == pitch; ++i)
    for (int j = 0; j < 3; ++j)
      if (row[i] == sought[1 + j]) {
        ofSet = i;
        break;
      }
  int different = 0;
  for (; different < pitch; ++different)
    if (row[different] != other[different])
      break;
  int order = 0;
  for (int i = 0; i < pitch; ++i)
    if (row[i] != other[i]) {
      order = row[i] < other[i] ? -1 : 1;
      break;
    }
  bool same = true;
  for (int i = 0; i < 8; ++i)
    same &= row[i] == other[i];
  global int *out = found + id * 5;
  out[0] = at;
  out[1] = ofSet;
  out[2] = different;
  out[3] = order;
  out[4] = same;
}
