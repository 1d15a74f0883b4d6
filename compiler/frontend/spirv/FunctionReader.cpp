// Reads the bodies of functions: blocks, branches, phis and calls.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/spirv/FunctionReader.h"

#include <optional>

#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"

#include "frontend/spirv/BuiltinCalls.h"

namespace weft::compiler::spirv {
namespace {

/// Whether the function at `at` has a body.
bool hasBlocks(llvm::ArrayRef<Instruction> all, size_t at) {
  for (++at; at < all.size() && all[at].opcode == spv::Op::OpFunctionParameter;)
    ++at;
  return at < all.size() && all[at].opcode != spv::Op::OpFunctionEnd;
}

} // namespace

size_t FunctionReader::read(size_t at) {
  const std::vector<Instruction> &all = reader_.source_.instructions;
  function_ = llvm::cast<llvm::Function>(reader_.values_.lookup(all[at].result));
  reader_.function_ = nullptr; // the first label sets it, as a declaration has no label
  reader_.functionBuiltins_.clear();
  reader_.sampledImages_.clear();
  const bool hasBody = hasBlocks(all, at);
  const size_t begin = at + 1;
  if (reader_.lines_ && hasBody)
    reader_.lines_->enterFunction(*function_, at);
  for (++at; at < all.size() && all[at].opcode != spv::Op::OpFunctionEnd && !reader_.failed(); ++at)
    readInstruction(all[at]);
  checkEnds(all[at < all.size() ? at : all.size() - 1]);
  if (!reader_.failed()) {
    completePhis();
    writeLoopMetadata();
  }
  builder_.ClearInsertionPoint();
  // Other functions may not use this function's values, so the reader forgets their ids.
  for (const Instruction &instruction : llvm::ArrayRef(all).slice(begin, at - begin))
    reader_.forget(instruction.result);
  if (reader_.lines_)
    reader_.lines_->leaveFunction(builder_);
  reader_.function_ = nullptr;
  return at;
}

void FunctionReader::readInstruction(const Instruction &instruction) {
  reader_.checkTime(instruction);
  if (reader_.lines_)
    reader_.lines_->read(instruction, builder_);
  if (readStructure(instruction))
    return;
  if (!builder_.GetInsertBlock())
    reader_.flaw(instruction, "stands in no block");
  else
    reader_.readInstruction(instruction);
}

bool FunctionReader::readStructure(const Instruction &instruction) {
  switch (instruction.opcode) {
  case spv::Op::OpFunctionParameter:
    readParameter(instruction);
    return true;
  case spv::Op::OpLabel:
    readLabel(instruction);
    return true;
  case spv::Op::OpPhi:
    readPhi(instruction);
    return true;
  case spv::Op::OpBranch:
  case spv::Op::OpBranchConditional:
    readBranch(instruction);
    return true;
  case spv::Op::OpSwitch:
    readSwitch(instruction);
    return true;
  case spv::Op::OpReturn:
  case spv::Op::OpReturnValue:
  case spv::Op::OpUnreachable:
    readReturn(instruction);
    return true;
  case spv::Op::OpFunctionCall:
    readCall(instruction);
    return true;
  case spv::Op::OpFunctionPointerCallINTEL:
    readPointerCall(instruction);
    return true;
  case spv::Op::OpLoopMerge:
  case spv::Op::OpLoopControlINTEL:
    if (builder_.GetInsertBlock())
      loops_.emplace_back(current_, instruction);
    return true;
  case spv::Op::OpSelectionMerge:
  case spv::Op::OpLine:
  case spv::Op::OpNoLine:
  case spv::Op::OpNop:
  case spv::Op::OpLifetimeStart:
  case spv::Op::OpLifetimeStop:
    return true;
  default:
    return false;
  }
}

void FunctionReader::readParameter(const Instruction &instruction) {
  if (parameters_ >= function_->arg_size())
    return reader_.flaw(instruction, "is one parameter too many");
  llvm::Argument *argument = function_->getArg(parameters_++);
  const auto name = reader_.names_.find(instruction.result);
  if (name != reader_.names_.end())
    argument->setName(name->second);
  const Decorations &decorations = reader_.decorationsOf(instruction.result);
  if (decorations.hasParameter(spv::FunctionParameterAttribute::Zext) && argument->getType()->isIntegerTy())
    argument->addAttr(llvm::Attribute::ZExt);
  if (decorations.hasParameter(spv::FunctionParameterAttribute::Sext) && argument->getType()->isIntegerTy())
    argument->addAttr(llvm::Attribute::SExt);
  if (argument->getType()->isPointerTy()) {
    // The host chooses a kernel's pointers, which may overlap. So a pointer gets noalias only if the source promises
    // that it overlaps no other (restrict).
    if (decorations.hasParameter(spv::FunctionParameterAttribute::NoAlias) || decorations.isRestrict)
      argument->addAttr(llvm::Attribute::NoAlias);
    if (const uint32_t alignment = reader_.alignmentOf(decorations);
        alignment != 0 && !decorations.hasParameter(spv::FunctionParameterAttribute::ByVal))
      argument->addAttr(llvm::Attribute::getWithAlignment(function_->getContext(), llvm::Align(alignment)));
  }
  reader_.setValue(instruction, argument);
  if (const unsigned width = reader_.rareWidthOf(instruction.type); width != 0)
    rareWidthParameters_.emplace_back(instruction.result, width);
}

llvm::BasicBlock *FunctionReader::block(const Instruction &user, Id label) {
  llvm::BasicBlock *&block = blocks_[label];
  if (!block)
    block = llvm::BasicBlock::Create(function_->getContext(), "", function_);
  if (block == &function_->getEntryBlock() && user.opcode != spv::Op::OpLabel)
    reader_.flaw(user, "goes to the first block of its function");
  return block;
}

void FunctionReader::readLabel(const Instruction &instruction) {
  if (llvm::BasicBlock *before = builder_.GetInsertBlock(); before && !before->getTerminator())
    return reader_.flaw(instruction, "follows a block without an end");
  reader_.function_ = function_;
  llvm::BasicBlock *made = block(instruction, instruction.result);
  if (!made->empty())
    return reader_.flaw(instruction, "is there twice");
  // The LLVM blocks get the order of the module.
  if (made != &function_->back())
    made->moveAfter(&function_->back());
  builder_.SetInsertPoint(made);
  current_ = made;
  // An integer parameter of a rare width (one that OpenCL C lacks) is passed in a wider integer, in which the host may
  // have set bits above the rare width. The first block clears these bits.
  for (const auto &[id, width] : std::exchange(rareWidthParameters_, {}))
    reader_.values_[id] = reader_.zeroedAboveWidth(reader_.values_.lookup(id), width);
  if (reader_.lines_)
    reader_.lines_->enterBlock(builder_);
}

void FunctionReader::readPhi(const Instruction &instruction) {
  llvm::Type *type = reader_.resultType(instruction);
  llvm::BasicBlock *at = builder_.GetInsertBlock();
  if (!at || !type || !type->isFirstClassType() || instruction.size() % 2 != 0)
    return reader_.flaw(instruction, "can't be made a value");
  // getFirstNonPHIIt takes time in proportion to the block's phis. So it isn't called if the block ends with a phi,
  // because the new phi then goes to the end.
  const bool isFirst = at->empty() || llvm::isa<llvm::PHINode>(at->back());
  llvm::PHINode *phi = llvm::PHINode::Create(type, 0, "", isFirst ? at->end() : at->getFirstNonPHIIt());
  phis_.emplace_back(phi, instruction);
  reader_.setValue(instruction, phi);
}

void FunctionReader::readBranch(const Instruction &instruction) {
  if (!builder_.GetInsertBlock())
    return reader_.flaw(instruction, "stands in no block");
  labelled_[builder_.GetInsertBlock()] = current_;
  if (instruction.opcode == spv::Op::OpBranch) {
    builder_.CreateBr(block(instruction, instruction.word(0)));
  } else {
    llvm::Value *condition = reader_.operand(instruction, 0);
    llvm::BasicBlock *yes = block(instruction, instruction.word(1));
    llvm::BasicBlock *no = block(instruction, instruction.word(2));
    if (!condition->getType()->isIntegerTy(1))
      return reader_.flaw(instruction, "has a condition that is no boolean");
    builder_.CreateCondBr(condition, yes, no);
  }
  builder_.ClearInsertionPoint();
}

void FunctionReader::readSwitch(const Instruction &instruction) {
  if (!builder_.GetInsertBlock())
    return reader_.flaw(instruction, "stands in no block");
  labelled_[builder_.GetInsertBlock()] = current_;
  llvm::Value *selector = reader_.operand(instruction, 0);
  auto *type = llvm::dyn_cast<llvm::IntegerType>(selector->getType());
  const Type *declared = reader_.typeInfoOf(instruction, instruction.word(0));
  const unsigned rareWidth = declared ? declared->rareWidth : 0;
  const llvm::ArrayRef<uint32_t> pairs = instruction.words(2);
  const size_t width = type && type->getBitWidth() > 32 ? 2 : 1;
  if (!type || pairs.size() % (width + 1) != 0)
    return reader_.flaw(instruction, "has a selector or cases that don't fit");
  llvm::SwitchInst *made = builder_.CreateSwitch(selector, block(instruction, instruction.word(1)),
                                                 static_cast<unsigned>(pairs.size() / (width + 1)));
  llvm::DenseSet<const llvm::ConstantInt *> cases;
  for (size_t at = 0; at < pairs.size(); at += width + 1) {
    // The decoder hasn't checked the ids of blocks in a switch, because it doesn't know which words are ids.
    if (pairs[at + width] >= reader_.source_.words[3])
      return reader_.flaw(instruction, "has a case for an id beyond the module's bound");
    const uint64_t number = width == 2 ? pairs[at] | uint64_t(pairs[at + 1]) << 32 : pairs[at];
    const llvm::APInt mask = llvm::APInt::getLowBitsSet(64, rareWidth != 0 ? rareWidth : 64);
    auto *value =
        llvm::ConstantInt::get(type->getContext(), (llvm::APInt(64, number) & mask).trunc(type->getBitWidth()));
    if (!cases.insert(value).second)
      return reader_.flaw(instruction, "has a case twice");
    made->addCase(value, block(instruction, pairs[at + width]));
  }
  builder_.ClearInsertionPoint();
}

void FunctionReader::readReturn(const Instruction &instruction) {
  if (!builder_.GetInsertBlock())
    return reader_.flaw(instruction, "stands in no block");
  llvm::Type *type = function_->getReturnType();
  if (instruction.opcode == spv::Op::OpUnreachable) {
    builder_.CreateUnreachable();
  } else if (instruction.opcode == spv::Op::OpReturn) {
    if (!type->isVoidTy())
      return reader_.flaw(instruction, "leaves a function that gives a value without one");
    builder_.CreateRetVoid();
  } else {
    llvm::Value *value = reader_.operand(instruction, 0);
    if (value->getType() != type)
      return reader_.flaw(instruction, "gives a value of another type than its function");
    builder_.CreateRet(value);
  }
  builder_.ClearInsertionPoint();
}

void FunctionReader::readCall(const Instruction &instruction) {
  auto *callee = llvm::dyn_cast_or_null<llvm::Function>(reader_.values_.lookup(instruction.word(0)));
  if (!callee || callee->arg_size() != instruction.size() - 1 || !builder_.GetInsertBlock())
    return reader_.flaw(instruction, "calls what is no function of so many parameters");
  std::vector<llvm::Value *> arguments;
  for (size_t index = 1; index < instruction.size() && !reader_.failed(); ++index) {
    arguments.push_back(reader_.operand(instruction, index));
    if (arguments.back()->getType() != callee->getArg(static_cast<unsigned>(index - 1))->getType())
      reader_.flaw(instruction, "has an argument of another type than the parameter");
  }
  if (reader_.failed())
    return;
  llvm::CallInst *call = callDirectly(*callee, arguments);
  if (!callee->getReturnType()->isVoidTy())
    reader_.setValue(instruction, call);
}

llvm::CallInst *FunctionReader::callDirectly(llvm::Function &callee, llvm::ArrayRef<llvm::Value *> arguments) {
  llvm::CallInst *call = builder_.CreateCall(&callee, arguments);
  call->setCallingConv(callee.getCallingConv());
  call->addFnAttr(llvm::Attribute::Convergent);
  call->addFnAttr(llvm::Attribute::NoUnwind);
  for (unsigned index = 0; index < callee.arg_size(); ++index)
    if (callee.getArg(index)->hasByValAttr()) {
      llvm::Type *type = callee.getParamByValType(index);
      call->addParamAttr(index, llvm::Attribute::getWithByValType(call->getContext(), type));
      call->addParamAttr(
          index, llvm::Attribute::getWithAlignment(call->getContext(), callee.getParamAlign(index).valueOrOne()));
    }
  return call;
}

void FunctionReader::checkEnds(const Instruction &end) {
  const auto isOpen = [](const llvm::BasicBlock &block) { return !block.getTerminator(); };
  if (llvm::any_of(*function_, isOpen))
    reader_.flaw(end, "ends a function with branches to blocks that it has not got, or with a block without an end");
}

/// Completes the phis. SPIR-V has one value for each predecessor block, but LLVM needs one for each edge, also if
/// several edges come from one block.
void FunctionReader::completePhis() {
  for (const auto &[phi, instruction] : phis_) {
    llvm::DenseMap<const llvm::BasicBlock *, Id> given;
    for (size_t index = 0; index + 1 < instruction.size(); index += 2) {
      const Id value = instruction.word(index);
      if (given.try_emplace(blocks_.lookup(instruction.word(index + 1)), value).first->second != value)
        return reader_.flaw(instruction, "has two values for one of the blocks before");
    }
    for (llvm::BasicBlock *before : llvm::predecessors(phi->getParent())) {
      const auto found = given.find(labelled_.lookup(before));
      llvm::Value *value = found == given.end() ? nullptr : reader_.value(instruction, found->second);
      if (!value || value->getType() != phi->getType())
        return reader_.flaw(instruction, "has no value of its type for one of the blocks before");
      phi->addIncoming(value, before);
    }
  }
}

/// Writes the unroll hints of loops as metadata. LoopControl's bits are Unroll 1, DontUnroll 2, ... PartialCount 0x100,
/// and their parameters follow in the order of the bits. The branches back to the loop's header get the metadata. They
/// are found by dominance, not by the blocks that OpLoopMerge names, because some producers name blocks of another loop
/// there.
void FunctionReader::writeLoopMetadata() {
  std::optional<llvm::DominatorTree> dominators;
  for (const auto &[header, instruction] : loops_) {
    // OpLoopControlINTEL doesn't have the two blocks that OpLoopMerge names.
    const bool isStructured = instruction.opcode == spv::Op::OpLoopMerge;
    const size_t first = isStructured ? 2 : 0;
    const uint32_t control = instruction.word(first);
    llvm::LLVMContext &context = header->getContext();
    std::vector<llvm::Metadata *> parts = {nullptr};
    const auto add = [&](llvm::StringRef name, llvm::Metadata *value) {
      std::vector<llvm::Metadata *> entry = {llvm::MDString::get(context, name)};
      if (value)
        entry.push_back(value);
      parts.push_back(llvm::MDNode::get(context, entry));
    };
    size_t parameter = first + 1;
    for (const uint32_t bit : {0x8u, 0x10u, 0x20u, 0x40u, 0x80u})
      parameter += (control & bit) != 0 ? 1 : 0;
    const uint32_t count = (control & 0x100) != 0 ? instruction.word(parameter) : 0;
    if (count > 1)
      add("llvm.loop.unroll.count", llvm::ConstantAsMetadata::get(builder_.getInt32(count)));
    else if (count == 1 || (control & 2) != 0)
      add("llvm.loop.unroll.disable", nullptr);
    else if ((control & 1) != 0)
      add("llvm.loop.unroll.enable", nullptr);
    if (parts.size() == 1)
      continue;
    llvm::MDNode *node = llvm::MDNode::getDistinct(context, parts);
    node->replaceOperandWith(0, node);
    if (!dominators)
      dominators.emplace(*function_);
    for (llvm::BasicBlock *before : llvm::predecessors(header))
      if (dominators->dominates(header, before))
        before->getTerminator()->setMetadata(llvm::LLVMContext::MD_loop, node);
  }
}

} // namespace weft::compiler::spirv
