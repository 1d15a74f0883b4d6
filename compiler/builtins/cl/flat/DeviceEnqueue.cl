// Creates ranges for kernels that kernels enqueue (OpenCL C 3.0, section 6.15.12.7), and CLK_NULL_EVENT.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define WEFT_OVERLOAD __attribute__((overloadable))

// WeftNdRange of EnqueueAbi.h, which is the representation of ndrange_t.
typedef struct {
  uint workDim;
  ulong globalOffset[3];
  ulong globalSize[3];
  ulong localSize[3];
} WeftRange;

// Creates a range. Arguments that the program leaves out are NULL.
static WeftRange weftRange(uint dimensions, const private ulong *offset, const private ulong *size,
                           const private ulong *group) {
  WeftRange range;
  range.workDim = dimensions;
  for (uint d = 0; d < 3; ++d) {
    const bool used = d < dimensions;
    range.globalOffset[d] = used && offset ? offset[d] : 0;
    range.globalSize[d] = used ? size[d] : 1;
    range.localSize[d] = !group ? 0 : used ? group[d] : 1;
  }
  return range;
}

WeftRange WEFT_OVERLOAD ndrange_1D(ulong size) { return weftRange(1, 0, &size, 0); }
WeftRange WEFT_OVERLOAD ndrange_1D(ulong size, ulong group) { return weftRange(1, 0, &size, &group); }
WeftRange WEFT_OVERLOAD ndrange_1D(ulong offset, ulong size, ulong group) {
  return weftRange(1, &offset, &size, &group);
}

#define WEFT_RANGES(name, dimensions)                                                                                  \
  WeftRange WEFT_OVERLOAD name(const private ulong *size) { return weftRange(dimensions, 0, size, 0); }                \
  WeftRange WEFT_OVERLOAD name(const private ulong *size, const private ulong *group) {                                \
    return weftRange(dimensions, 0, size, group);                                                                      \
  }                                                                                                                    \
  WeftRange WEFT_OVERLOAD name(const private ulong *offset, const private ulong *size, const private ulong *group) {   \
    return weftRange(dimensions, offset, size, group);                                                                 \
  }
WEFT_RANGES(ndrange_2D, 2)
WEFT_RANGES(ndrange_3D, 3)

// Returns CLK_NULL_EVENT. An event is represented by a number (LowerImagesPass), so the result has this type.
ulong __weft_null_event(void) { return ~0UL; }
