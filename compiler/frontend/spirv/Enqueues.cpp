// Reads the instructions by which kernels enqueue kernels. Each becomes a call of the function that Clang would call.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <vector>

#include "builtins/archive/AddressSpaces.h"
#include "frontend/Blocks.h"
#include "frontend/spirv/BuiltinCalls.h"
#include "frontend/spirv/Reader.h"
#include "kernel/EnqueueFunctions.h"
#include "kernel/OpaqueTypes.h"

namespace weft::compiler::spirv {
namespace {

constexpr unsigned mostDimensions = 3;

/// Allocates a variable at the function's beginning, so that a loop uses stack for it only once.
llvm::AllocaInst *makeVariable(Reader &reader, llvm::Type *type) {
  llvm::BasicBlock &entry = reader.builder.GetInsertBlock()->getParent()->getEntryBlock();
  return llvm::IRBuilder<>(&entry, entry.begin()).CreateAlloca(type);
}

/// Returns the type of ndrange_t: the number of dimensions, offsets, global sizes and group sizes.
llvm::StructType *rangeType(Reader &reader) {
  llvm::Type *sizes = llvm::ArrayType::get(reader.builder.getInt64Ty(), mostDimensions);
  return llvm::StructType::get(reader.builder.getInt32Ty(), sizes, sizes, sizes);
}

/// Returns how many sizes a type holds: 1 for an integer, the length of an array of integers, and 0 for other types.
unsigned countSizes(const llvm::Type *type) {
  if (type->isIntegerTy(32) || type->isIntegerTy(64))
    return 1;
  const auto *array = llvm::dyn_cast<llvm::ArrayType>(type);
  return array && array->getNumElements() <= mostDimensions && !array->getElementType()->isArrayTy() &&
                 countSizes(array->getElementType()) == 1
             ? static_cast<unsigned>(array->getNumElements())
             : 0;
}

/// Whether the type is a structure that has the form of SPIR-V's ranges: its members are integers or arrays of
/// integers.
bool isRange(const llvm::Type *type) {
  const auto *range = llvm::dyn_cast<llvm::StructType>(type);
  return range && range->getNumElements() == 4 && range->getElementType(0)->isIntegerTy(32) &&
         llvm::all_of(range->elements().drop_front(), [](const llvm::Type *member) { return countSizes(member) != 0; });
}

/// Returns the element of `sizes` for one dimension, or `otherwise` if `sizes` has fewer dimensions.
llvm::Value *sizeAt(Reader &reader, llvm::Value *sizes, unsigned dimension, uint64_t otherwise) {
  llvm::IRBuilder<> &builder = reader.builder;
  if (dimension >= countSizes(sizes->getType()))
    return builder.getInt64(otherwise);
  llvm::Value *size = sizes->getType()->isArrayTy() ? builder.CreateExtractValue(sizes, dimension) : sizes;
  return builder.CreateZExt(size, builder.getInt64Ty());
}

/// The indices of the range's members that hold sizes: offsets, global sizes and group sizes. `unused` has, for each
/// member, the value of its elements for dimensions that the range doesn't have.
constexpr unsigned firstMember = 1, lastMember = 3;
constexpr uint64_t unused[] = {0, 0, 1, 0};

/// Stores a range operand in memory as an ndrange_t, and returns its address.
llvm::Value *rangeOperand(Reader &reader, const Instruction &instruction, unsigned index) {
  llvm::IRBuilder<> &builder = reader.builder;
  llvm::Value *value = reader.operand(instruction, index);
  if (value->getType()->isPointerTy()) {
    const Type *pointer = reader.typeInfoOf(instruction, instruction.word(index));
    llvm::Type *type = pointer && !pointer->isUntyped ? reader.types().typeOf(pointer->element) : nullptr;
    if (!type || !isRange(type))
      return flaw(reader, instruction, "has an operand that does not point to a range");
    value = builder.CreateLoad(type, value);
  }
  if (!isRange(value->getType()))
    return flaw(reader, instruction, "has an operand that is no range");
  llvm::StructType *type = rangeType(reader);
  llvm::Value *range = llvm::PoisonValue::get(type);
  range = builder.CreateInsertValue(range, builder.CreateExtractValue(value, 0), 0);
  for (unsigned member = firstMember; member <= lastMember; ++member)
    for (unsigned d = 0; d < mostDimensions; ++d)
      range = builder.CreateInsertValue(
          range, sizeAt(reader, builder.CreateExtractValue(value, member), d, unused[member]), {member, d});
  llvm::AllocaInst *variable = makeVariable(reader, type);
  builder.CreateStore(range, variable);
  return variable;
}

llvm::Value *buildRange(Reader &reader, const Instruction &instruction) {
  llvm::IRBuilder<> &builder = reader.builder;
  llvm::Type *type = reader.resultType(instruction);
  llvm::Value *const global = reader.operand(instruction, 0), *const local = reader.operand(instruction, 1),
                     *const offset = reader.operand(instruction, 2);
  const unsigned dimensions = countSizes(global->getType());
  if (!isRange(type) || dimensions == 0 || local->getType() != global->getType() ||
      offset->getType() != global->getType())
    return flaw(reader, instruction, "makes a range of something else than a number of sizes for each dimension");
  llvm::Value *const sizes[] = {nullptr, offset, global, local};
  llvm::Value *range = llvm::PoisonValue::get(type);
  range = builder.CreateInsertValue(range, builder.getInt32(dimensions), 0);
  for (unsigned member = firstMember; member <= lastMember; ++member) {
    llvm::Type *slot = llvm::cast<llvm::StructType>(type)->getElementType(member);
    for (unsigned d = 0; d < countSizes(slot); ++d) {
      llvm::Value *size = sizeAt(reader, sizes[member], d, unused[member]);
      size = builder.CreateTrunc(size, slot->isArrayTy() ? slot->getArrayElementType() : slot);
      range = slot->isArrayTy() ? builder.CreateInsertValue(range, size, {member, d})
                                : builder.CreateInsertValue(range, size, member);
    }
  }
  return range;
}

/// SPIR-V enqueues a function, but Clang's enqueue functions take the address of a kernel. Returns the address of the
/// kernel that calls the function.
llvm::Value *invokedKernel(Reader &reader, const Instruction &instruction, unsigned index) {
  auto *function = llvm::dyn_cast<llvm::Function>(reader.operand(instruction, index));
  if (!function || function->getCallingConv() != llvm::CallingConv::SPIR_FUNC || !canBeBlock(*function))
    return flaw(reader, instruction,
                "invokes something else than a function of a pointer to bytes and of pointers to local memory");
  return llvm::ConstantExpr::getAddrSpaceCast(makeBlockKernel(*function, reader.uniformGroups()),
                                              reader.builder.getPtrTy(spirGeneric));
}

llvm::Value *genericPointer(Reader &reader, const Instruction &instruction, unsigned index) {
  llvm::Value *value = reader.operand(instruction, index);
  if (!value->getType()->isPointerTy())
    return flaw(reader, instruction, "has an operand that is no pointer");
  return reader.builder.CreateAddrSpaceCast(value, reader.builder.getPtrTy(spirGeneric));
}

llvm::Value *numberOperand(Reader &reader, const Instruction &instruction, unsigned index) {
  llvm::Value *value = reader.operand(instruction, index);
  if (!value->getType()->isIntegerTy(32))
    return flaw(reader, instruction, "has an operand that is no number of 32 bits");
  return value;
}

/// Returns the sizes of arguments in local memory as an array. An operand is an integer or, from some producers, a
/// pointer to an integer.
llvm::Value *localSizes(Reader &reader, const Instruction &instruction, size_t first) {
  llvm::IRBuilder<> &builder = reader.builder;
  const size_t count = instruction.size() - first;
  if (count == 0)
    return llvm::ConstantPointerNull::get(builder.getPtrTy());
  auto *type = llvm::ArrayType::get(builder.getInt64Ty(), count);
  llvm::AllocaInst *sizes = makeVariable(reader, type);
  for (size_t index = 0; index < count; ++index) {
    llvm::Value *size = reader.operand(instruction, first + index);
    if (size->getType()->isPointerTy()) {
      const Type *pointer = reader.typeInfoOf(instruction, instruction.word(first + index));
      llvm::Type *pointee = pointer && !pointer->isUntyped ? reader.types().typeOf(pointer->element) : nullptr;
      if (pointee && pointee->isIntegerTy())
        size = builder.CreateLoad(pointee, size);
    }
    if (countSizes(size->getType()) != 1 || size->getType()->isArrayTy())
      return flaw(reader, instruction, "has a size of local memory that is no number");
    builder.CreateStore(builder.CreateZExt(size, builder.getInt64Ty()),
                        builder.CreateConstInBoundsGEP2_64(type, sizes, 0, index));
  }
  return sizes;
}

bool isOf(Reader &reader, const Instruction &instruction, unsigned index, bool (*isIt)(const llvm::Type *)) {
  if (isIt(reader.operand(instruction, index)->getType()))
    return true;
  reader.flaw(instruction, "has an operand that is no queue or event, where it takes one");
  return false;
}

bool returnsInt32(Reader &reader, const Instruction &instruction) {
  if (reader.resultType(instruction)->isIntegerTy(32))
    return true;
  reader.flaw(instruction, "gives something else than a number of 32 bits");
  return false;
}

/// Reads OpEnqueueKernel. Its operands are the queue, flags, range, event count, wait list, event, function, parameter
/// with its bytes and alignment, and local sizes.
llvm::Value *enqueueKernel(Reader &reader, const Instruction &instruction) {
  constexpr size_t firstSize = 10;
  if (!isOf(reader, instruction, 0, isQueueType) || !returnsInt32(reader, instruction))
    return nullptr;
  const auto *invoked = llvm::dyn_cast<llvm::Function>(reader.operand(instruction, 6));
  if (!invoked || instruction.size() < firstSize || invoked->arg_size() - 1 != instruction.size() - firstSize)
    return flaw(reader, instruction, "has another number of sizes than its function has pointers to local memory");
  const std::vector<llvm::Value *> arguments = {
      reader.operand(instruction, 0),
      numberOperand(reader, instruction, 1),
      rangeOperand(reader, instruction, 2),
      numberOperand(reader, instruction, 3),
      genericPointer(reader, instruction, 4),
      genericPointer(reader, instruction, 5),
      invokedKernel(reader, instruction, 6),
      genericPointer(reader, instruction, 7),
      numberOperand(reader, instruction, 8),
      numberOperand(reader, instruction, 9),
      reader.builder.getInt32(static_cast<uint32_t>(instruction.size() - firstSize)),
      localSizes(reader, instruction, firstSize)};
  if (reader.failed())
    return nullptr;
  return called(reader, instruction,
                callUnmangled(reader.builder, enqueueKernelName, enqueueKernelType(reader.program), arguments));
}

llvm::Value *enqueueMarker(Reader &reader, const Instruction &instruction) {
  if (!isOf(reader, instruction, 0, isQueueType) || !returnsInt32(reader, instruction))
    return nullptr;
  llvm::Value *const queue = reader.operand(instruction, 0), *const count = numberOperand(reader, instruction, 1),
                     *const waitList = genericPointer(reader, instruction, 2),
                     *const event = genericPointer(reader, instruction, 3);
  if (reader.failed())
    return nullptr;
  return called(reader, instruction,
                callBuiltin(reader.builder, "enqueue_marker", reader.builder.getInt32Ty(),
                            {{queue, "9ocl_queue"},
                             unsignedParameter(count),
                             {waitList, mangledPointer(waitList->getType(), "12ocl_clkevent", "K")},
                             {event, mangledPointer(event->getType(), "12ocl_clkevent")}},
                            Effects::any));
}

/// Calls a function by which a kernel queries a block. If `hasRange`, the first operand is a range.
llvm::Value *queryBlock(Reader &reader, const Instruction &instruction, llvm::StringRef name, bool hasRange) {
  if (!returnsInt32(reader, instruction))
    return nullptr;
  llvm::IRBuilder<> &builder = reader.builder;
  std::vector<llvm::Value *> arguments;
  if (hasRange)
    arguments.push_back(rangeOperand(reader, instruction, 0));
  arguments.push_back(invokedKernel(reader, instruction, hasRange ? 1 : 0));
  arguments.push_back(genericPointer(reader, instruction, hasRange ? 2 : 1));
  if (reader.failed())
    return nullptr;
  std::vector<llvm::Type *> types;
  for (const llvm::Value *argument : arguments)
    types.push_back(argument->getType());
  return called(reader, instruction,
                callUnmangled(builder, name, llvm::FunctionType::get(builder.getInt32Ty(), types, false), arguments));
}

/// Calls a function whose first parameter is an event.
llvm::Value *callWithEvent(Reader &reader, const Instruction &instruction, llvm::StringRef name, llvm::Type *result,
                           std::vector<Parameter> others = {}) {
  if (!isOf(reader, instruction, 0, isDeviceEventType) || reader.failed())
    return nullptr;
  others.insert(others.begin(), {reader.operand(instruction, 0), "12ocl_clkevent"});
  return called(reader, instruction, callBuiltin(reader.builder, name, result, others, Effects::any));
}

llvm::Value *capture(Reader &reader, const Instruction &instruction) {
  llvm::Value *const name = numberOperand(reader, instruction, 1), *place = reader.operand(instruction, 2);
  if (!name || !place->getType()->isPointerTy() || place->getType()->getPointerAddressSpace() != spirGlobal)
    return flaw(reader, instruction, "writes elsewhere than to global memory");
  return callWithEvent(reader, instruction, "capture_event_profiling_info", reader.builder.getVoidTy(),
                       {signedParameter(name), {place, mangledPointer(place->getType(), "v")}});
}

llvm::Value *setStatus(Reader &reader, const Instruction &instruction) {
  llvm::Value *status = numberOperand(reader, instruction, 1);
  return status ? callWithEvent(reader, instruction, "set_user_event_status", reader.builder.getVoidTy(),
                                {signedParameter(status)})
                : nullptr;
}

llvm::Value *makeObject(Reader &reader, const Instruction &instruction, llvm::StringRef name,
                        bool (*isIt)(const llvm::Type *)) {
  if (!isIt(reader.resultType(instruction)))
    return flaw(reader, instruction, "gives something else than a queue or an event");
  return called(reader, instruction,
                callBuiltin(reader.builder, name, reader.resultType(instruction), {}, Effects::any));
}

} // namespace

ReadResult readEnqueue(Reader &reader, const Instruction &instruction) {
  switch (instruction.opcode) {
  case spv::Op::OpEnqueueKernel:
    return enqueueKernel(reader, instruction);
  case spv::Op::OpEnqueueMarker:
    return enqueueMarker(reader, instruction);
  case spv::Op::OpBuildNDRange:
    return buildRange(reader, instruction);
  case spv::Op::OpGetKernelNDrangeSubGroupCount:
    return queryBlock(reader, instruction, "__get_kernel_sub_group_count_for_ndrange_impl", true);
  case spv::Op::OpGetKernelNDrangeMaxSubGroupSize:
    return queryBlock(reader, instruction, "__get_kernel_max_sub_group_size_for_ndrange_impl", true);
  case spv::Op::OpGetKernelWorkGroupSize:
    return queryBlock(reader, instruction, "__get_kernel_work_group_size_impl", false);
  case spv::Op::OpGetKernelPreferredWorkGroupSizeMultiple:
    return queryBlock(reader, instruction, "__get_kernel_preferred_work_group_size_multiple_impl", false);
  case spv::Op::OpRetainEvent:
    return callWithEvent(reader, instruction, "retain_event", reader.builder.getVoidTy());
  case spv::Op::OpReleaseEvent:
    return callWithEvent(reader, instruction, "release_event", reader.builder.getVoidTy());
  case spv::Op::OpIsValidEvent:
    return callWithEvent(reader, instruction, "is_valid_event", reader.builder.getInt1Ty());
  case spv::Op::OpSetUserEventStatus:
    return setStatus(reader, instruction);
  case spv::Op::OpCaptureEventProfilingInfo:
    return capture(reader, instruction);
  case spv::Op::OpCreateUserEvent:
    return makeObject(reader, instruction, "create_user_event", isDeviceEventType);
  case spv::Op::OpGetDefaultQueue:
    return makeObject(reader, instruction, "get_default_queue", isQueueType);
  default:
    return std::nullopt;
  }
}

} // namespace weft::compiler::spirv
