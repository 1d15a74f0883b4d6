// Checks how far apart the elements are that the lanes of a packet access.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/LaneSpacing.h"

#include <cstdlib>
#include <utility>

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"

#include "analysis/LaneSpread.h"
#include "analysis/PacketShapes.h"
#include "builtins/archive/AddressSpaces.h"

using namespace llvm;

namespace weft::compiler {

namespace {

bool isSimple(const Instruction &access) {
  if (auto *load = dyn_cast<LoadInst>(&access))
    return load->isSimple();
  auto *store = dyn_cast<StoreInst>(&access);
  return store && store->isSimple();
}

/// Returns whether `type` is a scalar of at most 8 bytes, or a vector of OpenCL C with such elements and without gaps.
bool isWhole(const Type &type, const DataLayout &layout) {
  auto *vector = dyn_cast<FixedVectorType>(&type);
  if (vector && !isPowerOf2_32(vector->getNumElements()))
    return false;
  Type *element = type.getScalarType();
  return (element->isIntegerTy() || element->isFloatingPointTy()) && layout.typeSizeEqualsStoreSize(element) &&
         isPowerOf2_64(layout.getTypeStoreSize(element)) && layout.getTypeStoreSize(element) <= 8;
}

} // namespace

bool isPlainAccess(const Instruction &access, const DataLayout &layout) {
  if (!isSimple(access) || !isWhole(*getLoadStoreType(&access), layout))
    return false;
  const unsigned space = getLoadStoreAddressSpace(&access);
  return space == spirGlobal || space == spirConstant || space == spirLocal;
}

bool hasDistantLanes(const Instruction &access, const PacketShapes &shapes, const DataLayout &layout,
                     const TargetProfile &profile) {
  if (!isPlainAccess(access, layout) || shapes.isUniform(*getLoadStorePointerOperand(&access)))
    return false;
  const auto size = static_cast<int64_t>(layout.getTypeStoreSize(getLoadStoreType(&access)));
  const std::optional<int64_t> stride = shapes.strideOf(*getLoadStorePointerOperand(&access));
  // Interleaved accesses cover scalars that lie a few elements apart. They don't cover vectors: a work-item's vectors
  // are better joined to one longer vector.
  const int64_t nearest = getLoadStoreType(&access)->isVectorTy() ? 1 : profile.interleaved.maxInterleavePitch;
  if (stride)
    return std::abs(*stride) > nearest * size;
  // If each work-item accesses elements around its own position, neighbouring work-items access the same elements.
  // Their lanes are near each other, though the address has no constant stride.
  const std::optional<uint64_t> spread = laneSpread(*getLoadStorePointerOperand(&access), shapes, layout);
  return !spread || std::cmp_greater(*spread, nearest * size);
}

bool isInterleavedAccess(const Instruction &access, const PacketShapes &shapes, const DataLayout &layout,
                         const TargetProfile &profile) {
  if (!isPlainAccess(access, layout) || getLoadStoreType(&access)->isVectorTy())
    return false;
  const auto size = static_cast<int64_t>(layout.getTypeStoreSize(getLoadStoreType(&access)));
  const std::optional<int64_t> stride = shapes.strideOf(*getLoadStorePointerOperand(&access));
  return stride && std::abs(*stride) > size && std::abs(*stride) <= profile.interleaved.maxInterleavePitch * size;
}

int64_t maxRunBytes(const Instruction &access, const PacketShapes &shapes) {
  const std::optional<int64_t> stride = shapes.strideOf(*getLoadStorePointerOperand(&access));
  return stride ? std::abs(*stride) : std::numeric_limits<int64_t>::max();
}

} // namespace weft::compiler
