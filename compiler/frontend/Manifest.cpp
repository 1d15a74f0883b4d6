// Writes the manifest, the host's facts about kernels, from the kernels' types and metadata.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/Manifest.h"

#include <array>

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include "analysis/ArgumentLayout.h"
#include "builtins/archive/AddressSpaces.h"
#include "frontend/Blocks.h"
#include "frontend/FunctionPointers.h"
#include "frontend/Program.h"
#include "frontend/ProgramVariables.h"
#include "kernel/EnqueueFunctions.h"
#include "kernel/KernelAttributes.h"
#include "kernel/OpaqueTypes.h"
#include "kernel/WorkItemFunctions.h"

namespace weft::compiler {
namespace {

constexpr llvm::StringLiteral argumentInfoAttribute = "weft-argument-info";
constexpr llvm::StringLiteral intermediateAttribute = "weft-intermediate";
constexpr llvm::StringLiteral libraryMetadata = "weft.library";

bool isOwnKernel(const llvm::Function &function) { return isKernel(function) && !isInitialiser(function); }

llvm::StringRef stringOperand(const llvm::Function &kernel, llvm::StringRef kind, unsigned index) {
  const llvm::MDNode *node = kernel.getMetadata(kind);
  if (!node || index >= node->getNumOperands())
    return {};
  const auto *text = llvm::dyn_cast_or_null<llvm::MDString>(node->getOperand(index));
  return text ? text->getString() : llvm::StringRef();
}

std::array<uint64_t, 3> sizeMetadata(const llvm::Function &kernel, llvm::StringRef kind) {
  std::array<uint64_t, 3> sizes{0, 0, 0};
  const llvm::MDNode *node = kernel.getMetadata(kind);
  for (unsigned index = 0; node && index < 3 && index < node->getNumOperands(); ++index)
    if (auto *size = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(node->getOperand(index)))
      sizes[index] = size->getZExtValue();
  return sizes;
}

std::string sizesText(const std::array<uint64_t, 3> &sizes) {
  return "(" + llvm::utostr(sizes[0]) + "," + llvm::utostr(sizes[1]) + "," + llvm::utostr(sizes[2]) + ")";
}

/// Returns the name in OpenCL C of a scalar or vector type: "uint4".
std::string typeName(llvm::Type *type, bool isSigned) {
  std::string name;
  llvm::Type *scalar = type->getScalarType();
  if (auto *integer = llvm::dyn_cast<llvm::IntegerType>(scalar)) {
    const unsigned bits = integer->getBitWidth();
    name = isSigned ? "" : "u";
    name += bits == 8 ? "char" : bits == 16 ? "short" : bits == 32 ? "int" : "long";
  } else {
    name = scalar->isHalfTy() ? "half" : scalar->isDoubleTy() ? "double" : "float";
  }
  if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
    name += llvm::utostr(vector->getNumElements());
  return name;
}

/// Returns CL_KERNEL_ATTRIBUTES: the attributes as they stand in the source; "" if the program was not made from source
/// (section 5.9.4).
std::string attributesText(const llvm::Function &kernel) {
  if (kernel.hasFnAttribute(intermediateAttribute))
    return "";
  std::string text;
  const auto add = [&](const std::string &attribute) { text += (text.empty() ? "" : " ") + attribute; };
  if (const llvm::MDNode *hint = kernel.getMetadata("vec_type_hint"); hint && hint->getNumOperands() == 2) {
    const auto *value = llvm::dyn_cast<llvm::ValueAsMetadata>(hint->getOperand(0));
    const auto *isSigned = llvm::mdconst::dyn_extract<llvm::ConstantInt>(hint->getOperand(1));
    if (value && isSigned)
      add("vec_type_hint(" + typeName(value->getType(), !isSigned->isZero()) + ")");
  }
  for (const char *kind : {"work_group_size_hint", "reqd_work_group_size"})
    if (kernel.getMetadata(kind))
      add(kind + sizesText(sizeMetadata(kernel, kind)));
  if (const uint64_t size = requiredSubGroupSize(kernel))
    add("intel_reqd_sub_group_size(" + llvm::utostr(size) + ")");
  return text;
}

llvm::StringRef pointerKind(unsigned addressSpace) {
  switch (addressSpace) {
  case spirConstant:
    return "constant";
  case spirLocal:
    return "local";
  default:
    return "global";
  }
}

/// Whether the kernel, or a function that it calls, has a barrier for the whole group.
bool hasBarriers(const llvm::Function &kernel) {
  return llvm::any_of(withCallees(kernel), [](const llvm::Function *function) {
    return llvm::any_of(llvm::instructions(*function), [](const llvm::Instruction &instruction) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function *called = call ? call->getCalledFunction() : nullptr;
      return called && findWorkItemFunction(called->getName()) == WorkItemFunction::barrier;
    });
  });
}

llvm::StringRef kindOf(const llvm::Argument &argument) {
  llvm::Type *type = argumentSlotType(argument);
  if (llvm::isa<llvm::TargetExtType>(type))
    return isSamplerType(type) ? "sampler" : isPipeType(type) ? "pipe" : isQueueType(type) ? "queue" : "image";
  if (type->isPointerTy())
    return pointerKind(type->getPointerAddressSpace());
  return "value";
}

/// Returns the OpenCL C name of an image's type, even if the source uses an alias; "" for all other arguments. The
/// type's integer parameters are those of SPIR-V's OpTypeImage: dimension (1D, 2D, 3D and, as 5, a buffer), depth,
/// arrayed.
std::string imageTypeOf(const llvm::Argument &argument) {
  if (!isImageType(argumentSlotType(argument)))
    return "";
  auto *target = llvm::cast<llvm::TargetExtType>(argumentSlotType(argument));
  const unsigned dimension = target->getIntParameter(0);
  std::string name = dimension == 5 ? "image1d_buffer" : "image" + std::to_string(dimension + 1) + "d";
  if (target->getIntParameter(2) != 0)
    name += "_array";
  if (target->getIntParameter(1) != 0)
    name += "_depth";
  return name + "_t";
}

/// Returns the type qualifiers in the order const, restrict, volatile. `fromClang` has them in another order, and may
/// also contain "pipe".
std::string typeQualifiers(llvm::StringRef fromClang) {
  std::string text;
  for (const char *qualifier : {"const", "restrict", "volatile"})
    if (fromClang.contains(qualifier))
      text += (text.empty() ? "" : " ") + std::string(qualifier);
  return text;
}

void writeArgument(llvm::json::OStream &json, const llvm::Argument &argument, const ArgumentSlot &slot) {
  const llvm::Function &kernel = *argument.getParent();
  const unsigned index = argument.getArgNo();
  const llvm::StringRef access = stringOperand(kernel, "kernel_arg_access_qual", index);
  json.object([&] {
    json.attribute("name", stringOperand(kernel, "kernel_arg_name", index));
    json.attribute("typeName", stringOperand(kernel, "kernel_arg_type", index));
    json.attribute("kind", kindOf(argument));
    json.attribute("imageType", imageTypeOf(argument));
    json.attribute("accessQualifier", access.empty() ? "none" : access);
    json.attribute("typeQualifiers", typeQualifiers(stringOperand(kernel, "kernel_arg_type_qual", index)));
    json.attribute("size", static_cast<int64_t>(slot.size));
    json.attribute("offset", static_cast<int64_t>(slot.offset));
    json.attribute("alignment", static_cast<int64_t>(slot.alignment));
  });
}

void writeKernel(llvm::json::OStream &json, const llvm::Function &kernel) {
  const auto writeSizes = [&](llvm::StringRef key, const std::array<uint64_t, 3> &sizes) {
    json.attributeArray(key, [&] {
      for (uint64_t size : sizes)
        json.value(static_cast<int64_t>(size));
    });
  };
  const ArgumentLayout layout = layoutArguments(kernel);
  json.object([&] {
    json.attribute("name", kernel.getName());
    json.attribute("attributes", attributesText(kernel));
    writeSizes("requiredLocalSize", sizeMetadata(kernel, "reqd_work_group_size"));
    writeSizes("localSizeHint", sizeMetadata(kernel, "work_group_size_hint"));
    json.attribute("requiredSubGroupSize", static_cast<int64_t>(requiredSubGroupSize(kernel)));
    json.attribute("requiredSubGroups", static_cast<int64_t>(requiredSubGroups(kernel)));
    json.attribute("argumentBytes", static_cast<int64_t>(layout.bytes));
    // Clang derives this attribute from the language version and from -cl-uniform-work-group-size.
    json.attribute("nonUniformGroups", kernel.getFnAttribute("uniform-work-group-size").getValueAsString() == "false");
    json.attribute("hasBarriers", hasBarriers(kernel));
    json.attribute("checks", codeRequest::write(checksOf(kernel)));
    json.attribute("isBlock", kernel.hasFnAttribute(blockAttribute));
    json.attributeArray("enqueues", [&] {
      for (const llvm::StringRef block : blocksEnqueuedBy(kernel))
        json.value(block);
    });
    json.attributeArray("arguments", [&] {
      for (const llvm::Argument &argument : kernel.args())
        writeArgument(json, argument, layout.slots[argument.getArgNo()]);
    });
  });
}

} // namespace

