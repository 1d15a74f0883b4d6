// Reads barriers and the collective operations of work-groups and sub-groups.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "llvm/Support/MathExtras.h"

#include "builtins/archive/AddressSpaces.h"
#include "frontend/spirv/Additions.h"
#include "frontend/spirv/BuiltinCalls.h"
#include "frontend/spirv/MemorySemantics.h"
#include "frontend/spirv/Reader.h"

namespace weft::compiler::spirv {
namespace {

/// A collective that combines the values of all work-items of the group: the suffix of the builtin's name, and whether
/// the builtin treats integers as signed.
struct Combination {
  llvm::StringLiteral name;
  bool isSigned;
  bool isNonUniform;
  bool isLogical = false;
};

std::optional<Combination> combinationOf(spv::Op opcode) {
  switch (opcode) {
  case spv::Op::OpGroupIAdd:
  case spv::Op::OpGroupFAdd:
    return Combination{"add", true, false};
  case spv::Op::OpGroupFMin:
  case spv::Op::OpGroupSMin:
    return Combination{"min", true, false};
  case spv::Op::OpGroupUMin:
    return Combination{"min", false, false};
  case spv::Op::OpGroupFMax:
  case spv::Op::OpGroupSMax:
    return Combination{"max", true, false};
  case spv::Op::OpGroupUMax:
    return Combination{"max", false, false};
  case spv::Op::OpGroupIMulKHR:
  case spv::Op::OpGroupFMulKHR:
    return Combination{"mul", true, false};
  case spv::Op::OpGroupBitwiseAndKHR:
    return Combination{"and", true, false};
  case spv::Op::OpGroupBitwiseOrKHR:
    return Combination{"or", true, false};
  case spv::Op::OpGroupBitwiseXorKHR:
    return Combination{"xor", true, false};
  case spv::Op::OpGroupLogicalAndKHR:
    return Combination{"logical_and", true, false, true};
  case spv::Op::OpGroupLogicalOrKHR:
    return Combination{"logical_or", true, false, true};
  case spv::Op::OpGroupLogicalXorKHR:
    return Combination{"logical_xor", true, false, true};
  case spv::Op::OpGroupNonUniformIAdd:
  case spv::Op::OpGroupNonUniformFAdd:
    return Combination{"add", true, true};
  case spv::Op::OpGroupNonUniformIMul:
  case spv::Op::OpGroupNonUniformFMul:
    return Combination{"mul", true, true};
  case spv::Op::OpGroupNonUniformSMin:
  case spv::Op::OpGroupNonUniformFMin:
    return Combination{"min", true, true};
  case spv::Op::OpGroupNonUniformUMin:
    return Combination{"min", false, true};
  case spv::Op::OpGroupNonUniformSMax:
  case spv::Op::OpGroupNonUniformFMax:
    return Combination{"max", true, true};
  case spv::Op::OpGroupNonUniformUMax:
    return Combination{"max", false, true};
  case spv::Op::OpGroupNonUniformBitwiseAnd:
    return Combination{"and", true, true};
  case spv::Op::OpGroupNonUniformBitwiseOr:
    return Combination{"or", true, true};
  case spv::Op::OpGroupNonUniformBitwiseXor:
    return Combination{"xor", true, true};
  case spv::Op::OpGroupNonUniformLogicalAnd:
    return Combination{"logical_and", true, true, true};
  case spv::Op::OpGroupNonUniformLogicalOr:
    return Combination{"logical_or", true, true, true};
  case spv::Op::OpGroupNonUniformLogicalXor:
    return Combination{"logical_xor", true, true, true};
  default:
    return std::nullopt;
  }
}

/// Returns the name of a sub-group function that takes a value and, in most cases, the index of a lane.
llvm::StringRef exchangeOf(spv::Op opcode) {
  switch (opcode) {
  case spv::Op::OpGroupNonUniformBroadcast:
    return "sub_group_non_uniform_broadcast";
  case spv::Op::OpGroupNonUniformBroadcastFirst:
    return "sub_group_broadcast_first";
  case spv::Op::OpGroupNonUniformShuffle:
    return "sub_group_shuffle";
  case spv::Op::OpGroupNonUniformShuffleXor:
    return "sub_group_shuffle_xor";
  case spv::Op::OpGroupNonUniformShuffleUp:
    return "sub_group_shuffle_up";
  case spv::Op::OpGroupNonUniformShuffleDown:
    return "sub_group_shuffle_down";
  default:
    return {};
  }
}

/// Reads one instruction whose first operand is the scope of the participating work-items.
class GroupOperation {
public:
  GroupOperation(Reader &reader, const Instruction &instruction)
      : reader_(reader), instruction_(instruction), builder_(reader.builder), type_(reader.resultType(instruction)) {}

