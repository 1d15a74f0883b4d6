// A SPIR-V module during its translation to LLVM IR: the state that all instructions read and write.
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

/// The state of one module's translation: the facts that the module states before its functions, as the readers of
/// instructions need them, and the function that is being read. A flaw, a reason to refuse the module, is noted and not
/// thrown: after the first flaw, no further instruction is read.
class Reader {
public:
  Reader(const DecodedModule &source, const SpirvOptions &options, ModuleClock &clock, llvm::Module &program);

  /// Reads the whole module.
  llvm::Error run();

  /// Notes that `instruction` can't be read. The build log then says "OpFAdd at word 12 " and `why`.
  void flaw(const Instruction &instruction, const llvm::Twine &why);
  bool failed() const { return !flaw_.empty(); }
  /// Reports a flaw, which ends the reading, if the reading has taken too long.
  void checkTime(const Instruction &instruction) {
    if (clock_.isOver())
      flaw(instruction, "stands where reading the module has taken longer than any real program does");
  }

  const Types &types() const { return types_; }
  /// Returns the type of the value of an id. If the id has no type, reports a flaw and returns null.
  const Type *typeInfoOf(const Instruction &user, Id id);
  /// Returns the LLVM type of an instruction's result. *Requires* an instruction with a result.
  llvm::Type *resultType(const Instruction &instruction) const { return types_.typeOf(instruction.type); }
  /// Returns the width of an integer type if OpenCL C lacks integers of this width (a rare width); 0 for all other
  /// types.
  unsigned rareWidthOf(Id type) const;
  const Decorations &decorationsOf(Id id) const;

  /// Returns the value of an id. If the id has no value, reports a flaw and returns a poison number.
  llvm::Value *value(const Instruction &user, Id id);
  llvm::Value *operand(const Instruction &user, size_t index) { return value(user, user.word(index)); }
  /// Returns `count` operands from `first` on. If one of them isn't of type `type`, reports a flaw and returns none.
  std::vector<llvm::Value *> operandsOf(const Instruction &user, size_t first, size_t count, llvm::Type *type);
  /// Returns the integer constant that an id stands for; nothing if the id is no such constant.
  std::optional<uint64_t> number(Id id) const;

  /// Returns the image and the sampler of a sampled image.
  std::pair<llvm::Value *, llvm::Value *> sampledImage(const Instruction &user, Id id);
  void setSampledImage(Id id, llvm::Value *image, llvm::Value *sampler) { sampledImages_[id] = {image, sampler}; }

  /// Returns the alignment that a decoration gives, or the type's own.
  llvm::Align alignmentOf(const Decorations &decorations, llvm::Type *type) const;
  /// Returns the alignment that a decoration gives, by itself or by a constant; 0 if there is none or it is no valid
  /// alignment.
  uint32_t alignmentOf(const Decorations &decorations) const;

  bool isOpenClSet(Id set) const { return openClSets_.contains(set); }
  bool isSilentSet(Id set) const { return silentSets_.contains(set); }
  /// Whether a product and a sum may become one operation unless a decoration forbids it.
  bool mayContract() const { return mayContract_; }
  /// Whether the module uses SPV_KHR_float_controls2. If it does, an operation may do only what its flags allow, which
  /// also holds for contraction.
  bool hasFloatControls() const { return hasFloatControls_; }
  /// Returns the FPFastMathModeMask of operations on a type that have no decoration; nothing if the entry points set
  /// no defaults.
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
  /// Replaces the placeholders in pointedTo_ by the functions, and exports the functions to which the host may request
  /// pointers.
  void completeFunctionPointers();
  /// If a kernel enqueues the function of an entry point as a block, drops the entry point. Some producers write such
  /// entry points, but the functions take generic pointers, so no host can launch them.
  void dropEntryPointsOfBlocks();
  void declareFunction(const Instruction &instruction);
  /// Returns the value with all bits above the lowest `width` bits set to zero.
  llvm::Value *zeroedAboveWidth(llvm::Value *value, unsigned width);
  /// Returns `value`. If its type has a rare width (one that OpenCL C lacks) and the instruction `user` treats it as
  /// signed, the value is first sign-extended from this width.
  llvm::Value *withSign(const Instruction &user, Id id, llvm::Value *value);
  void addKernelAttributes(llvm::Function &kernel) const;
  void nameFunction(llvm::Function &function, Id id);
  void addParameterAttributes(const Instruction &instruction, const Type &type, llvm::Function &function);

