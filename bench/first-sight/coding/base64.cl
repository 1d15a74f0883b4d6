// Base64: groups of three bytes to four letters by a table with padding, and four letters to three bytes by comparisons.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
constant uchar ALPHABET[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

kernel void base64_encode_triples(global const uchar *bytes, global uchar *text, uint length) {
  uint i = get_global_id(0);
  if (3 * i >= length)
    return;
  uint left = length - 3 * i;
  uint group = (uint)bytes[3 * i] << 16;
  if (left > 1)
    group |= (uint)bytes[3 * i + 1] << 8;
  if (left > 2)
    group |= bytes[3 * i + 2];
  text[4 * i] = ALPHABET[group >> 18];
  text[4 * i + 1] = ALPHABET[group >> 12 & 63];
  text[4 * i + 2] = left > 1 ? ALPHABET[group >> 6 & 63] : '=';
  text[4 * i + 3] = left > 2 ? ALPHABET[group & 63] : '=';
}

int value_of(uchar letter) {
  if (letter >= 'A' && letter <= 'Z')
    return letter - 'A';
  if (letter >= 'a' && letter <= 'z')
    return letter - 'a' + 26;
  if (letter >= '0' && letter <= '9')
    return letter - '0' + 52;
  if (letter == '+')
    return 62;
  return letter == '/' ? 63 : -1;
}

kernel void base64_decode_quads(global const uchar4 *text, global uchar *bytes, global uchar *wrong) {
  size_t i = get_global_id(0);
  uchar4 letters = text[i];
  int a = value_of(letters.x), b = value_of(letters.y), c = value_of(letters.z), d = value_of(letters.w);
  wrong[i] = (a | b | c | d) < 0;
  int group = max(a, 0) << 18 | max(b, 0) << 12 | max(c, 0) << 6 | max(d, 0);
  vstore3((uchar3)(group >> 16, group >> 8 & 0xff, group & 0xff), i, bytes);
}