  llvm::Value *combine(const Combination &combination) {
    static constexpr llvm::StringLiteral ways[] = {"reduce_", "scan_inclusive_", "scan_exclusive_",
                                                   "clustered_reduce_"};
    const uint32_t way = instruction_.word(1);
    if (way > 3 || (way == 3 && !combination.isNonUniform))
      return refuse("combines in a way that this device does not have");
    std::string name = prefix();
    if (combination.isNonUniform && way != 3)
      name += "non_uniform_";
    name += (ways[way] + combination.name).str();
    std::vector<Parameter> parameters = {value(2, combination.isSigned)};
    if (way == 3)
      parameters.push_back(laneNumber(3));
    return call(name, parameters);
  }

  llvm::Value *vote(llvm::StringRef name) { return call(prefix() + name.str(), {value(1, true)}); }

  llvm::Value *broadcast() {
    const bool isWorkGroup = prefix() == "work_group_";
    std::vector<Parameter> parameters = {value(1, true)};
    llvm::Value *id = reader_.operand(instruction_, 2);
    if (!id->getType()->isIntOrIntVectorTy() || (!isWorkGroup && id->getType()->isVectorTy()))
      return refuse("has an operand that doesn't fit");
    if (!isWorkGroup) {
      parameters.push_back(laneNumber(2));
    } else if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(id->getType())) {
      for (unsigned dimension = 0; dimension < vector->getNumElements(); ++dimension)
        parameters.push_back(size(builder_.CreateExtractElement(id, dimension)));
    } else {
      parameters.push_back(size(id));
    }
    return call(prefix() + "broadcast", parameters);
  }

  llvm::Value *exchange(llvm::StringRef name) {
    std::vector<Parameter> parameters = {value(1, true)};
    if (instruction_.size() > 2)
      parameters.push_back(laneNumber(2));
    return subGroupCall(name, parameters);
  }

  /// Reads a rotation by a signed distance. If the instruction gives a cluster size, the rotation stays within
  /// clusters.
  llvm::Value *rotate() {
    Parameter delta = laneNumber(2);
    delta.type = mangledType(delta.value->getType(), true);
    std::vector<Parameter> parameters = {value(1, true), delta};
    const bool isClustered = instruction_.size() > 3;
    if (isClustered)
      parameters.push_back(laneNumber(3));
    return subGroupCall(isClustered ? "sub_group_clustered_rotate" : "sub_group_rotate", parameters);
  }

  llvm::Value *elect() { return subGroupCall("sub_group_elect", {}); }
  /// Reads a ballot, or a query of a ballot's mask. `first` is the index of the ballot operand.
  llvm::Value *ballot(llvm::StringRef name, size_t first, bool hasIndex) {
    std::vector<Parameter> parameters = {value(first, instruction_.opcode == spv::Op::OpGroupNonUniformBallot)};
    if (hasIndex)
      parameters.push_back(laneNumber(first + 1));
    return subGroupCall(name, parameters);
  }

  llvm::Value *barrier() {
    const bool isSubGroup = prefix() == "sub_group_";
    if (reader_.failed())
      return nullptr;
    return call(isSubGroup ? "sub_group_barrier" : "work_group_barrier",
                {unsignedParameter(builder_.getInt32(fenceFlagsOf(reader_, instruction_.word(2)))),
                 {builder_.getInt32(memoryScopeOf(reader_, instruction_.word(1))), "12memory_scope"}},
                builder_.getVoidTy());
  }

