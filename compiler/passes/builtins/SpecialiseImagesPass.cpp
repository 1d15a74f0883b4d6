// Copies image functions for the image formats and samplers that they are called with.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/builtins/SpecialiseImagesPass.h"

#include <cstddef>
#include <map>
#include <vector>

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SCCP.h"
#include "llvm/Transforms/Scalar/Scalarizer.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

#include "ImageAbi.h"
#include "builtins/BuiltinLinker.h"
#include "builtins/archive/MangledName.h"
#include "codegen/CompileBudget.h"
#include "kernel/ImageFormat.h"
#include "kernel/ImageTypes.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// The values in a function that are images, each with its format, or with 0 if the format isn't known.
using Images = DenseMap<Value *, uint32_t>;

/// The constants for which a function is copied: pairs of a parameter's index and its value, which is a format or a
/// sampler.
using ConstantParameters = std::vector<std::pair<unsigned, uint32_t>>;
struct Request {
  Function *function;
  ConstantParameters formats;
  ConstantParameters samplers;
  auto operator<=>(const Request &) const = default;
};

/// Returns the value that the field at `offset` in an image's descriptor has if the image has this format. Returns
/// nothing if the format isn't known (0), or if the field's value doesn't follow from the format.
std::optional<uint32_t> fieldOfFormat(uint64_t offset, uint32_t format) {
  if (format == 0)
    return std::nullopt;
  switch (offset) {
  case offsetof(WeftImage, channelOrder):
    return channelOrder(format);
  case offsetof(WeftImage, channelType):
    return channelType(format);
  case offsetof(WeftImage, elementBytes):
    return elementBytes(format);
  default:
    return std::nullopt;
  }
}

/// Marks a load as invariant: image descriptors, and the tables of mip levels that they point to, don't change during a
/// launch.
void markInvariant(LoadInst &load) {
  load.setMetadata(LLVMContext::MD_invariant_load, MDNode::get(load.getContext(), {}));
}

/// Replaces loads through `pointer` by constants where the format gives the value, and makes all other loads invariant.
/// The pointer is `offset` bytes after the start of an image's descriptor. It may also point into a table of mip
/// levels; then `format` is 0.
void resolveLoads(Value &pointer, std::optional<uint64_t> offset, uint32_t format, const DataLayout &layout) {
  for (User *user : make_early_inc_range(pointer.users())) {
    if (auto *element = dyn_cast<GEPOperator>(user)) {
      APInt step(64, 0);
      const bool known = offset && element->accumulateConstantOffset(layout, step);
      resolveLoads(*element, known ? std::optional(*offset + step.getZExtValue()) : std::nullopt, format, layout);
      continue;
    }
    auto *load = dyn_cast<LoadInst>(user);
    if (!load)
      continue;
    const std::optional<uint32_t> field = offset ? fieldOfFormat(*offset, format) : std::nullopt;
    if (field && load->getType()->isIntegerTy(32)) {
      load->replaceAllUsesWith(ConstantInt::get(load->getType(), *field));
      load->eraseFromParent();
      continue;
    }
    markInvariant(*load);
    if (offset == offsetof(WeftImage, levels))
      resolveLoads(*load, std::nullopt, 0, layout);
  }
}

/// Computes single components of a vector by scalar instructions instead of computing the vector. A component that
/// several results need is computed once. If the expression is too long (SearchLimits::coordinates), the components of
/// its innermost operands are extracted from vectors.
class Components {
public:
  explicit Components(IRBuilder<> &builder) : builder_(builder) {}

  Value *of(Value *vector, unsigned lane) {
    if (Value *known = made_.lookup({vector, lane}))
      return known;
    Value *component =
        ++length_ <= SearchLimits::coordinates ? make(vector, lane) : builder_.CreateExtractElement(vector, lane);
    return made_[{vector, lane}] = component;
  }

private:
  Value *make(Value *vector, unsigned lane) {
    if (auto *insert = dyn_cast<InsertElementInst>(vector))
      if (auto *index = dyn_cast<ConstantInt>(insert->getOperand(2)))
        return index->getZExtValue() == lane ? insert->getOperand(1) : of(insert->getOperand(0), lane);
    if (auto *shuffle = dyn_cast<ShuffleVectorInst>(vector)) {
      const int from = shuffle->getMaskValue(lane);
      const auto width = static_cast<int>(cast<FixedVectorType>(shuffle->getOperand(0)->getType())->getNumElements());
      if (from >= 0)
        return of(shuffle->getOperand(from < width ? 0 : 1), static_cast<unsigned>(from % width));
    }
    if (auto *operation = dyn_cast<BinaryOperator>(vector)) {
      Value *made = builder_.CreateBinOp(operation->getOpcode(), of(operation->getOperand(0), lane),
                                         of(operation->getOperand(1), lane));
      if (auto *instruction = dyn_cast<Instruction>(made))
        instruction->copyIRFlags(operation);
      return made;
    }
    return builder_.CreateExtractElement(vector, lane);
  }

  IRBuilder<> &builder_;
  DenseMap<std::pair<Value *, unsigned>, Value *> made_;
  unsigned length_ = 0;
};

