// Reads SPIR-V's type declarations and creates the LLVM types for them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/spirv/Types.h"

#include <algorithm>

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include "builtins/archive/AddressSpaces.h"
#include "frontend/spirv/Additions.h"

namespace weft::compiler::spirv {
namespace {
constexpr uint32_t vectorSizes[] = {2, 3, 4, 8, 16};
} // namespace

std::optional<unsigned> addressSpaceOf(spv::StorageClass storage) {
  switch (storage) {
  case spv::StorageClass::Function:
  case spv::StorageClass::Input:
    return spirPrivate;
  case spv::StorageClass::CrossWorkgroup:
    return spirGlobal;
  case spv::StorageClass::UniformConstant:
    return spirConstant;
  case spv::StorageClass::Workgroup:
    return spirLocal;
  case spv::StorageClass::Generic:
    return spirGeneric;
  default:
    return std::nullopt;
  }
}

unsigned containerWidth(unsigned width) { return std::max(8u, static_cast<unsigned>(llvm::PowerOf2Ceil(width))); }

bool Types::declares(spv::Op opcode) {
  return (opcode >= spv::Op::OpTypeVoid && opcode <= spv::Op::OpTypeForwardPointer) ||
         opcode == spv::Op::OpTypePipeStorage || opcode == spv::Op::OpTypeNamedBarrier ||
         opcode == OpTypeUntypedPointerKHR;
}

void Types::allow(spv::Capability capability) {
  allowsRareWidths_ |= capability == spv::Capability::ArbitraryPrecisionIntegersINTEL;
  allowsUntypedPointers_ |= capability == CapabilityUntypedPointersKHR;
}

const Type *Types::find(Id id) const {
  const auto found = types_.find(id);
  return found == types_.end() ? nullptr : &found->second;
}

llvm::Type *Types::typeOf(Id id) const {
  const Type *found = find(id);
  return found ? found->type : nullptr;
}

std::string Types::declare(const Instruction &instruction, uint64_t arrayLength) {
  Type made;
  made.kind = instruction.opcode;
  std::string problem;
  Id id = instruction.result;
  switch (instruction.opcode) {
  case spv::Op::OpTypeVoid:
    made.type = llvm::Type::getVoidTy(context_);
    break;
  case spv::Op::OpTypeBool:
    made.type = llvm::Type::getInt1Ty(context_);
    break;
  case spv::Op::OpTypeInt:
  case spv::Op::OpTypeFloat:
    problem = declareNumber(instruction, made);
    break;
  case spv::Op::OpTypeVector:
  case spv::Op::OpTypeArray:
  case spv::Op::OpTypeStruct:
    problem = declareAggregate(instruction, arrayLength, made);
    break;
  case spv::Op::OpTypePointer:
    problem = declarePointer(static_cast<spv::StorageClass>(instruction.word(0)), instruction.word(1), made);
    break;
  case spv::Op::OpTypeForwardPointer:
    id = instruction.word(0);
    made.kind = spv::Op::OpTypePointer;
    problem = declarePointer(static_cast<spv::StorageClass>(instruction.word(1)), 0, made);
    break;
  case OpTypeUntypedPointerKHR:
    if (!allowsUntypedPointers_) {
      problem = "is a type whose capability the module does not declare";
      break;
    }
    made.kind = spv::Op::OpTypePointer;
    made.isUntyped = true;
    problem = declarePointer(static_cast<spv::StorageClass>(instruction.word(0)), 0, made);
    break;
  case spv::Op::OpTypeFunction:
    problem = declareFunction(instruction, made);
    break;
  case spv::Op::OpTypeImage:
    problem = declareImage(instruction, made);
    break;
  case spv::Op::OpTypeSampler:
    made.type = llvm::TargetExtType::get(context_, "spirv.Sampler");
    break;
  case spv::Op::OpTypeEvent:
    made.type = llvm::TargetExtType::get(context_, "spirv.Event");
    break;
  case spv::Op::OpTypeQueue:
    made.type = llvm::TargetExtType::get(context_, "spirv.Queue");
    break;
  case spv::Op::OpTypeDeviceEvent:
    made.type = llvm::TargetExtType::get(context_, "spirv.DeviceEvent");
    break;
  case spv::Op::OpTypePipe:
    if (instruction.word(0) > static_cast<uint32_t>(spv::AccessQualifier::WriteOnly))
      problem = "is of a pipe that is neither read nor written";
    else
      made.type = llvm::TargetExtType::get(context_, "spirv.Pipe", {}, {instruction.word(0)});
    break;
  case spv::Op::OpTypeReserveId:
    made.type = llvm::TargetExtType::get(context_, "spirv.ReserveId");
    break;
  case spv::Op::OpTypeSampledImage:
    made.element = instruction.word(0);
    break;
  case spv::Op::OpTypeNamedBarrier: // a pointer to the barrier's variable in local memory
    made.type = llvm::PointerType::get(context_, spirLocal);
    break;
  case spv::Op::OpTypeOpaque: // only pointers to an opaque type can be used
    made.type = llvm::Type::getInt8Ty(context_);
    break;
  default:
    problem = "is a type that this device does not have";
    break;
  }
  types_[id] = std::move(made);
  return problem;
}

std::string Types::declareNumber(const Instruction &instruction, Type &made) {
  const uint32_t width = instruction.word(0);
  if (instruction.opcode == spv::Op::OpTypeInt) {
    const bool isRare = width != 8 && width != 16 && width != 32 && width != 64;
    if (isRare && (!allowsRareWidths_ || width == 0 || width > 64))
      return "has a width that this device does not have";
    made.rareWidth = isRare ? width : 0;
    hasRareWidths_ |= isRare;
    made.type = llvm::Type::getIntNTy(context_, containerWidth(width));
    made.isSigned = instruction.word(1) != 0;
    return {};
  }
  if (width == 16)
    made.type = llvm::Type::getHalfTy(context_);
  else if (width == 32)
    made.type = llvm::Type::getFloatTy(context_);
  else if (width == 64)
    made.type = llvm::Type::getDoubleTy(context_);
  return made.type ? "" : "has a width that this device does not have";
}

std::string Types::declareAggregate(const Instruction &instruction, uint64_t arrayLength, Type &made) {
  if (instruction.opcode == spv::Op::OpTypeStruct) {
    std::vector<llvm::Type *> members;
    for (size_t index = 0; index < instruction.size(); ++index) {
      made.members.push_back(instruction.word(index));
      llvm::Type *member = typeOf(instruction.word(index));
      if (!member || !llvm::StructType::isValidElementType(member))
        return "has a member of a type that structures can't have";
      members.push_back(member);
    }
    const auto decorated = decorations_.find(instruction.result);
    made.type = llvm::StructType::get(context_, members, decorated != decorations_.end() && decorated->second.packed);
    return {};
  }
  made.element = instruction.word(0);
  llvm::Type *element = typeOf(made.element);
  if (instruction.opcode == spv::Op::OpTypeArray) {
    if (!element || !llvm::ArrayType::isValidElementType(element))
      return "has elements of a type that arrays can't have";
    if (arrayLength == 0)
      return "has a length that is no number above 0";
    made.type = llvm::ArrayType::get(element, arrayLength);
    return {};
  }
  const uint32_t length = instruction.word(1);
  const bool isOfPointers = element && element->isPointerTy();
  if (!element || !llvm::is_contained(vectorSizes, length) || find(made.element)->rareWidth != 0 ||
      (!element->isIntegerTy() && !element->isFloatingPointTy() && !isOfPointers))
    return "is a vector that OpenCL C has none of";
  hasVectorsOfPointers_ |= isOfPointers;
  made.type = llvm::FixedVectorType::get(element, length);
  return {};
}

std::string Types::declareFunction(const Instruction &instruction, Type &made) {
  made.element = instruction.word(0);
  llvm::Type *result = typeOf(made.element);
  std::vector<llvm::Type *> parameters;
  for (size_t index = 1; index < instruction.size(); ++index) {
    made.members.push_back(instruction.word(index));
    llvm::Type *parameter = typeOf(instruction.word(index));
    if (!parameter || !llvm::FunctionType::isValidArgumentType(parameter))
      return "has a parameter of a type that functions can't take";
    parameters.push_back(parameter);
  }
  if (!result || !llvm::FunctionType::isValidReturnType(result))
    return "has a result of a type that functions can't give";
  made.type = llvm::FunctionType::get(result, parameters, false);
  return {};
}

std::string Types::declarePointer(spv::StorageClass storage, Id element, Type &made) {
  const Type *pointee = find(element);
  const bool isFunction = pointee && pointee->kind == spv::Op::OpTypeFunction;
  made.element = element;
  // llvm-spirv gives HIP's pointers to functions the storage class Function, which is meant for variables.
  made.storage = isFunction ? spv::StorageClass::CodeSectionINTEL : storage;
  if (made.storage == spv::StorageClass::CodeSectionINTEL) {
    if (!isFunction)
      return "points to code, and to no function";
    made.type = llvm::Type::getInt64Ty(context_);
    return {};
  }
  const std::optional<unsigned> space = addressSpaceOf(storage);
  if (!space)
    return "points to a storage class that OpenCL has none of";
  made.type = llvm::PointerType::get(context_, *space);
  return {};
}

std::string Types::declareImage(const Instruction &instruction, Type &made) {
  // The sampled type is void in OpenCL's environment, and so it is in the target type.
  std::vector<unsigned> numbers;
  for (size_t index = 1; index <= 6; ++index)
    numbers.push_back(instruction.word(index));
  numbers.push_back(instruction.size() > 7 ? instruction.word(7) : 0);
  const auto dimension = static_cast<spv::Dim>(numbers[0]);
  if (dimension != spv::Dim::Dim1D && dimension != spv::Dim::Dim2D && dimension != spv::Dim::Dim3D &&
      dimension != spv::Dim::Buffer)
    return "is an image that OpenCL has none of";
  if (numbers[1] > 1 || numbers[6] > 2)
    return "is an image that OpenCL has none of";
  numbers[4] = 0; // the call determines whether there is a sampler
  numbers[5] = 0; // the image determines the format at run time
  made.type = llvm::TargetExtType::get(context_, "spirv.Image", {llvm::Type::getVoidTy(context_)}, numbers);
  return {};
}

size_t countLeaves(llvm::Type *type) {
  if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    const auto elements = static_cast<size_t>(std::min<uint64_t>(array->getNumElements(), mostLeaves + 1));
    return elements == 0 ? 0 : std::min(elements * countLeaves(array->getElementType()), mostLeaves + 1);
  }
  auto *structure = llvm::dyn_cast<llvm::StructType>(type);
  if (!structure)
    return 1;
  size_t leaves = 0;
  for (llvm::Type *member : structure->elements())
    if (leaves <= mostLeaves)
      leaves += countLeaves(member);
  return std::min(leaves, mostLeaves + 1);
}

} // namespace weft::compiler::spirv
