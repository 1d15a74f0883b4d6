// Reads image instructions: sampling, reading, writing and queries.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/spirv/BuiltinCalls.h"
#include "frontend/spirv/Reader.h"
#include "kernel/OpaqueTypes.h"

namespace weft::compiler::spirv {
namespace {

/// The properties of an image's type, from SPIR-V's parameters.
struct ImageShape {
  unsigned dimensions = 0; ///< the dimensions of a texel's coordinates, without the layer
  bool isBuffer = false;
  bool isDepth = false;
  bool isLayered = false;
  bool isMultisampled = false;

  explicit ImageShape(llvm::Type *type) {
    auto *image = llvm::cast<llvm::TargetExtType>(type);
    isBuffer = image->getIntParameter(0) == 5;
    dimensions = isBuffer ? 1 : image->getIntParameter(0) + 1;
    isDepth = image->getIntParameter(1) != 0;
    isLayered = image->getIntParameter(2) != 0;
    isMultisampled = image->getIntParameter(3) != 0;
  }
  /// Returns the number of components in a coordinate. OpenCL C has coordinates of 1, 2 or 4 components.
  unsigned coordinates() const {
    const unsigned count = dimensions + (isLayered ? 1 : 0);
    return count == 3 ? 4 : count;
  }
};

/// Bits of ImageOperandsMask.
constexpr uint32_t lodBit = 2, gradBit = 4, sampleBit = 0x40, signedBit = 0x1000, unsignedBit = 0x2000;

class ImageOperation {
public:
  ImageOperation(Reader &reader, const Instruction &instruction)
      : reader_(reader), instruction_(instruction), builder_(reader.builder), type_(reader.resultType(instruction)) {}

  llvm::Value *makeSampled() {
    llvm::Value *image = imageAt(0);
    llvm::Value *sampler = reader_.operand(instruction_, 1);
    if (!reader_.failed() && !isSamplerType(sampler->getType()))
      return refuse("has an operand that is no sampler");
    reader_.setSampledImage(instruction_.result, image, sampler);
    return nullptr;
  }

  llvm::Value *sample() {
    const auto [image, sampler] = reader_.sampledImage(instruction_, instruction_.word(0));
    if (reader_.failed())
      return nullptr;
    const ImageShape shape(image->getType());
    std::vector<Parameter> parameters = {signedParameter(image), signedParameter(sampler),
                                         place(1, shape.coordinates())};
    const uint32_t mask = instruction_.word(2);
    if ((mask & lodBit) != 0) {
      llvm::Value *lod = reader_.operand(instruction_, 3);
      const auto *constant = llvm::dyn_cast<llvm::ConstantFP>(lod);
      if (!lod->getType()->isFloatTy())
        return refuse("has a level that is no float");
      // Images without mipmaps have only level 0, so level 0 needs no parameter.
      if (!constant || !constant->isZero())
        parameters.push_back(signedParameter(lod));
    } else if ((mask & gradBit) != 0) {
      for (size_t index : {3, 4})
        parameters.push_back(place(index, shape.dimensions == 3 ? 4 : shape.dimensions));
    }
    return read(shape, parameters, mask);
  }

  llvm::Value *readTexel() {
    llvm::Value *image = imageAt(0);
    if (reader_.failed())
      return nullptr;
    const ImageShape shape(image->getType());
    std::vector<Parameter> parameters = {signedParameter(image), place(1, shape.coordinates())};
    const uint32_t mask = instruction_.size() > 2 ? instruction_.word(2) : 0;
    if ((mask & sampleBit) != 0)
      parameters.push_back(signedParameter(reader_.operand(instruction_, 3)));
    return read(shape, parameters, mask);
  }

  llvm::Value *write() {
    llvm::Value *image = imageAt(0);
    llvm::Value *texel = reader_.operand(instruction_, 2);
    if (reader_.failed())
      return nullptr;
    const ImageShape shape(image->getType());
    const uint32_t mask = instruction_.size() > 3 ? instruction_.word(3) : 0;
    std::vector<Parameter> parameters = {signedParameter(image), place(1, shape.coordinates())};
    if ((mask & lodBit) != 0) {
      llvm::Value *lod = reader_.operand(instruction_, 4);
      if (!llvm::isa<llvm::ConstantInt>(lod) || !llvm::cast<llvm::ConstantInt>(lod)->isZero())
        parameters.push_back(signedParameter(lod));
    }
    if (shape.isDepth && texel->getType()->isVectorTy())
      texel = builder_.CreateExtractElement(texel, uint64_t(0));
    if (reader_.failed())
      return nullptr;
    llvm::Value *made = nullptr;
    for (const bool isSigned : signsOf(texel->getType(), mask)) {
      std::vector<Parameter> all = parameters;
      all.push_back({texel, mangledType(texel->getType(), isSigned)});
      made = called(reader_, instruction_,
                    callBuiltin(builder_, "write_image" + suffix(texel->getType(), isSigned), builder_.getVoidTy(), all,
                                Effects::any));
    }
    return made;
  }

