// Blocks that a sub-group reads and writes (cl_intel_subgroups): neighbours have neighbouring elements.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../ImageTypes.h"
#include "../SubGroupPrimitives.h"

// The first of an element in memory, those of a work-item `step` elements apart.
#define WEFT_BLOCK_2(read) read(0), read(1)
#define WEFT_BLOCK_4(read) WEFT_BLOCK_2(read), read(2), read(3)
#define WEFT_BLOCK_8(read) WEFT_BLOCK_4(read), read(4), read(5), read(6), read(7)

#define WEFT_ELEMENT(row) p[get_sub_group_local_id() + row * get_max_sub_group_size()]
uint WEFT_OVERLOAD intel_sub_group_block_read(const global uint *p) { return WEFT_ELEMENT(0); }
uint2 WEFT_OVERLOAD intel_sub_group_block_read2(const global uint *p) { return (uint2)(WEFT_BLOCK_2(WEFT_ELEMENT)); }
uint4 WEFT_OVERLOAD intel_sub_group_block_read4(const global uint *p) { return (uint4)(WEFT_BLOCK_4(WEFT_ELEMENT)); }
uint8 WEFT_OVERLOAD intel_sub_group_block_read8(const global uint *p) { return (uint8)(WEFT_BLOCK_8(WEFT_ELEMENT)); }

void WEFT_OVERLOAD intel_sub_group_block_write(global uint *p, uint data) { WEFT_ELEMENT(0) = data; }
#define WEFT_STORE(row, component) WEFT_ELEMENT(row) = data.s##component;
void WEFT_OVERLOAD intel_sub_group_block_write2(global uint *p, uint2 data) { WEFT_STORE(0, 0) WEFT_STORE(1, 1) }
void WEFT_OVERLOAD intel_sub_group_block_write4(global uint *p, uint4 data) {
  WEFT_STORE(0, 0) WEFT_STORE(1, 1) WEFT_STORE(2, 2) WEFT_STORE(3, 3)
}
void WEFT_OVERLOAD intel_sub_group_block_write8(global uint *p, uint8 data) {
  WEFT_STORE(0, 0) WEFT_STORE(1, 1) WEFT_STORE(2, 2) WEFT_STORE(3, 3)
  WEFT_STORE(4, 4) WEFT_STORE(5, 5) WEFT_STORE(6, 6) WEFT_STORE(7, 7)
}

// Of images: rows, whose bytes are taken as they are. A read may begin at any byte.
typedef uint __attribute__((aligned(1))) weftAnyUint;

WEFT_HELPER int within(int number, int least, int most) {
  return __builtin_elementwise_max(least, __builtin_elementwise_min(number, most));
}

WEFT_HELPER int rowBytes(constant WeftImage *image) { return (int)(image->width * image->elementBytes); }
WEFT_HELPER bool isInside(constant WeftImage *image, int2 at) {
  return at.x >= 0 && at.x + 4 * (int)get_max_sub_group_size() <= rowBytes(image);
}

// Beyond an edge a read gives what is at the edge.
WEFT_HELPER uint readRow(constant WeftImage *image, int2 at, int row) {
  const int y = within(at.y + row, 0, (int)image->height - 1);
  const global uchar *texels = image->data + (ulong)y * image->rowPitch;
  const int lane = 4 * (int)get_sub_group_local_id();
  if (isInside(image, at))
    return *(const global weftAnyUint *)(texels + at.x + lane);
  return *(const global weftAnyUint *)(texels + within(at.x + lane, 0, __builtin_elementwise_max(rowBytes(image) - 4, 0)));
}

// Beyond an edge nothing is written.
WEFT_HELPER void writeRow(constant WeftImage *image, int2 at, int row, uint data) {
  const int y = at.y + row;
  if (y < 0 || y >= (int)image->height)
    return;
  global uchar *texels = image->data + (ulong)y * image->rowPitch;
  const int x = at.x + 4 * (int)get_sub_group_local_id();
  if (isInside(image, at) || (x >= 0 && x + 4 <= rowBytes(image)))
    *(global uint *)(texels + x) = data;
}

#define WEFT_READ_ROW(row) readRow(__weft_image(image), at, row)
#define WEFT_WRITE_ROW(row, component) writeRow(__weft_image(image), at, row, data.s##component);
#define WEFT_BLOCK_READS(access)                                                                                       \
  uint WEFT_OVERLOAD intel_sub_group_block_read(access image2d_t image, int2 at) { return WEFT_READ_ROW(0); }          \
  uint2 WEFT_OVERLOAD intel_sub_group_block_read2(access image2d_t image, int2 at) {                                   \
    return (uint2)(WEFT_BLOCK_2(WEFT_READ_ROW));                                                                       \
  }                                                                                                                    \
  uint4 WEFT_OVERLOAD intel_sub_group_block_read4(access image2d_t image, int2 at) {                                   \
    return (uint4)(WEFT_BLOCK_4(WEFT_READ_ROW));                                                                       \
  }                                                                                                                    \
  uint8 WEFT_OVERLOAD intel_sub_group_block_read8(access image2d_t image, int2 at) {                                   \
    return (uint8)(WEFT_BLOCK_8(WEFT_READ_ROW));                                                                       \
  }
#define WEFT_BLOCK_WRITES(access)                                                                                      \
  void WEFT_OVERLOAD intel_sub_group_block_write(access image2d_t image, int2 at, uint data) {                         \
    writeRow(__weft_image(image), at, 0, data);                                                                        \
  }                                                                                                                    \
  void WEFT_OVERLOAD intel_sub_group_block_write2(access image2d_t image, int2 at, uint2 data) {                       \
    WEFT_WRITE_ROW(0, 0) WEFT_WRITE_ROW(1, 1)                                                                          \
  }                                                                                                                    \
  void WEFT_OVERLOAD intel_sub_group_block_write4(access image2d_t image, int2 at, uint4 data) {                       \
    WEFT_WRITE_ROW(0, 0) WEFT_WRITE_ROW(1, 1) WEFT_WRITE_ROW(2, 2) WEFT_WRITE_ROW(3, 3)                                \
  }                                                                                                                    \
  void WEFT_OVERLOAD intel_sub_group_block_write8(access image2d_t image, int2 at, uint8 data) {                       \
    WEFT_WRITE_ROW(0, 0) WEFT_WRITE_ROW(1, 1) WEFT_WRITE_ROW(2, 2) WEFT_WRITE_ROW(3, 3)                                \
    WEFT_WRITE_ROW(4, 4) WEFT_WRITE_ROW(5, 5) WEFT_WRITE_ROW(6, 6) WEFT_WRITE_ROW(7, 7)                                \
  }
WEFT_BLOCK_READS(read_only)
WEFT_BLOCK_READS(read_write)
WEFT_BLOCK_WRITES(write_only)
WEFT_BLOCK_WRITES(read_write)