/// Computes each coordinate of an image access by itself, instead of in a vector with the other coordinates. Sums such
/// as `at + (int2)(dx, dy)` often have the same x or y as other sums of the kernel. LLVM recognises these equal values
/// only if they are scalars.
void scalariseCoordinates(CallInst &call) {
  const bool writes = functionBaseName(call.getCalledFunction()->getName()).starts_with("write_image");
  for (Use &use : drop_end(call.args(), writes ? 1 : 0)) { // a colour stays a vector
    auto *type = dyn_cast<FixedVectorType>(use->getType());
    if (!type || !type->getElementType()->isIntegerTy(32) || !isa<BinaryOperator>(use))
      continue;
    IRBuilder<> builder(&call);
    Components components(builder);
    Value *vector = PoisonValue::get(type);
    for (unsigned lane = 0; lane < type->getNumElements(); ++lane)
      vector = builder.CreateInsertElement(vector, components.of(use, lane), lane);
    Value *whole = use.get();
    use.set(vector);
    RecursivelyDeleteTriviallyDeadInstructions(whole);
  }
}

class Specialiser {
public:
  Specialiser(Module &module, FunctionAnalysisManager &analyses) : module_(module), analyses_(analyses) {
    simplification_.addPass(SCCPPass());
    simplification_.addPass(SimplifyCFGPass());
    simplification_.addPass(InstCombinePass());
    simplification_.addPass(createFunctionToLoopPassAdaptor(LoopFullUnrollPass(3)));
    simplification_.addPass(EarlyCSEPass());
    simplification_.addPass(InstCombinePass());
    simplification_.addPass(SimplifyCFGPass());
    scalarisation_.addPass(ScalarizerPass());
    scalarisation_.addPass(InstCombinePass());
  }

  /// Makes each call in `function` that passes one of `images` call a copy of its callee for the image's format and the
  /// call's constant samplers.
  void visit(Function &function, const Images &images) {
    std::vector<std::pair<CallInst *, Request>> calls;
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallInst>(&instruction))
        if (std::optional<Request> request = requestOf(*call, images))
          calls.emplace_back(call, std::move(*request));
    for (auto &[call, request] : calls) {
      if (isImageFunction(request.function->getName()))
        scalariseCoordinates(*call);
      call->setCalledFunction(copyFor(request));
    }
  }

  void decideInlining() const {
    for (const auto &[request, copy] : copies_) {
      if (!isImageFunction(request.function->getName()))
        continue;
      const bool fits = copy->getInstructionCount() * copy->getNumUses() <= CodeSizes::inlinedBuiltins;
      copy->removeFnAttr(fits ? Attribute::InlineHint : Attribute::AlwaysInline);
      copy->addFnAttr(fits ? Attribute::AlwaysInline : Attribute::InlineHint);
    }
  }

private:
  static std::optional<Request> requestOf(CallInst &call, const Images &images) {
    Function *callee = call.getCalledFunction();
    if (!callee || callee->isDeclaration())
      return std::nullopt;
    Request request{callee, {}, {}};
    for (Argument &argument : callee->args()) {
      Value *value = call.getArgOperand(argument.getArgNo());
      if (const auto image = images.find(value); image != images.end())
        request.formats.emplace_back(argument.getArgNo(), image->second);
      else if (auto *number = dyn_cast<ConstantInt>(value); number && argument.hasAttribute(samplerAttribute))
        request.samplers.emplace_back(argument.getArgNo(), number->getZExtValue());
    }
    if (request.formats.empty())
      return std::nullopt;
    return request;
  }

  Function *copyFor(const Request &request) {
    if (const auto made = copies_.find(request); made != copies_.end())
      return made->second;
    ValueToValueMapTy map;
    Function *copy = CloneFunction(request.function, map);
    copies_.emplace(request, copy);
    Images images;
    for (const auto &[index, format] : request.formats) {
      images[copy->getArg(index)] = format;
      resolveLoads(*copy->getArg(index), 0, format, module_.getDataLayout());
    }
    for (const auto &[index, number] : request.samplers)
      copy->getArg(index)->replaceAllUsesWith(ConstantInt::get(copy->getArg(index)->getType(), number));
    visit(*copy, images);
    if (isImageFunction(request.function->getName())) {
      simplification_.run(*copy, analyses_);
      if (all_of(request.formats, [](const auto &image) { return channels(image.second) == 1; }))
        scalarisation_.run(*copy, analyses_);
    }
    return copy;
  }

  Module &module_;
  FunctionAnalysisManager &analyses_;
  FunctionPassManager simplification_;
  FunctionPassManager scalarisation_;
  std::map<Request, Function *> copies_;
};

/// Returns the images that are arguments of the kernel.
Images imagesOf(Function &kernel) {
  Images images;
  for (Instruction &instruction : instructions(kernel))
    if (const MDNode *node = instruction.getMetadata(imageMetadata))
      images[&instruction] = mdconst::extract<ConstantInt>(node->getOperand(0))->getZExtValue();
  return images;
}

} // namespace

PreservedAnalyses SpecialiseImagesPass::run(Module &module, ModuleAnalysisManager &analyses) {
  Function *kernel = findKernel(module);
  if (!kernel)
    return PreservedAnalyses::all();
  const Images images = imagesOf(*kernel);
  if (images.empty())
    return PreservedAnalyses::all();
  Specialiser specialiser(module, analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager());
  specialiser.visit(*kernel, images);
  specialiser.decideInlining();
  // The original functions are ten times as long as their simplified copies. If they weren't removed here, later passes
  // would need longer to simplify them than to compile the kernel itself.
  GlobalDCEPass().run(module, analyses);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
