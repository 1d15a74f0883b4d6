// Blocks that a sub-group reads and writes (cl_intel_subgroups, _char, _short, _long): neighbouring work-items access
// neighbouring elements.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../ImageTypes.h"
#include "../SubGroupPrimitives.h"

// Expand to the reads or writes of a vector's elements. Each element belongs to another row of the block.
#define WEFT_READ_1(read, type) read(type, 0)
#define WEFT_READ_2(read, type) WEFT_READ_1(read, type), read(type, 1)
#define WEFT_READ_4(read, type) WEFT_READ_2(read, type), read(type, 2), read(type, 3)
#define WEFT_READ_8(read, type)                                                                                        \
  WEFT_READ_4(read, type), read(type, 4), read(type, 5), read(type, 6), read(type, 7)
#define WEFT_READ_16(read, type)                                                                                       \
  WEFT_READ_8(read, type), read(type, 8), read(type, 9), read(type, 10), read(type, 11), read(type, 12),               \
      read(type, 13), read(type, 14), read(type, 15)
#define WEFT_WRITE_1(write, type) write(type, 0, data)
#define WEFT_WRITE_2(write, type) write(type, 0, data.s0) write(type, 1, data.s1)
#define WEFT_WRITE_4(write, type) WEFT_WRITE_2(write, type) write(type, 2, data.s2) write(type, 3, data.s3)
#define WEFT_WRITE_8(write, type)                                                                                      \
  WEFT_WRITE_4(write, type)                                                                                            \
  write(type, 4, data.s4) write(type, 5, data.s5) write(type, 6, data.s6) write(type, 7, data.s7)
#define WEFT_WRITE_16(write, type)                                                                                     \
  WEFT_WRITE_8(write, type)                                                                                            \
  write(type, 8, data.s8) write(type, 9, data.s9) write(type, 10, data.sa) write(type, 11, data.sb)                    \
      write(type, 12, data.sc) write(type, 13, data.sd) write(type, 14, data.se) write(type, 15, data.sf)

// Blocks in buffers. A row has one element for each work-item, and the next row begins directly after it.
#define WEFT_ELEMENT(type, row) p[get_sub_group_local_id() + row * get_max_sub_group_size()]
#define WEFT_STORE(type, row, value) WEFT_ELEMENT(type, row) = value;
#define WEFT_OF_BUFFER(type, vector, name, width)                                                                      \
  vector WEFT_OVERLOAD intel_sub_group_block_read##name(const global type *p) {                                        \
    return (vector)(WEFT_READ_##width(WEFT_ELEMENT, type));                                                            \
  }                                                                                                                    \
  void WEFT_OVERLOAD intel_sub_group_block_write##name(global type *p, vector data) {                                  \
    WEFT_WRITE_##width(WEFT_STORE, type)                                                                               \
  }

// Blocks in images. Rows of texels are accessed as bytes, without conversion. A block may begin where its elements
// aren't aligned.
WEFT_HELPER int rowBytes(constant WeftImage *image) { return (int)(image->width * image->elementBytes); }
WEFT_HELPER bool isInside(constant WeftImage *image, int x, int bytes) {
  return x >= 0 && x + bytes * (int)get_max_sub_group_size() <= rowBytes(image);
}

// Returns the byte offset from which a read at x takes its data. Outside of the image, the texel at the edge repeats.
WEFT_HELPER int withinRow(constant WeftImage *image, int x, int bytes) {
  const int texel = (int)image->elementBytes, end = rowBytes(image);
  const int from = x < 0 ? x & (texel - 1) : x < end ? x : end - texel + ((x - end) & (texel - 1));
  return __builtin_elementwise_max(0, __builtin_elementwise_min(from, end - bytes));
}