  /// Allocates a named barrier as a variable in local memory (builtins/cl/early/NamedBarriers.cl). If the instruction
  /// runs again, it initialises the same variable again.
  llvm::Value *initializeNamedBarrier() {
    llvm::Value *size = reader_.operand(instruction_, 0);
    if (!size->getType()->isIntegerTy(32) || !isNamedBarrier(reader_.types().find(instruction_.type)))
      return refuse("makes something else than a named barrier of a number of sub-groups");
    llvm::Type *number = builder_.getInt32Ty();
    llvm::StructType *type = llvm::StructType::get(number, number, number);
    auto *barrier = new llvm::GlobalVariable(reader_.program, type, false, llvm::GlobalValue::InternalLinkage,
                                             llvm::UndefValue::get(type), "named.barrier", nullptr,
                                             llvm::GlobalValue::NotThreadLocal, spirLocal);
    barrier->setAlignment(llvm::Align(4));
    return callNamedBarrier("initialize", {barrier, size}) ? barrier : nullptr;
  }

  llvm::Value *namedBarrier() {
    if (!isNamedBarrier(reader_.typeInfoOf(instruction_, instruction_.word(0))))
      return refuse("waits for something else than a named barrier");
    llvm::Value *barrier = reader_.operand(instruction_, 0);
    return callNamedBarrier("wait", {barrier});
  }

  llvm::Value *fence() {
    const auto order = static_cast<uint32_t>(memoryOrderOf(reader_, instruction_.word(1)));
    return call("atomic_work_item_fence",
                {unsignedParameter(builder_.getInt32(fenceFlagsOf(reader_, instruction_.word(1)))),
                 {builder_.getInt32(order), "12memory_order"},
                 {builder_.getInt32(memoryScopeOf(reader_, instruction_.word(0))), "12memory_scope"}},
                builder_.getVoidTy());
  }

  llvm::Value *asyncCopy() {
    const Type *pointer = reader_.typeInfoOf(instruction_, instruction_.word(1));
    llvm::Type *element = pointer ? reader_.types().typeOf(pointer->element) : nullptr;
    if (!element || (!element->isIntOrIntVectorTy() && !element->isFPOrFPVectorTy()))
      return refuse("has operands that this device does not have it for");
    const bool isDense = reader_.number(instruction_.word(4)) == 1;
    return asyncCopy(element, reader_.operand(instruction_, 3), isDense ? nullptr : reader_.operand(instruction_, 4),
                     reader_.operand(instruction_, 5));
  }

  /// Reads an async copy between untyped pointers. The element size and the stride are in bytes.
  llvm::Value *asyncCopyOfBytes() {
    const std::optional<uint64_t> bytes = reader_.number(instruction_.word(3));
    llvm::Value *stride = reader_.operand(instruction_, 5);
    if (!bytes || !llvm::isPowerOf2_64(*bytes) || *bytes > 128 || !stride->getType()->isIntegerTy())
      return refuse("has elements that this device does not have it for");
    llvm::Type *element = builder_.getIntNTy(8 * static_cast<unsigned>(std::min<uint64_t>(*bytes, 8)));
    if (*bytes > 8)
      element = llvm::FixedVectorType::get(element, static_cast<unsigned>(*bytes / 8));
    const bool isDense = reader_.number(instruction_.word(5)) == bytes;
    stride = builder_.CreateLShr(stride, llvm::Log2_64(*bytes));
    return asyncCopy(element, reader_.operand(instruction_, 4), isDense ? nullptr : stride,
                     reader_.operand(instruction_, 6));
  }

