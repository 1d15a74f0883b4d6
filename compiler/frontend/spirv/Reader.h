// A SPIR-V module on its way to LLVM IR: what all instructions read and write.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_READER_H
#define WEFT_COMPILER_FRONTEND_SPIRV_READER_H

#include <optional>
#include <set>
#include <utility>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include "frontend/Spir64Types.h"
#include "frontend/spirv/DebugLines.h"
#include "frontend/spirv/EntryPoints.h"
#include "frontend/spirv/ModuleBudget.h"
#include "frontend/spirv/SpirvReader.h"
#include "frontend/spirv/Types.h"

namespace weft::compiler::spirv {

/// What a module says before its functions, as the readers of instructions need it, and the function at hand. A problem
/// is noted, not thrown: the first one ends the reading before the next instruction.
class Reader {
public:
  Reader(const DecodedModule &source, const SpirvOptions &options, ModuleClock &clock, llvm::Module &program);

  /// Reads all of the module.
  llvm::Error run();

  /// Notes that `instruction` can't be read: "OpFAdd at word 12 " and `why`.
  void flaw(const Instruction &instruction, const llvm::Twine &why);
  bool failed() const { return !flaw_.empty(); }
  /// Ends the reading where it has taken too long.
  void checkTime(const Instruction &instruction) {
    if (clock_.isOver())
      flaw(instruction, "stands where reading the module has taken longer than any real program does");
  }

  const Types &types() const { return types_; }
  /// Of what an id is a value of; null, and a flaw, where it is none.
  const Type *typeInfoOf(const Instruction &user, Id id);
  /// The LLVM type that an instruction gives. *Requires* one that gives a value.
  llvm::Type *resultType(const Instruction &instruction) const { return types_.typeOf(instruction.type); }
  /// The bits of an integer of a rare width (Types.h); 0 for all else.
  unsigned rareWidthOf(Id type) const;
  const Decorations &decorationsOf(Id id) const;

  /// The value of an id; a flaw and a poisoned number where there is none.
  llvm::Value *value(const Instruction &user, Id id);
  llvm::Value *operand(const Instruction &user, size_t index) { return value(user, user.word(index)); }
  /// All operands from `first` on; empty, and a flaw, where one isn't of the type that it must have.
  std::vector<llvm::Value *> operandsOf(const Instruction &user, size_t first, size_t count, llvm::Type *type);
  /// The number that an id stands for; nothing where it is none that is known.
  std::optional<uint64_t> number(Id id) const;

  /// The image and the sampler of a sampled image.
  std::pair<llvm::Value *, llvm::Value *> sampledImage(const Instruction &user, Id id);
  void setSampledImage(Id id, llvm::Value *image, llvm::Value *sampler) { sampledImages_[id] = {image, sampler}; }

  /// What a decoration says, or the type's own.
  llvm::Align alignmentOf(const Decorations &decorations, llvm::Type *type) const;
  /// What a decoration says, by itself or by a constant; 0 where that is nothing, or no alignment.
  uint32_t alignmentOf(const Decorations &decorations) const;

  bool isOpenClSet(Id set) const { return openClSets_.contains(set); }
  bool isSilentSet(Id set) const { return silentSets_.contains(set); }
  /// Whether a product and a sum may become one operation, for lack of a decoration that says otherwise.
  bool mayContract() const { return mayContract_; }
  /// SPV_KHR_float_controls2: whether flags of operations say all that they may do, contraction as well.
  bool hasFloatControls() const { return hasFloatControls_; }
  /// FPFastMathModeMask of operations on a type that have no decoration; nothing where the entry points set no
  /// defaults.
  std::optional<uint32_t> defaultFastMath(llvm::Type *type) const;
  bool zeroPrivateMemory() const { return options_.zeroPrivateMemory; }
  bool definesUnwritten() const { return options_.definesUnwritten; }
  bool uniformGroups() const { return options_.uniformGroups; }

  llvm::IRBuilder<> builder;
  llvm::Module &program;

private:
  friend class FunctionReader;
  friend class EntryPointWriter;