  llvm::Value *size() {
    llvm::Value *image = imageAt(0);
    if (reader_.failed())
      return nullptr;
    const ImageShape shape(image->getType());
    static constexpr llvm::StringLiteral names[] = {"get_image_width", "get_image_height", "get_image_depth"};
    llvm::Type *number = type_->getScalarType();
    std::vector<llvm::Value *> sizes;
    for (unsigned dimension = 0; dimension < shape.dimensions && dimension < 3; ++dimension) {
      llvm::Value *one = ask(image, names[dimension], builder_.getInt32Ty());
      if (!one)
        return nullptr;
      sizes.push_back(levelOf(one));
    }
    if (shape.isLayered)
      sizes.push_back(ask(image, "get_image_array_size", builder_.getInt64Ty()));
    auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type_);
    if (reader_.failed() || !number->isIntegerTy() || (vector ? vector->getNumElements() : 1) < sizes.size())
      return refuse("gives a type that sizes don't fit into");
    if (!vector)
      return builder_.CreateZExtOrTrunc(sizes[0], number);
    llvm::Value *all = llvm::Constant::getNullValue(type_);
    for (unsigned index = 0; index < sizes.size(); ++index)
      all = builder_.CreateInsertElement(all, builder_.CreateZExtOrTrunc(sizes[index], number), index);
    return all;
  }

  /// Reads a query whose result is an enumeration. `first` is OpenCL's value of the enumerant that is 0 in SPIR-V.
  llvm::Value *question(llvm::StringRef name, uint32_t first) {
    llvm::Value *image = imageAt(0);
    llvm::Value *answer = reader_.failed() ? nullptr : ask(image, name, builder_.getInt32Ty());
    if (!answer || !type_->isIntegerTy())
      return refuse("gives a type that it can't give");
    return builder_.CreateZExtOrTrunc(builder_.CreateSub(answer, builder_.getInt32(first)), type_);
  }

private:
  llvm::Value *refuse(const llvm::Twine &why) {
    reader_.flaw(instruction_, why);
    return nullptr;
  }

  llvm::Value *imageAt(size_t index) {
    llvm::Value *image = reader_.operand(instruction_, index);
    if (!isImageType(image->getType()))
      refuse("has an operand that is no image");
    return image;
  }

  /// Returns a coordinate with as many components as the builtin takes. The coordinate in SPIR-V may have more
  /// components, which are dropped. If it has three and the builtin takes four, a zero is added.
  Parameter place(size_t index, unsigned count) {
    llvm::Value *given = reader_.operand(instruction_, index);
    llvm::Type *scalar = given->getType()->getScalarType();
    auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(given->getType());
    const unsigned own = vector ? vector->getNumElements() : 1;
    if (!scalar->isFloatTy() && !scalar->isIntegerTy()) {
      refuse("has a coordinate that is neither int nor float");
      return signedParameter(builder_.getInt32(0));
    }
    if (own < count && (own != 3 || count != 4)) {
      refuse("has a coordinate with too few numbers");
      return signedParameter(builder_.getInt32(0));
    }
    if (scalar->isIntegerTy())
      given = builder_.CreateSExtOrTrunc(given, given->getType()->getWithNewType(builder_.getInt32Ty()));
    if (own == count)
      return signedParameter(given);
    if (count == 1)
      return signedParameter(builder_.CreateExtractElement(given, uint64_t(0)));
    std::vector<int> mask;
    for (unsigned lane = 0; lane < count; ++lane)
      mask.push_back(lane < own ? static_cast<int>(lane) : static_cast<int>(own));
    return signedParameter(builder_.CreateShuffleVector(given, llvm::Constant::getNullValue(given->getType()), mask));
  }