  llvm::Value *waitForEvents() {
    llvm::Value *count = reader_.operand(instruction_, 1);
    llvm::Value *events = reader_.operand(instruction_, 2);
    if (!count->getType()->isIntegerTy() || !events->getType()->isPointerTy())
      return refuse("has operands that don't fit");
    count = builder_.CreateZExtOrTrunc(count, builder_.getInt32Ty());
    return call("wait_group_events",
                {signedParameter(count), {events, mangledPointer(events->getType(), "9ocl_event")}},
                builder_.getVoidTy());
  }

private:
  /// Calls the copy function. `stride` is null if the elements are contiguous in both memories.
  llvm::Value *asyncCopy(llvm::Type *element, llvm::Value *count, llvm::Value *stride, llvm::Value *event) {
    llvm::Value *target = reader_.operand(instruction_, 1);
    llvm::Value *source = reader_.operand(instruction_, 2);
    if (!target->getType()->isPointerTy() || !source->getType()->isPointerTy() || event->getType() != type_)
      return refuse("has operands that this device does not have it for");
    const std::string mangled = mangledType(element, true);
    std::vector<Parameter> parameters = {{target, mangledPointer(target->getType(), mangled)},
                                         {source, mangledPointer(source->getType(), mangled, "K")},
                                         size(count)};
    if (stride)
      parameters.push_back(size(stride));
    parameters.push_back(signedParameter(event));
    if (reader_.failed())
      return nullptr;
    return call(stride ? "async_work_group_strided_copy" : "async_work_group_copy", parameters);
  }

  llvm::Value *refuse(const llvm::Twine &why) {
    reader_.flaw(instruction_, why);
    return nullptr;
  }

  static bool isNamedBarrier(const Type *type) { return type && type->kind == spv::Op::OpTypeNamedBarrier; }

  llvm::Value *callNamedBarrier(llvm::StringRef function, llvm::ArrayRef<llvm::Value *> arguments) {
    std::vector<llvm::Type *> types;
    for (const llvm::Value *argument : arguments)
      types.push_back(argument->getType());
    if (reader_.failed())
      return nullptr;
    return called(reader_, instruction_,
                  callUnmangled(builder_, ("__weft_named_barrier_" + function).str(),
                                llvm::FunctionType::get(builder_.getVoidTy(), types, false), arguments));
  }

  std::string prefix() {
    const std::optional<uint64_t> scope = reader_.number(instruction_.word(0));
    if (scope == static_cast<uint64_t>(spv::Scope::Workgroup))
      return "work_group_";
    if (scope != static_cast<uint64_t>(spv::Scope::Subgroup))
      refuse("has a scope that is neither the work-group nor the sub-group");
    return "sub_group_";
  }

  /// Returns an operand as a parameter. Booleans become integers, as in OpenCL C.
  Parameter value(size_t index, bool isSigned) {
    llvm::Value *given = reader_.operand(instruction_, index);
    if (given->getType()->isIntegerTy(1))
      given = builder_.CreateZExt(given, builder_.getInt32Ty());
    return {given, mangledType(given->getType(), isSigned)};
  }

  Parameter laneNumber(size_t index) {
    llvm::Value *number = reader_.operand(instruction_, index);
    if (!number->getType()->isIntegerTy()) {
      refuse("has an operand that is no number");
      number = builder_.getInt32(0);
    }
    return unsignedParameter(builder_.CreateZExtOrTrunc(number, builder_.getInt32Ty()));
  }

  Parameter size(llvm::Value *number) {
    if (!number->getType()->isIntegerTy()) {
      refuse("has an operand that is no number");
      number = builder_.getInt64(0);
    }
    return unsignedParameter(builder_.CreateZExtOrTrunc(number, builder_.getInt64Ty()));
  }

  llvm::Value *subGroupCall(llvm::StringRef name, llvm::ArrayRef<Parameter> parameters) {
    if (prefix() != "sub_group_")
      return refuse("has a scope that is not the sub-group");
    return call(name, parameters);
  }