  void readPreamble(const Instruction &instruction);
  void readGlobal(const Instruction &instruction);
  void readType(const Instruction &instruction);
  void readConstant(const Instruction &instruction);
  void readSpecConstantOp(const Instruction &instruction);
  llvm::Constant *scalarConstant(const Instruction &instruction, llvm::ArrayRef<uint32_t> words);
  llvm::Constant *compositeConstant(const Instruction &instruction);
  llvm::Constant *replicatedConstant(const Instruction &instruction);
  llvm::Constant *nullConstant(const Instruction &instruction);
  void readVariable(const Instruction &instruction);
  llvm::Constant *functionPointer(const Instruction &instruction);
  /// Puts the functions in the places of what stands for them, and keeps those that the host may ask pointers to.
  void completeFunctionPointers();
  /// Some producers make entry points of functions that are enqueued, which take generic pointers. No host can launch
  /// them.
  void dropEntryPointsOfBlocks();
  void declareFunction(const Instruction &instruction);
  /// The value with zeros above its width.
  llvm::Value *narrowed(llvm::Value *value, unsigned width);
  /// A value of a rare width as a user takes it that sees a sign in it.
  llvm::Value *withSign(const Instruction &user, Id id, llvm::Value *value);
  void addKernelAttributes(llvm::Function &kernel) const;
  void nameFunction(llvm::Function &function, Id id);
  void addParameterAttributes(const Instruction &instruction, const Type &type, llvm::Function &function);

  llvm::Value *builtinVariable(const Instruction &user, Id id);
  llvm::Value *constantSampler(uint32_t bits);

  /// Reads an instruction that is neither a declaration nor a part of the control flow.
  void readInstruction(const Instruction &instruction);
  /// Whether an instruction takes and gives what it may: of types that few instructions know. Else a flaw.
  bool checkRareTypes(const Instruction &instruction);
  void setValue(const Instruction &instruction, llvm::Value *value);
  /// Of an instruction in a function that has been read.
  void forget(Id id) {
    values_.erase(id);
    typeIds_.erase(id);
  }

  const DecodedModule &source_;
  const SpirvOptions &options_;
  ModuleClock &clock_;
  std::unique_ptr<DebugLines> lines_; ///< null where nobody asks for lines
  std::string flaw_;
  std::map<Id, Decorations> decorations_;
  Types types_;
  Spir64Types bounds_;
  std::map<Id, std::string> names_;
  std::set<std::string> strings_;
  EntryPoints entryPoints_;
  llvm::DenseSet<Id> openClSets_;
  llvm::DenseSet<Id> silentSets_; ///< whose instructions say nothing that code is made of
  bool mayContract_ = true;
  bool hasFloatControls_ = false;
  mutable llvm::DenseMap<llvm::Type *, std::optional<uint32_t>> fastMath_; ///< defaults, as they were asked for

  llvm::DenseMap<Id, llvm::Value *> values_;
  llvm::DenseMap<Id, Id> typeIds_;
  llvm::DenseMap<Id, uint32_t> samplers_; ///< constant ones, as __translate_sampler_initializer takes them
  llvm::DenseMap<Id, std::pair<llvm::Value *, llvm::Value *>> sampledImages_;
  /// What stands for functions that have pointers to them, and one of these pointers, until all has been read:
  /// constants come before functions.
  std::map<Id, std::pair<llvm::Function *, Instruction>> pointedTo_;
  llvm::DenseMap<Id, Id> builtinVariables_; ///< and what each points to

  // Of the function at hand.
  llvm::Function *function_ = nullptr;
  llvm::DenseMap<Id, llvm::Value *> functionBuiltins_;
};

/// What a family of instructions makes of one: nothing where it is not of the family, null where it gives no value or
/// where there was a flaw.
using Answer = std::optional<llvm::Value *>;

Answer readArithmetic(Reader &reader, const Instruction &instruction);
Answer readIntegerFunction(Reader &reader, const Instruction &instruction);
Answer readRelation(Reader &reader, const Instruction &instruction);
Answer readConversion(Reader &reader, const Instruction &instruction);
Answer readComposite(Reader &reader, const Instruction &instruction);
Answer readMemory(Reader &reader, const Instruction &instruction);
Answer readAddress(Reader &reader, const Instruction &instruction);
Answer readMaskedAccess(Reader &reader, const Instruction &instruction);
Answer readAtomic(Reader &reader, const Instruction &instruction);
Answer readGroup(Reader &reader, const Instruction &instruction);
Answer readSubGroupExtension(Reader &reader, const Instruction &instruction);
Answer readValueExtension(Reader &reader, const Instruction &instruction);
Answer readImage(Reader &reader, const Instruction &instruction);
Answer readPipe(Reader &reader, const Instruction &instruction);
Answer readEnqueue(Reader &reader, const Instruction &instruction);
Answer readOpenClStd(Reader &reader, const Instruction &instruction);

/// Reports a flaw of the instruction, which gives no value then: null.
llvm::Value *flaw(Reader &reader, const Instruction &instruction, const char *text);

/// Whether both are scalars, or vectors of the same length.
bool haveSameShape(const llvm::Type *one, const llvm::Type *other);

/// The call that stands for an instruction; a flaw where the module has another function of the same name.
llvm::Value *called(Reader &reader, const Instruction &instruction, llvm::Value *call);

} // namespace weft::compiler::spirv

#endif
