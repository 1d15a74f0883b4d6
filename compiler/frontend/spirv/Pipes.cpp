// Reads pipe instructions. Each becomes a call of the function that Clang would call.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>
#include <vector>

#include "builtins/archive/AddressSpaces.h"
#include "frontend/spirv/BuiltinCalls.h"
#include "frontend/spirv/Reader.h"
#include "kernel/DeviceObjects.h"
#include "kernel/OpaqueTypes.h"

namespace weft::compiler::spirv {
namespace {
namespace pipe { // a namespace, because other files use the operand names, too

/// The kind of an operand. A PipeInstruction lists the kinds in the order of its operands, which is also the order of
/// the function's parameters.
enum class Operand { end, scope, readPipe, writePipe, anyPipe, reservation, number, pointer };

struct PipeInstruction {
  spv::Op opcode;
  /// The function's name without the prefix "__", "__work_group_" or "__sub_group_".
  llvm::StringLiteral function;
  Operand operands[7];
};

using enum Operand;
constexpr PipeInstruction instructions[] = {
    {spv::Op::OpReadPipe, "read_pipe_2", {readPipe, pointer, number, number}},
    {spv::Op::OpWritePipe, "write_pipe_2", {writePipe, pointer, number, number}},
    {spv::Op::OpReservedReadPipe, "read_pipe_4", {readPipe, reservation, number, pointer, number, number}},
    {spv::Op::OpReservedWritePipe, "write_pipe_4", {writePipe, reservation, number, pointer, number, number}},
    {spv::Op::OpReserveReadPipePackets, "reserve_read_pipe", {readPipe, number, number, number}},
    {spv::Op::OpReserveWritePipePackets, "reserve_write_pipe", {writePipe, number, number, number}},
    {spv::Op::OpCommitReadPipe, "commit_read_pipe", {readPipe, reservation, number, number}},
    {spv::Op::OpCommitWritePipe, "commit_write_pipe", {writePipe, reservation, number, number}},
    {spv::Op::OpGroupReserveReadPipePackets, "reserve_read_pipe", {scope, readPipe, number, number, number}},
    {spv::Op::OpGroupReserveWritePipePackets, "reserve_write_pipe", {scope, writePipe, number, number, number}},
    {spv::Op::OpGroupCommitReadPipe, "commit_read_pipe", {scope, readPipe, reservation, number, number}},
    {spv::Op::OpGroupCommitWritePipe, "commit_write_pipe", {scope, writePipe, reservation, number, number}},
    {spv::Op::OpGetNumPipePackets, "get_pipe_num_packets", {anyPipe, number, number}},
    {spv::Op::OpGetMaxPipePackets, "get_pipe_max_packets", {anyPipe, number, number}},
};

const PipeInstruction *find(spv::Op opcode) {
  for (const PipeInstruction &one : instructions)
    if (one.opcode == opcode)
      return &one;
  return nullptr;
}

/// Returns 0 for a pipe that is read, 1 for a pipe that is written, and nothing for other values.
std::optional<unsigned> directionOf(const llvm::Value &value) {
  if (!isPipeType(value.getType()))
    return std::nullopt;
  return llvm::cast<llvm::TargetExtType>(value.getType())->getIntParameter(0);
}

bool fits(const llvm::Value &value, Operand operand) {
  switch (operand) {
  case readPipe:
    return directionOf(value) == 0U;
  case writePipe:
    return directionOf(value) == 1U;
  case anyPipe:
    return directionOf(value).has_value();
  case reservation:
    return isReservationType(value.getType());
  case scope:
  case number:
    return value.getType()->isIntegerTy(32);
  case pointer:
    return value.getType()->isPointerTy();
  case end:
    break;
  }
  return false;
}

/// Returns the name prefix of the pipe functions for a scope; "" if the scope has none.
llvm::StringRef prefixOf(const llvm::Value &scope) {
  const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(&scope);
  if (constant && constant->getZExtValue() == static_cast<uint64_t>(spv::Scope::Workgroup))
    return "__work_group_";
  if (constant && constant->getZExtValue() == static_cast<uint64_t>(spv::Scope::Subgroup))
    return "__sub_group_";
  return "";
}

llvm::Value *readPipeInstruction(Reader &reader, const Instruction &instruction, const PipeInstruction &form) {
  llvm::IRBuilder<> &builder = reader.builder;
  llvm::StringRef prefix = "__";
  std::string suffix;
  std::vector<llvm::Value *> arguments;
  std::vector<llvm::Type *> types;
  for (unsigned index = 0; form.operands[index] != end; ++index) {
    llvm::Value *value = reader.operand(instruction, index);
    const Operand operand = form.operands[index];
    if (!fits(*value, operand))
      return flaw(reader, instruction, "has an operand of another type than pipes take");
    if (operand == scope) {
      prefix = prefixOf(*value);
      if (prefix.empty())
        return flaw(reader, instruction, "is of another scope than a work-group or a sub-group");
      continue;
    }
    if (operand == anyPipe)
      suffix = *directionOf(*value) == 0 ? "_ro" : "_wo";
    if (operand == pointer)
      value = builder.CreateAddrSpaceCast(value, builder.getPtrTy(spirGeneric));
    arguments.push_back(value);
    types.push_back(value->getType());
  }
  llvm::Type *result = instruction.result == 0 ? builder.getVoidTy() : reader.resultType(instruction);
  if (instruction.result != 0 &&
      (form.function.starts_with("reserve") ? !isReservationType(result) : !result->isIntegerTy(32)))
    return flaw(reader, instruction, "has another type than a pipe's function returns");
  return called(reader, instruction,
                callUnmangled(builder, (prefix + form.function + suffix).str(),
                              llvm::FunctionType::get(result, types, false), arguments));
}

} // namespace pipe
} // namespace

ReadResult readPipe(Reader &reader, const Instruction &instruction) {
  if (instruction.opcode == spv::Op::OpIsValidReserveId) {
    llvm::Value *id = reader.operand(instruction, 0);
    if (!isReservationType(id->getType()))
      return flaw(reader, instruction, "asks about something else than a reservation");
    return called(reader, instruction,
                  callBuiltin(reader.builder, "is_valid_reserve_id", reader.builder.getInt1Ty(),
                              {{id, "13ocl_reserveid"}}, Effects::none));
  }
  const pipe::PipeInstruction *form = pipe::find(instruction.opcode);
  return form ? ReadResult(pipe::readPipeInstruction(reader, instruction, *form)) : std::nullopt;
}

} // namespace weft::compiler::spirv