  llvm::Value *call(llvm::StringRef name, llvm::ArrayRef<Parameter> parameters, llvm::Type *type = nullptr) {
    if (reader_.failed())
      return nullptr;
    const bool isBoolean = !type && type_->isIntegerTy(1);
    llvm::Type *result = type ? type : type_;
    if (isBoolean)
      result = builder_.getInt32Ty();
    llvm::Value *made = called(reader_, instruction_, callBuiltin(builder_, name, result, parameters, Effects::any));
    return made && isBoolean ? builder_.CreateIsNotNull(made) : made;
  }

  Reader &reader_;
  const Instruction &instruction_;
  llvm::IRBuilder<> &builder_;
  llvm::Type *type_;
};

ReadResult readBallot(Reader &reader, const Instruction &instruction) {
  GroupOperation operation(reader, instruction);
  switch (instruction.opcode) {
  case spv::Op::OpGroupNonUniformElect:
    return operation.elect();
  case spv::Op::OpGroupNonUniformBallot:
    return operation.ballot("sub_group_ballot", 1, false);
  case spv::Op::OpGroupNonUniformInverseBallot:
    return operation.ballot("sub_group_inverse_ballot", 1, false);
  case spv::Op::OpGroupNonUniformBallotBitExtract:
    return operation.ballot("sub_group_ballot_bit_extract", 1, true);
  case spv::Op::OpGroupNonUniformBallotBitCount: {
    static constexpr llvm::StringLiteral names[] = {"sub_group_ballot_bit_count", "sub_group_ballot_inclusive_scan",
                                                    "sub_group_ballot_exclusive_scan"};
    return operation.ballot(names[instruction.word(1) % 3], 2, false);
  }
  case spv::Op::OpGroupNonUniformBallotFindLSB:
    return operation.ballot("sub_group_ballot_find_lsb", 1, false);
  case spv::Op::OpGroupNonUniformBallotFindMSB:
    return operation.ballot("sub_group_ballot_find_msb", 1, false);
  default:
    return std::nullopt;
  }
}

} // namespace

ReadResult readGroup(Reader &reader, const Instruction &instruction) {
  if (const auto combination = combinationOf(instruction.opcode))
    return GroupOperation(reader, instruction).combine(*combination);
  if (const llvm::StringRef name = exchangeOf(instruction.opcode); !name.empty())
    return GroupOperation(reader, instruction).exchange(name);
  if (const ReadResult answer = readBallot(reader, instruction))
    return answer;
  GroupOperation operation(reader, instruction);
  switch (instruction.opcode) {
  case spv::Op::OpGroupAll:
    return operation.vote("all");
  case spv::Op::OpGroupAny:
    return operation.vote("any");
  case spv::Op::OpGroupNonUniformAll:
    return operation.vote("non_uniform_all");
  case spv::Op::OpGroupNonUniformAny:
    return operation.vote("non_uniform_any");
  case spv::Op::OpGroupNonUniformAllEqual:
    return operation.vote("non_uniform_all_equal");
  case spv::Op::OpGroupBroadcast:
    return operation.broadcast();
  case spv::Op::OpGroupNonUniformRotateKHR:
    return operation.rotate();
  case spv::Op::OpControlBarrier:
    return operation.barrier();
  case spv::Op::OpMemoryBarrier:
    return operation.fence();
  // The arrive instruction generates no code. The wait instruction, which must follow it, becomes the whole barrier: it
  // returns only after all work-items have arrived.
  case spv::Op::OpControlBarrierArriveINTEL:
    return nullptr;
  case spv::Op::OpControlBarrierWaitINTEL:
    return operation.barrier();
  case spv::Op::OpNamedBarrierInitialize:
    return operation.initializeNamedBarrier();
  case spv::Op::OpMemoryNamedBarrier:
    return operation.namedBarrier();
  case OpUntypedGroupAsyncCopyKHR:
    return operation.asyncCopyOfBytes();
  case spv::Op::OpGroupAsyncCopy:
    return operation.asyncCopy();
  case spv::Op::OpGroupWaitEvents:
    return operation.waitForEvents();
  default:
    return std::nullopt;
  }
}

} // namespace weft::compiler::spirv
