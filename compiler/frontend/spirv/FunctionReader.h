// Reads the bodies of a module's functions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_FUNCTION_READER_H
#define WEFT_COMPILER_FRONTEND_SPIRV_FUNCTION_READER_H

#include "frontend/spirv/Reader.h"

namespace weft::compiler::spirv {

/// Reads one function that is already declared: its blocks, branches, phis and calls. Each other instruction goes to
/// the reader of its family, such as arithmetic or images.
class FunctionReader {
public:
  explicit FunctionReader(Reader &reader) : reader_(reader), builder_(reader.builder) {}

  /// Reads the function whose OpFunction has the index `at`. Returns the index of its OpFunctionEnd.
  size_t read(size_t at);

private:
  void readInstruction(const Instruction &instruction);
  /// Reads the instruction if it is one of those that this class handles, and returns whether it is.
  bool readStructure(const Instruction &instruction);
  void readParameter(const Instruction &instruction);
  void readLabel(const Instruction &instruction);
  void readPhi(const Instruction &instruction);
  void readBranch(const Instruction &instruction);
  void readSwitch(const Instruction &instruction);
  void readReturn(const Instruction &instruction);
  void readCall(const Instruction &instruction);
  void readPointerCall(const Instruction &instruction);
  llvm::CallInst *callDirectly(llvm::Function &callee, llvm::ArrayRef<llvm::Value *> arguments);
  llvm::BasicBlock *block(const Instruction &user, Id label);
  void checkEnds(const Instruction &end);
  void completePhis();
  void writeLoopMetadata();

  Reader &reader_;
  llvm::IRBuilder<> &builder_;
  llvm::Function *function_ = nullptr;
  unsigned parameters_ = 0;
  std::vector<std::pair<Id, unsigned>> rareWidthParameters_; ///< integer parameters of widths that OpenCL C lacks, and
                                                             ///< the widths
  llvm::DenseMap<Id, llvm::BasicBlock *> blocks_;
  llvm::BasicBlock *current_ = nullptr; ///< the block of the label that was read last
  /// A SPIR-V block becomes several LLVM blocks if one of its instructions needs branches. Maps the last of these LLVM
  /// blocks (it ends with the SPIR-V block's own branch) to the first (the label began it).
  llvm::DenseMap<llvm::BasicBlock *, llvm::BasicBlock *> labelled_;
  std::vector<std::pair<llvm::PHINode *, Instruction>> phis_;
  /// The headers of loops, each with the instruction that has its unroll hints (OpLoopMerge or OpLoopControlINTEL).
  std::vector<std::pair<llvm::BasicBlock *, Instruction>> loops_;
};

} // namespace weft::compiler::spirv

#endif
