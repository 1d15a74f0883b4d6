// Translates SPIR-V to a verified LLVM module of the same form as Clang's output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/spirv/SpirvReader.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

#include "frontend/Spir64Verifier.h"
#include "frontend/UnwrittenValues.h"
#include "frontend/spirv/FunctionOrder.h"
#include "frontend/spirv/ModuleBudget.h"
#include "frontend/spirv/RareTypes.h"
#include "frontend/spirv/Reader.h"
#include "frontend/spirv/Validation.h"
#include "frontend/spirv/ValidatorView.h"

namespace weft::compiler {
namespace {

llvm::Error decodeInOrder(llvm::StringRef bytes, spirv::DecodedModule &module) {
  if (llvm::Error error = spirv::decode(bytes, module))
    return error;
  spirv::orderFunctions(module);
  return llvm::Error::success();
}

llvm::Error decodeAndCheck(llvm::StringRef bytes, bool isUnchecked, spirv::DecodedModule &module,
                           const spirv::ModuleClock &clock) {
  if (llvm::Error error = decodeInOrder(bytes, module))
    return error;
  if (llvm::Error error = spirv::checkBudget(module))
    return error;
  if (isUnchecked)
    return llvm::Error::success();
  if (llvm::Error error = spirv::validate(module))
    return error;
  return clock.isOverNow() ? spirv::beyond(spirv::ModuleLimits::seconds) : llvm::Error::success();
}

/// Returns a line for each capability that the reader accepts although the module names none of its extensions.
std::string warnAboutExtensions(const spirv::DecodedModule &module) {
  std::string warnings;
  for (const auto &[capability, extensions] : spirv::missingExtensions(module))
    warnings += ("warning: the SPIR-V module declares the capability " + spirv::nameOf(capability) +
                 ", but not the extension " + llvm::join(extensions, " or ") + " that has it\n")
                    .str();
  return warnings;
}

} // namespace

bool startsLikeSpirv(llvm::StringRef bytes) { return spirv::isSpirv(bytes); }

llvm::Expected<std::unique_ptr<llvm::Module>> readSpirv(llvm::LLVMContext &context, llvm::StringRef bytes,
                                                        const SpirvOptions &options, std::string &log) {
  spirv::ModuleClock clock;
  spirv::DecodedModule module;
  if (llvm::Error error =
          options.isValidated ? decodeInOrder(bytes, module) : decodeAndCheck(bytes, false, module, clock))
    return std::move(error);
  auto program = std::make_unique<llvm::Module>("program.spv", context);
  spirv::Reader reader(module, options, clock, *program);
  if (llvm::Error error = reader.run())
    return std::move(error);
  std::string problems;
  llvm::raw_string_ostream stream(problems);
  if (llvm::verifyModule(*program, &stream))
    return llvm::createStringError("The SPIR-V module can't be used: it is not well formed: " +
                                   llvm::StringRef(problems).split('\n').first.str() + ".");
  if (llvm::Error error = verifySpir64(*program))
    return std::move(error);
  defineMissingElements(*program);
  if (reader.types().hasVectorsOfPointers())
    spirv::scalariseVectorsOfPointers(*program);
  log += warnAboutExtensions(module);
  return program;
}

llvm::Expected<std::vector<SpirvConstant>> specialisationConstants(llvm::StringRef bytes, bool isUnchecked) {
  spirv::DecodedModule module;
  if (llvm::Error error = decodeAndCheck(bytes, isUnchecked, module, spirv::ModuleClock()))
    return std::move(error);
  const std::map<spirv::Id, spirv::Decorations> decorations = spirv::readDecorations(module);
  std::map<spirv::Id, uint32_t> sizes; // the sizes of types, by their ids
  std::vector<SpirvConstant> constants;
  for (const spirv::Instruction &instruction : module.instructions) {
    if (instruction.opcode == spv::Op::OpTypeInt || instruction.opcode == spv::Op::OpTypeFloat)
      sizes[instruction.result] = spirv::containerWidth(instruction.word(0)) / 8;
    else if (instruction.opcode == spv::Op::OpTypeBool)
      sizes[instruction.result] = 1;
    const bool isOne =
        instruction.opcode >= spv::Op::OpSpecConstantTrue && instruction.opcode <= spv::Op::OpSpecConstant;
    const auto decorated = decorations.find(instruction.result);
    if (isOne && decorated != decorations.end() && decorated->second.specId)
      constants.push_back({*decorated->second.specId, sizes[instruction.type]});
  }
  return constants;
}

} // namespace weft::compiler