// At edges, elements are accessed in units of `part`. No texel is narrower than `part` where edges matter. Nothing is
// written outside of the image.
#define WEFT_ROWS(type, part)                                                                                          \
  typedef type __attribute__((aligned(1))) unaligned_##type;                                                           \
  WEFT_HELPER type read_##type(constant WeftImage *image, int2 at, int row) {                                          \
    const int y = __builtin_elementwise_max(0, __builtin_elementwise_min(at.y + row, (int)image->height - 1));         \
    const global uchar *texels = image->data + (ulong)y * image->rowPitch;                                             \
    const int x = at.x + (int)sizeof(type) * (int)get_sub_group_local_id();                                            \
    if (isInside(image, at.x, sizeof(type)))                                                                           \
      return *(const global unaligned_##type *)(texels + x);                                                           \
    ulong bits = 0;                                                                                                    \
    for (int i = 0; i < (int)sizeof(type); i += (int)sizeof(part)) {                                                   \
      const int from = withinRow(image, x + i, sizeof(part));                                                          \
      bits |= (ulong) * (const global unaligned_##part *)(texels + from) << (8 * i);                                   \
    }                                                                                                                  \
    return (type)bits;                                                                                                 \
  }                                                                                                                    \
  WEFT_HELPER void write_##type(constant WeftImage *image, int2 at, int row, type data) {                              \
    const int y = at.y + row;                                                                                          \
    if (y < 0 || y >= (int)image->height)                                                                              \
      return;                                                                                                          \
    global uchar *texels = image->data + (ulong)y * image->rowPitch;                                                   \
    const int x = at.x + (int)sizeof(type) * (int)get_sub_group_local_id();                                            \
    if (isInside(image, at.x, sizeof(type))) {                                                                         \
      *(global unaligned_##type *)(texels + x) = data;                                                                 \
      return;                                                                                                          \
    }                                                                                                                  \
    for (int i = 0; i < (int)sizeof(type); i += (int)sizeof(part))                                                     \
      if (x + i >= 0 && x + i + (int)sizeof(part) <= rowBytes(image))                                                  \
        *(global unaligned_##part *)(texels + x + i) = (part)(data >> (8 * i));                                        \
  }
WEFT_ROWS(uchar, uchar)
WEFT_ROWS(ushort, ushort)
WEFT_ROWS(uint, uint)
WEFT_ROWS(ulong, uint)

#define WEFT_READ_ROW(type, row) read_##type(__weft_image(image), at, row)
#define WEFT_WRITE_ROW(type, row, value) write_##type(__weft_image(image), at, row, value);
#define WEFT_READ_OF_IMAGE(access, type, vector, name, width)                                                          \
  vector WEFT_OVERLOAD intel_sub_group_block_read##name(access image2d_t image, int2 at) {                             \
    return (vector)(WEFT_READ_##width(WEFT_READ_ROW, type));                                                           \
  }
#define WEFT_WRITE_OF_IMAGE(access, type, vector, name, width)                                                         \
  void WEFT_OVERLOAD intel_sub_group_block_write##name(access image2d_t image, int2 at, vector data) {                 \
    WEFT_WRITE_##width(WEFT_WRITE_ROW, type)                                                                           \
  }

#define WEFT_BLOCK(type, vector, name, width)                                                                          \
  WEFT_OF_BUFFER(type, vector, name, width)                                                                            \
  WEFT_READ_OF_IMAGE(read_only, type, vector, name, width)                                                             \
  WEFT_READ_OF_IMAGE(read_write, type, vector, name, width)                                                            \
  WEFT_WRITE_OF_IMAGE(write_only, type, vector, name, width)                                                           \
  WEFT_WRITE_OF_IMAGE(read_write, type, vector, name, width)
#define WEFT_BLOCKS(type, suffix)                                                                                      \
  WEFT_BLOCK(type, type, suffix, 1)                                                                                    \
  WEFT_BLOCK(type, type##2, suffix##2, 2)                                                                              \
  WEFT_BLOCK(type, type##4, suffix##4, 4)                                                                              \
  WEFT_BLOCK(type, type##8, suffix##8, 8)
WEFT_BLOCKS(uint, )
WEFT_BLOCKS(uint, _ui)
WEFT_BLOCKS(ulong, _ul)
WEFT_BLOCKS(ushort, _us)
WEFT_BLOCK(ushort, ushort16, _us16, 16)
WEFT_BLOCKS(uchar, _uc)
WEFT_BLOCK(uchar, uchar16, _uc16, 16)
