// Reads the instruction set OpenCL.std, whose instructions are OpenCL C's builtin functions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "llvm/ADT/StringSwitch.h"

#include "builtins/archive/AddressSpaces.h"
#include "frontend/spirv/Additions.h"
#include "frontend/spirv/BuiltinCalls.h"
#include "frontend/spirv/Reader.h"
#include "kernel/KernelAttributes.h"

namespace weft::compiler::spirv {
namespace {

/// Reads one call. The operands of OpExtInst are the set, the number of the instruction, and then the arguments.
class OpenClCall {
public:
  OpenClCall(Reader &reader, const Instruction &instruction)
      : reader_(reader), instruction_(instruction), builder_(reader.builder), name_(openClNameOf(instruction.word(1))),
        type_(reader.resultType(instruction)) {}

  llvm::Value *read() {
    if (name_.empty() || !type_) {
      reader_.flaw(instruction_, "calls an unknown function, number " + llvm::Twine(instruction_.word(1)));
      return nullptr;
    }
    for (size_t index = 2; index < instruction_.size() && !isLiteral(index); ++index)
      arguments_.push_back(reader_.operand(instruction_, index));
    if (reader_.failed())
      return nullptr;
    if (name_ == "printf")
      return readPrintf();
    if (name_.starts_with("vload") || name_.starts_with("vstore"))
      return readVectorAccess();
    if (name_ == "prefetch")
      return readPrefetch();
    return readFunction();
  }

private:
  /// Whether the operand is a literal. This holds for the last operand of vloadn and of the functions with a rounding
  /// mode.
  bool isLiteral(size_t index) const {
    const bool counts = name_ == "vloadn" || name_ == "vload_halfn" || name_ == "vloada_halfn" || name_.ends_with("_r");
    return counts && name_ != "lgamma_r" && index + 1 == instruction_.size();
  }

  llvm::Value *call(llvm::StringRef name, llvm::ArrayRef<Parameter> parameters, Effects effects) {
    return called(reader_, instruction_, callBuiltin(builder_, name, type_, parameters, effects));
  }

  llvm::Value *misfit() {
    reader_.flaw(instruction_, "calls " + name_ + " with arguments that don't fit");
    return nullptr;
  }

  /// Reads a function whose parameters are numbers, possibly with a pointer as the last parameter.
  llvm::Value *readFunction() {
    llvm::StringRef name = name_;
    const bool isUnsigned = name.consume_front("u_");
    name.consume_front("s_");
    name = llvm::StringSwitch<llvm::StringRef>(name)
               .Case("fclamp", "clamp")
               .Case("fmax_common", "max")
               .Case("fmin_common", "min")
               .Default(name);
    std::vector<Parameter> parameters;
    Effects effects = Effects::none;
    for (size_t index = 0; index < arguments_.size(); ++index) {
      llvm::Value *argument = arguments_[index];
      if (argument->getType()->isPointerTy()) {
        effects = Effects::any;
        parameters.push_back({argument, mangledPointer(argument->getType(), pointee())});
      } else {
        parameters.push_back({argument, mangledType(argument->getType(), isSigned(index, isUnsigned))});
      }
    }
    return call(name, parameters, effects);
  }

  /// Whether an operand is signed. SPIR-V's integers have no sign. If the instruction's name doesn't tell the sign
  /// either, OpenCL C has the function for both signs with the same effect.
  bool isSigned(size_t index, bool isUnsigned) const {
    if (name_ == "nan" || name_ == "u_upsample" || (name_ == "s_upsample" && index == 1))
      return false;
    if (name_ == "shuffle")
      return index == 0;
    if (name_ == "shuffle2")
      return index < 2;
    return !isUnsigned;
  }

  /// Returns the mangled type of the result that a function stores through its pointer operand. fract, modf and sincos
  /// store a value of the operand's type, and the other functions store an int.
  std::string pointee() const {
    llvm::Type *first = arguments_[0]->getType();
    if (name_ == "frexp" || name_ == "lgamma_r" || name_ == "remquo")
      return mangledType(first->getWithNewType(builder_.getInt32Ty()), true);
    return mangledType(first, true);
  }

  static llvm::StringRef roundingSuffix(uint32_t mode) {
    static constexpr llvm::StringLiteral suffixes[] = {"_rte", "_rtz", "_rtp", "_rtn"};
    return mode < 4 ? llvm::StringRef(suffixes[mode]) : llvm::StringRef();
  }

