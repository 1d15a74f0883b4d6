// Cyclic redundancy checks bit by bit, which LLVM makes look up tables: from the lowest bit, and from the highest one.
#ifdef IN_LOCAL
#define SPACE local
#define ROW(tile, in) (tile)
#else
#define SPACE global
#define ROW(tile, in) (in)
#endif

uint reflected(uint crc) {
  for (int bit = 0; bit < 8; ++bit)
    crc = crc & 1 ? crc >> 1 ^ 0xEDB88320u : crc >> 1;
  return crc;
}

ushort forward(ushort crc, uchar byte) {
  crc ^= (ushort)byte << 8;
  for (int bit = 0; bit < 8; ++bit)
    crc = crc & 0x8000 ? (ushort)(crc << 1) ^ 0x1021 : (ushort)(crc << 1);
  return crc;
}

ushort reflected16(ushort crc, uchar data) {
  for (int bit = 0; bit < 8; ++bit) {
    const ushort mix = (crc ^ data) & 1;
    crc >>= 1;
    if (mix)
      crc ^= 0xA001;
    data >>= 1;
  }
  return crc;
}

uchar ofBytes(uchar crc) {
  for (int bit = 0; bit < 8; ++bit)
    crc = crc & 0x80 ? (uchar)(crc << 1) ^ 0x07 : (uchar)(crc << 1);
  return crc;
}

kernel void checksums(global const uchar *data, global uint *out, local uchar *tiles, int pitch) {
  const size_t id = get_global_id(0);
  global const uchar *in = data + id * pitch;
  local uchar *tile = tiles + get_local_id(0) * pitch;
  for (int i = 0; i < pitch; ++i)
    tile[i] = in[i];
  SPACE const uchar *row = ROW(tile, in);
  uint crc32 = 0xFFFFFFFFu;
  ushort ccitt = 0, modbus = 0xFFFF;
  uchar crc8 = 0;
  for (int i = 0; i < pitch; ++i) {
    crc32 = reflected(crc32 ^ row[i]);
    ccitt = forward(ccitt, row[i]);
    modbus = reflected16(modbus, row[i]);
    crc8 = ofBytes(crc8 ^ row[i]);
  }
  global uint *result = out + id * 4;
  result[0] = ~crc32;
  result[1] = ccitt;
  result[2] = modbus;
  result[3] = crc8;
}