void markArgumentInfo(llvm::Module &program) {
  for (llvm::Function &function : program)
    if (isOwnKernel(function))
      function.addFnAttr(argumentInfoAttribute);
}

void markChecks(llvm::Module &program, CodeChecks checks) {
  for (llvm::Function &function : program)
    if (isOwnKernel(function))
      setChecks(function, checks);
}

void markIntermediate(llvm::Module &program) {
  for (llvm::Function &function : program)
    if (isOwnKernel(function))
      function.addFnAttr(intermediateAttribute);
}

void markLibrary(llvm::Module &program, bool library) {
  if (library)
    program.getOrInsertNamedMetadata(libraryMetadata);
  else if (llvm::NamedMDNode *node = program.getNamedMetadata(libraryMetadata))
    node->eraseFromParent();
}

std::string writeManifest(const llvm::Module &program) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream);
  // Section 5.9.4: a program has argument information if it was built with -cl-kernel-arg-info. A program linked from
  // several programs has the information if each of them has it.
  bool argumentInfo = true;
  for (const llvm::Function &function : program)
    if (isOwnKernel(function) && !function.hasFnAttribute(argumentInfoAttribute))
      argumentInfo = false;
  json.object([&] {
    json.attributeArray("kernels", [&] {
      for (const llvm::Function &function : program)
        if (isOwnKernel(function))
          writeKernel(json, function);
    });
    const ProgramMemory memory = programMemory(program);
    json.attributeObject("programMemory", [&] {
      json.attribute("bytes", static_cast<int64_t>(memory.bytes));
      json.attribute("alignment", static_cast<int64_t>(memory.alignment));
      json.attribute("initialiser", memory.initialiser);
      json.attributeArray("variables", [&] {
        for (const VariableLocation &variable : visibleVariables(program))
          json.object([&] {
            json.attribute("name", variable.name);
            json.attribute("offset", static_cast<int64_t>(variable.offset));
            json.attribute("bytes", static_cast<int64_t>(variable.bytes));
          });
      });
    });
    json.attributeArray("functions", [&] {
      for (const FunctionId &function : functionIds(program))
        json.object([&] {
          json.attribute("name", function.name);
          json.attribute("number", static_cast<int64_t>(function.number));
        });
    });
    json.attribute("argumentInfo", argumentInfo);
    json.attribute("library", program.getNamedMetadata(libraryMetadata) != nullptr);
  });
  return text;
}

} // namespace weft::compiler
