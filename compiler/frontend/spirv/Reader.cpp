// Reads a module's declarations, and passes each instruction to the reader of its family (arithmetic, images, ...).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/spirv/Reader.h"

#include "llvm/ADT/STLExtras.h"

#include "frontend/Spir64Verifier.h"
#include "frontend/UnwrittenValues.h"
#include "frontend/spirv/Additions.h"
#include "frontend/spirv/BuiltinCalls.h"
#include "frontend/spirv/BuiltinVariables.h"
#include "frontend/spirv/EntryPointWriter.h"
#include "frontend/spirv/FunctionReader.h"

namespace weft::compiler::spirv {
namespace {

// These assertions check the numbers in the table against SPIR-V's header.
#define WEFT_SPIRV_CAPABILITY(name, number) static_assert(static_cast<uint32_t>(spv::Capability::name) == (number));
#include "SpirvSupport.def"

constexpr uint32_t capabilities[] = {
#define WEFT_SPIRV_CAPABILITY(name, number) number,
#define WEFT_SPIRV_NEW_CAPABILITY(name, number) number,
#define WEFT_SPIRV_SHELL(name, number) number,
#include "SpirvSupport.def"
};

constexpr llvm::StringLiteral extensions[] = {
#define WEFT_SPIRV_EXTENSION(name) name,
#include "SpirvSupport.def"
};

constexpr llvm::StringLiteral instructionSets[] = {
#define WEFT_SPIRV_SET(name) name,
#include "SpirvSupport.def"
};

/// Returns the targets that a module states for its assembly, as " for 'x86_64'"; "" if it states none.
std::string assemblyTargets(const DecodedModule &module) {
  std::string text;
  for (const Instruction &instruction : module.instructions)
    if (instruction.opcode == spv::Op::OpAsmTargetINTEL)
      text += (text.empty() ? " for '" : " and '") + instruction.text(0) + "'";
  return text;
}

constexpr ReadResult (*families[])(Reader &, const Instruction &) = {
    readMemory,       readAddress,         readArithmetic, readComposite, readRelation,          readConversion,
    readOpenClStd,    readAtomic,          readGroup,      readImage,     readSubGroupExtension, readValueExtension,
    readMaskedAccess, readIntegerFunction, readPipe,       readEnqueue};

} // namespace

Reader::Reader(const DecodedModule &source, const SpirvOptions &options, ModuleClock &clock, llvm::Module &program)
    : builder(program.getContext()), program(program), source_(source), options_(options), clock_(clock),
      decorations_(readDecorations(source)), types_(program.getContext(), decorations_) {
  program.setTargetTriple(llvm::Triple("spir64"));
  program.setDataLayout(spir64DataLayout);
  if (options.debugLines)
    lines_ = std::make_unique<DebugLines>(source, program);
}

llvm::Value *flaw(Reader &reader, const Instruction &instruction, const char *text) {
  reader.flaw(instruction, text);
  return nullptr;
}

void Reader::flaw(const Instruction &instruction, const llvm::Twine &why) {
  if (flaw_.empty())
    flaw_ = ("The SPIR-V module can't be used: " + nameOf(instruction.opcode) + " at word " +
             llvm::Twine(instruction.offset) + " " + why + ".")
                .str();
}

llvm::Error Reader::run() {
  std::vector<Instruction> body;
  for (const Instruction &instruction : source_.instructions) {
    if (!function_ && instruction.opcode == spv::Op::OpFunction)
      break;
    checkTime(instruction);
    readPreamble(instruction);
    readGlobal(instruction);
    if (failed())
      return llvm::createStringError(flaw_);
  }
  dropEntryPointsOfBlocks();
  // Kernels are declared first, so that they get exactly the names that their entry points request.
  for (const bool areKernels : {true, false})
    for (const Instruction &instruction : source_.instructions)
      if (instruction.opcode == spv::Op::OpFunction && !failed() &&
          (entryPoints_.countOf(instruction.result) != 0) == areKernels)
        declareFunction(instruction);
  for (size_t at = 0; at < source_.instructions.size() && !failed(); ++at)
    if (source_.instructions[at].opcode == spv::Op::OpFunction)
      at = FunctionReader(*this).read(at);
  if (!failed())
    completeFunctionPointers();
  if (!failed())
    EntryPointWriter(*this).write();
  if (lines_)
    lines_->finish();
  return failed() ? llvm::createStringError(flaw_) : llvm::Error::success();
}

const Decorations &Reader::decorationsOf(Id id) const {
  static const Decorations none;
  const auto found = decorations_.find(id);
  return found == decorations_.end() ? none : found->second;
}

void Reader::readPreamble(const Instruction &instruction) {
  switch (instruction.opcode) {
  case spv::Op::OpCapability:
    if (static_cast<spv::Capability>(instruction.word(0)) == spv::Capability::AsmINTEL)
      flaw(instruction, "says that the module has assembly" + assemblyTargets(source_) +
                            ", which this device takes from no program, whatever it is for");
    else if (!llvm::is_contained(capabilities, instruction.word(0)))
      flaw(instruction, "asks for the capability " + nameOf(static_cast<spv::Capability>(instruction.word(0))) +
                            ", which this device does not have");
    if (static_cast<spv::Capability>(instruction.word(0)) == CapabilityFloatControls2)
      hasFloatControls_ = true;
    types_.allow(static_cast<spv::Capability>(instruction.word(0)));
    break;
  case spv::Op::OpExtension:
    if (!llvm::is_contained(extensions, instruction.text(0)))
      flaw(instruction, "names the extension '" + instruction.text(0) + "', which this device does not have");
    break;
  case spv::Op::OpExtInstImport:
    if (instruction.text(0) == "OpenCL.std")
      openClSets_.insert(instruction.result);
    else if (llvm::StringRef(instruction.text(0)).starts_with("NonSemantic.") ||
             llvm::is_contained(instructionSets, instruction.text(0)))
      silentSets_.insert(instruction.result);
    else
      flaw(instruction, "names the instruction set '" + instruction.text(0) + "', which this device does not have");
    break;
  case spv::Op::OpMemoryModel:
    if (static_cast<spv::AddressingModel>(instruction.word(0)) != spv::AddressingModel::Physical64 ||
        static_cast<spv::MemoryModel>(instruction.word(1)) != spv::MemoryModel::OpenCL)
      flaw(instruction, "asks for other models than Physical64 and OpenCL, which this device has");
    break;
  case spv::Op::OpEntryPoint:
    if (static_cast<spv::ExecutionModel>(instruction.word(0)) != spv::ExecutionModel::Kernel)
      flaw(instruction, "names an entry point that is no kernel");
    if (!entryPoints_.add(instruction.word(1), instruction.text(2)))
      flaw(instruction, "gives a second kernel the name '" + instruction.text(2) + "'");
    break;
  case spv::Op::OpExecutionMode:
  case spv::Op::OpExecutionModeId:
    entryPoints_.addMode(instruction);
    if (static_cast<spv::ExecutionMode>(instruction.word(1)) == spv::ExecutionMode::ContractionOff)
      mayContract_ = false;
    break;
  case spv::Op::OpString:
    strings_.insert(instruction.text(0));
    break;
  case spv::Op::OpName:
    names_[instruction.word(0)] = instruction.text(1);
    break;
  default:
    break;
  }
}

void Reader::readGlobal(const Instruction &instruction) {
  if (failed())
    return;
  if (Types::declares(instruction.opcode))
    return readType(instruction);
  switch (instruction.opcode) {
  case spv::Op::OpVariable:
  case OpUntypedVariableKHR:
    return readVariable(instruction);
  case spv::Op::OpUndef:
  case OpPoisonKHR:
    if (llvm::Type *type = resultType(instruction); type && type->isSized())
      setValue(instruction, unwrittenValue(*type));
    else
      flaw(instruction, "is of a type that has no values");
    return;
  case spv::Op::OpSpecConstantOp:
    return readSpecConstantOp(instruction);
  default:
    if ((instruction.opcode >= spv::Op::OpConstantTrue && instruction.opcode <= spv::Op::OpSpecConstantComposite) ||
        instruction.opcode == spv::Op::OpConstantFunctionPointerINTEL ||
        instruction.opcode == OpConstantCompositeReplicateEXT ||
        instruction.opcode == OpSpecConstantCompositeReplicateEXT)
      readConstant(instruction);
  }
}

void Reader::readType(const Instruction &instruction) {
  uint64_t length = 0;
  if (instruction.opcode == spv::Op::OpTypeArray)
    length = number(instruction.word(1)).value_or(0);
  if (std::string problem = types_.declare(instruction, length); !problem.empty())
    return flaw(instruction, problem);
  if (llvm::Type *type = types_.typeOf(instruction.result))
    bounds_.check(type);
  if (!bounds_.flaw().empty())
    flaw(instruction, "can't be used: " + bounds_.flaw());
}

const Type *Reader::typeInfoOf(const Instruction &user, Id id) {
  const auto found = typeIds_.find(id);
  const Type *type = found == typeIds_.end() ? nullptr : types_.find(found->second);
  if (!type)
    flaw(user, "uses %" + llvm::Twine(id) + ", which is no value");
  return type;
}

llvm::Value *Reader::value(const Instruction &user, Id id) {
  if (const auto found = values_.find(id); found != values_.end())
    return types_.hasRareWidths() ? withSign(user, id, found->second) : found->second;
  if (builtinVariables_.contains(id))
    if (llvm::Value *variable = builtinVariable(user, id))
      return variable;
  if (const auto sampler = samplers_.find(id); sampler != samplers_.end() && function_)
    return constantSampler(sampler->second);
  flaw(user, "uses %" + llvm::Twine(id) + ", which is no value here");
  return llvm::PoisonValue::get(builder.getInt32Ty());
}

std::vector<llvm::Value *> Reader::operandsOf(const Instruction &user, size_t first, size_t count, llvm::Type *type) {
  std::vector<llvm::Value *> values;
  if (first + count > user.size())
    flaw(user, "has too few operands");
  for (size_t index = first; index < first + count && !failed(); ++index) {
    values.push_back(operand(user, index));
    if (values.back()->getType() != type)
      flaw(user, "has an operand of another type than its result");
  }
  if (failed())
    values.clear();
  return values;
}

std::optional<uint64_t> Reader::number(Id id) const {
  const auto *constant = llvm::dyn_cast_or_null<llvm::ConstantInt>(values_.lookup(id));
  return constant && constant->getBitWidth() <= 64 ? std::optional(constant->getZExtValue()) : std::nullopt;
}

std::optional<uint32_t> Reader::defaultFastMath(llvm::Type *type) const {
  llvm::Type *scalar = type->getScalarType();
  if (const auto known = fastMath_.find(scalar); known != fastMath_.end())
    return known->second;
  // A function may be called from several kernels, so its operations get only the flags that all kernels with defaults
  // allow.
  std::optional<uint32_t> common;
  for (const auto &[function, modes] : entryPoints_.modes()) {
    bool hasDefaults = false;
    uint32_t bits = 0;
    for (const Instruction &mode : modes)
      if (static_cast<spv::ExecutionMode>(mode.word(1)) == ExecutionModeFPFastMathDefault) {
        hasDefaults = true;
        if (types_.typeOf(mode.word(2)) == scalar)
          bits = static_cast<uint32_t>(number(mode.word(3)).value_or(0));
      }
    if (hasDefaults)
      common = common.value_or(~0u) & bits;
  }
  if (function_) // all constants have been read, so the result is final
    fastMath_[scalar] = common;
  return common;
}

std::pair<llvm::Value *, llvm::Value *> Reader::sampledImage(const Instruction &user, Id id) {
  const auto found = sampledImages_.find(id);
  if (found == sampledImages_.end())
    flaw(user, "uses %" + llvm::Twine(id) + ", which is no image with a sampler made in this function");
  return found == sampledImages_.end() ? std::pair<llvm::Value *, llvm::Value *>() : found->second;
}

llvm::Value *Reader::builtinVariable(const Instruction &user, Id id) {
  if (!function_) {
    flaw(user, "uses a built-in variable outside of functions");
    return nullptr;
  }
  llvm::Value *&variable = functionBuiltins_[id];
  if (const std::optional<spv::BuiltIn> which = decorationsOf(id).builtIn; which && !variable)
    variable = writeBuiltinVariable(function_->getEntryBlock(), *which, types_.typeOf(builtinVariables_.lookup(id)));
  if (!variable)
    flaw(user, "uses a built-in variable that this device does not have, or of a type that it can't have");
  return variable;
}

llvm::Value *Reader::constantSampler(uint32_t bits) {
  auto *type = llvm::FunctionType::get(llvm::TargetExtType::get(program.getContext(), "spirv.Sampler"),
                                       {builder.getInt32Ty()}, false);
  return callUnmangled(builder, "__translate_sampler_initializer", type, {builder.getInt32(bits)});
}

void Reader::setValue(const Instruction &instruction, llvm::Value *value) {
  if (failed() || instruction.result == 0)
    return;
  if (!value || value->getType() != resultType(instruction))
    return flaw(instruction, "gives another type than it says");
  // A value of a rare width (one that OpenCL C lacks) is in a wider LLVM integer, whose bits above the rare width must
  // be zero. Phis need no clearing, because their inputs are cleared. Parameters are cleared by the function's first
  // block.
  if (const unsigned width = rareWidthOf(instruction.type);
      width != 0 && !llvm::isa<llvm::PHINode, llvm::Argument>(value))
    value = zeroedAboveWidth(value, width);
  values_[instruction.result] = value;
  typeIds_[instruction.result] = instruction.type;
}

void Reader::readInstruction(const Instruction &instruction) {
  // Instructions of extended sets may have no result value. All other instructions with a type have one.
  llvm::Type *type = resultType(instruction);
  const bool isSampledImage = instruction.opcode == spv::Op::OpSampledImage;
  const bool givesNothing = type && type->isVoidTy() && instruction.opcode == spv::Op::OpExtInst;
  if (instruction.type != 0 && !isSampledImage && !givesNothing && (!type || !type->isFirstClassType()))
    return flaw(instruction, "gives what is no value here");
  if (!checkRareTypes(instruction))
    return;
  for (const auto &family : families) {
    const ReadResult answer = family(*this, instruction);
    if (!answer)
      continue;
    if (sampledImages_.contains(instruction.result) || givesNothing)
      return;
    return setValue(instruction, *answer);
  }
  flaw(instruction, "is an instruction that this device does not have");
}

bool haveSameShape(const llvm::Type *one, const llvm::Type *other) {
  const auto *first = llvm::dyn_cast<llvm::FixedVectorType>(one);
  const auto *second = llvm::dyn_cast<llvm::FixedVectorType>(other);
  return first && second ? first->getNumElements() == second->getNumElements() : !first && !second;
}

llvm::Value *called(Reader &reader, const Instruction &instruction, llvm::Value *call) {
  if (!call)
    reader.flaw(instruction, "stands for a builtin function whose name the module gives to another one");
  return call;
}

} // namespace weft::compiler::spirv