  static std::string suffix(llvm::Type *texel, bool isSigned) {
    llvm::Type *scalar = texel->getScalarType();
    if (scalar->isFloatingPointTy())
      return scalar->isHalfTy() ? "h" : "f";
    return isSigned ? "i" : "ui";
  }

  /// Returns whether integer texels are accessed as signed, unsigned, or both. Modules before SPIR-V 1.4 can't state
  /// this; only the image's format determines it. For these modules, the signed and the unsigned builtin are both
  /// called. The one that doesn't fit the format reads zeros or writes nothing (cl/ImageFormats.h), so the two together
  /// have the right effect. If the compiler knows the format, it removes one of them.
  static std::vector<bool> signsOf(llvm::Type *texel, uint32_t mask) {
    if (!texel->isIntOrIntVectorTy() || (mask & signedBit) != 0)
      return {true};
    return (mask & unsignedBit) != 0 ? std::vector<bool>{false} : std::vector<bool>{true, false};
  }

  /// Reads texels. A depth image gives a scalar in OpenCL C, but a vector in SPIR-V.
  llvm::Value *read(const ImageShape &shape, llvm::ArrayRef<Parameter> parameters, uint32_t mask) {
    if (reader_.failed() || !type_ || (!type_->isIntOrIntVectorTy(32) && !type_->isFPOrFPVectorTy()))
      return refuse("gives a type that texels don't have");
    const bool isScalar = shape.isDepth && type_->isVectorTy();
    llvm::Type *result = isScalar ? type_->getScalarType() : type_;
    llvm::Value *texel = nullptr;
    for (const bool isSigned : signsOf(type_, mask)) {
      llvm::Value *one =
          called(reader_, instruction_,
                 callBuiltin(builder_, "read_image" + suffix(type_, isSigned), result, parameters, Effects::reads));
      if (!one)
        return nullptr;
      texel = texel ? builder_.CreateOr(texel, one) : one;
    }
    if (!isScalar)
      return texel;
    return builder_.CreateInsertElement(llvm::Constant::getNullValue(type_), texel, uint64_t(0));
  }

  llvm::Value *ask(llvm::Value *image, llvm::StringRef name, llvm::Type *result) {
    return called(reader_, instruction_, callBuiltin(builder_, name, result, {signedParameter(image)}, Effects::none));
  }

  /// Returns the size of the level that OpImageQuerySizeLod queries.
  llvm::Value *levelOf(llvm::Value *size) {
    if (instruction_.opcode != spv::Op::OpImageQuerySizeLod)
      return size;
    llvm::Value *level = reader_.operand(instruction_, 1);
    if (!level->getType()->isIntegerTy()) {
      refuse("has a level that is no number");
      return size;
    }
    if (auto *constant = llvm::dyn_cast<llvm::ConstantInt>(level); constant && constant->isZero())
      return size;
    llvm::Value *smaller = builder_.CreateLShr(size, builder_.CreateZExtOrTrunc(level, size->getType()));
    return builder_.CreateSelect(builder_.CreateIsNull(smaller), builder_.getInt32(1), smaller);
  }

  Reader &reader_;
  const Instruction &instruction_;
  llvm::IRBuilder<> &builder_;
  llvm::Type *type_;
};

} // namespace

ReadResult readImage(Reader &reader, const Instruction &instruction) {
  ImageOperation operation(reader, instruction);
  switch (instruction.opcode) {
  case spv::Op::OpSampledImage:
    return operation.makeSampled();
  case spv::Op::OpImage: {
    llvm::Value *image = reader.sampledImage(instruction, instruction.word(0)).first;
    return image;
  }
  case spv::Op::OpImageSampleExplicitLod:
    return operation.sample();
  case spv::Op::OpImageRead:
  case spv::Op::OpImageFetch:
    return operation.readTexel();
  case spv::Op::OpImageWrite:
    return operation.write();
  case spv::Op::OpImageQuerySize:
  case spv::Op::OpImageQuerySizeLod:
    return operation.size();
  case spv::Op::OpImageQueryFormat:
    return operation.question("get_image_channel_data_type", 0x10D0);
  case spv::Op::OpImageQueryOrder:
    return operation.question("get_image_channel_order", 0x10B0);
  case spv::Op::OpImageQueryLevels:
    return operation.question("get_image_num_mip_levels", 0);
  case spv::Op::OpImageQuerySamples:
    return operation.question("get_image_num_samples", 0);
  default:
    return std::nullopt;
  }
}

} // namespace weft::compiler::spirv