  llvm::Value *builtinVariable(const Instruction &user, Id id);
  llvm::Value *constantSampler(uint32_t bits);

  /// Reads an instruction that is neither a declaration nor a part of the control flow.
  void readInstruction(const Instruction &instruction);
  /// Whether an instruction supports the types of its operands and its result. If it doesn't, reports a flaw. Few
  /// support rare types (vectors of pointers, integers of rare widths).
  bool checkRareTypes(const Instruction &instruction);
  void setValue(const Instruction &instruction, llvm::Value *value);
  /// Forgets the value of an id. The id was defined in a function that has been read, so later functions may not use
  /// it.
  void forget(Id id) {
    values_.erase(id);
    typeIds_.erase(id);
  }

  const DecodedModule &source_;
  const SpirvOptions &options_;
  ModuleClock &clock_;
  std::unique_ptr<DebugLines> lines_; ///< null if no lines are requested
  std::string flaw_;
  std::map<Id, Decorations> decorations_;
  Types types_;
  Spir64Types bounds_;
  std::map<Id, std::string> names_;
  std::set<std::string> strings_;
  EntryPoints entryPoints_;
  llvm::DenseSet<Id> openClSets_;
  llvm::DenseSet<Id> silentSets_; ///< sets whose instructions produce no code
  bool mayContract_ = true;
  bool hasFloatControls_ = false;
  mutable llvm::DenseMap<llvm::Type *, std::optional<uint32_t>> fastMath_; ///< the defaults that were queried so far

  llvm::DenseMap<Id, llvm::Value *> values_;
  llvm::DenseMap<Id, Id> typeIds_;
  llvm::DenseMap<Id, uint32_t> samplers_; ///< constant samplers, as __translate_sampler_initializer takes them
  llvm::DenseMap<Id, std::pair<llvm::Value *, llvm::Value *>> sampledImages_;
  /// For each function to which the module makes a pointer: a placeholder for the function, and an instruction that
  /// makes such a pointer. Placeholders are needed until the whole module has been read, because constants come before
  /// functions.
  std::map<Id, std::pair<llvm::Function *, Instruction>> pointedTo_;
  llvm::DenseMap<Id, Id> builtinVariables_; ///< built-in variables, with the id of the type that each points to

  // State of the function that is being read.
  llvm::Function *function_ = nullptr;
  llvm::DenseMap<Id, llvm::Value *> functionBuiltins_;
};

/// The result of a family's reader for an instruction: nothing if the instruction is not of the family, null if
/// it has no value or if a flaw was reported.
using ReadResult = std::optional<llvm::Value *>;

ReadResult readArithmetic(Reader &reader, const Instruction &instruction);
ReadResult readIntegerFunction(Reader &reader, const Instruction &instruction);
ReadResult readRelation(Reader &reader, const Instruction &instruction);
ReadResult readConversion(Reader &reader, const Instruction &instruction);
ReadResult readComposite(Reader &reader, const Instruction &instruction);
ReadResult readMemory(Reader &reader, const Instruction &instruction);
ReadResult readAddress(Reader &reader, const Instruction &instruction);
ReadResult readMaskedAccess(Reader &reader, const Instruction &instruction);
ReadResult readAtomic(Reader &reader, const Instruction &instruction);
ReadResult readGroup(Reader &reader, const Instruction &instruction);
ReadResult readSubGroupExtension(Reader &reader, const Instruction &instruction);
ReadResult readValueExtension(Reader &reader, const Instruction &instruction);
ReadResult readImage(Reader &reader, const Instruction &instruction);
ReadResult readPipe(Reader &reader, const Instruction &instruction);
ReadResult readEnqueue(Reader &reader, const Instruction &instruction);
ReadResult readOpenClStd(Reader &reader, const Instruction &instruction);

/// Reports a flaw of the instruction and returns null, as the instruction has no value then.
llvm::Value *flaw(Reader &reader, const Instruction &instruction, const char *text);

/// Whether both are scalars, or vectors of the same length.
bool haveSameShape(const llvm::Type *one, const llvm::Type *other);

/// Returns `call`, which stands for an instruction. Reports a flaw if the module has another function of the same
/// name.
llvm::Value *called(Reader &reader, const Instruction &instruction, llvm::Value *call);

} // namespace weft::compiler::spirv

#endif