  /// Reads vload4(offset, p), vstore_half4_rte(value, offset, p) and similar functions.
  llvm::Value *readVectorAccess() {
    const bool loads = name_.starts_with("vload");
    const size_t at = loads ? 0 : 1;
    if (arguments_.size() != at + 2 || !arguments_[at]->getType()->isIntegerTy() ||
        !arguments_[at + 1]->getType()->isPointerTy())
      return misfit();
    llvm::Type *data = loads ? type_ : arguments_[0]->getType();
    if (!data->isFPOrFPVectorTy() && (!data->isIntOrIntVectorTy() || data->isIntOrIntVectorTy(1)))
      return misfit();
    auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(data);
    const std::string lanes = vector ? std::to_string(vector->getNumElements()) : "";
    llvm::StringRef base = name_;
    const bool rounds = base.consume_back("_r");
    const bool isHalf = base.contains("_half");
    base.consume_back("n");
    if (base != "vload" && base != "vstore" && !isHalf)
      return misfit();
    std::string name = base.str() + lanes;
    if (rounds)
      name += roundingSuffix(instruction_.word(instruction_.size() - 1));
    const std::string element = isHalf ? "Dh" : mangledType(data->getScalarType(), true);
    const Parameter offset = unsignedParameter(builder_.CreateZExtOrTrunc(arguments_[at], builder_.getInt64Ty()));
    llvm::Value *pointer = arguments_[at + 1];
    if (loads)
      return call(name, {offset, {pointer, mangledPointer(pointer->getType(), element, "K")}}, Effects::reads);
    return call(name, {signedParameter(arguments_[0]), offset, {pointer, mangledPointer(pointer->getType(), element)}},
                Effects::any);
  }

  llvm::Value *readPrefetch() {
    const Type *pointer = reader_.typeInfoOf(instruction_, instruction_.word(2));
    llvm::Type *pointee = pointer ? reader_.types().typeOf(pointer->element) : nullptr;
    if (arguments_.size() != 2 || !pointee || !arguments_[0]->getType()->isPointerTy() ||
        !arguments_[1]->getType()->isIntegerTy())
      return misfit();
    // OpenCL C has a prefetch only for numbers and vectors of numbers. A prefetch is only a hint, so any other is
    // dropped.
    if (!pointee->isIntOrIntVectorTy() && !pointee->isFPOrFPVectorTy())
      return nullptr;
    return call("prefetch",
                {{arguments_[0], mangledPointer(arguments_[0]->getType(), mangledType(pointee, true), "K")},
                 unsignedParameter(builder_.CreateZExtOrTrunc(arguments_[1], builder_.getInt64Ty()))},
                Effects::any);
  }

  /// Whether a pointer points to a character or, in the modules of a widespread producer, to an array of characters.
  bool isString(const Type *pointer) {
    const Type *pointee = pointer ? reader_.types().find(pointer->element) : nullptr;
    if (pointee && pointee->kind == spv::Op::OpTypeArray)
      pointee = reader_.types().find(pointee->element);
    return pointer && (pointer->isUntyped || (pointee && pointee->type && pointee->type->isIntegerTy(8)));
  }

  /// Calls printf. Numeric arguments are promoted as C promotes them.
  llvm::Value *readPrintf() {
    if (arguments_.empty() || !arguments_[0]->getType()->isPointerTy() || !type_->isIntegerTy(32) ||
        !isString(reader_.typeInfoOf(instruction_, instruction_.word(2))))
      return misfit();
    for (llvm::Value *&argument : llvm::drop_begin(arguments_)) {
      if (argument->getType()->isHalfTy() || argument->getType()->isFloatTy())
        argument = builder_.CreateFPExt(argument, builder_.getDoubleTy());
      else if (argument->getType()->isIntegerTy() && argument->getType()->getIntegerBitWidth() < 32)
        argument = builder_.CreateSExt(argument, builder_.getInt32Ty());
    }
    auto *type = llvm::FunctionType::get(type_, {llvm::PointerType::get(builder_.getContext(), spirConstant)}, true);
    // The format is in constant memory or, with SPV_EXT_relaxed_printf_string_address_space, in any memory. The cast is
    // safe because all address spaces become one before code is generated.
    arguments_[0] = builder_.CreateAddrSpaceCast(arguments_[0], type->getParamType(0));
    return called(reader_, instruction_, callUnmangled(builder_, printfName, type, arguments_));
  }

  Reader &reader_;
  const Instruction &instruction_;
  llvm::IRBuilder<> &builder_;
  llvm::StringRef name_;
  llvm::Type *type_;
  std::vector<llvm::Value *> arguments_;
};

} // namespace

ReadResult readOpenClStd(Reader &reader, const Instruction &instruction) {
  if (instruction.opcode != spv::Op::OpExtInst && instruction.opcode != OpExtInstWithForwardRefsKHR)
    return std::nullopt;
  if (reader.isSilentSet(instruction.word(0)))
    return nullptr;
  if (!reader.isOpenClSet(instruction.word(0))) {
    reader.flaw(instruction, "is of an instruction set that the module does not import");
    return nullptr;
  }
  return OpenClCall(reader, instruction).read();
}

} // namespace weft::compiler::spirv
