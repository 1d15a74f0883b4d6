// The lines of the source that the instructions of a module come from.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_DEBUG_LINES_H
#define WEFT_COMPILER_FRONTEND_SPIRV_DEBUG_LINES_H

#include <map>
#include <memory>
#include <string>

#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/IRBuilder.h"

#include "frontend/spirv/Decoder.h"

namespace weft::compiler::spirv {

/// Gives functions and instructions the lines that OpLine states, or DebugLine of NonSemantic.Shader.DebugInfo.100.
/// Files have the names that the module gives them. Does nothing for a module that names no line.
class DebugLines {
public:
  DebugLines(const DecodedModule &source, llvm::Module &program);
  ~DebugLines();
  DebugLines(const DebugLines &) = delete;
  DebugLines &operator=(const DebugLines &) = delete;

  /// `at`: the index of the function's OpFunction. Instructions get the function's first line until the module names
  /// another one.
  void enterFunction(llvm::Function &function, size_t at);
  void leaveFunction(llvm::IRBuilderBase &builder);
  /// Begins a block without a line, because a line that the module states holds only until the end of the block.
  void enterBlock(llvm::IRBuilderBase &builder) { setLine(builder, 0, 0, 0); }
  /// If the instruction states a line, the next instructions get this line.
  void read(const Instruction &instruction, llvm::IRBuilderBase &builder);
  void finish();

private:
  struct Line {
    Id file = 0;
    uint32_t line = 0;
    uint32_t column = 0;
  };
  /// Whether the instruction begins a line, and which one. Line 0 ends the current line.
  bool lineOf(const Instruction &instruction, Line &line) const;
  void setLine(llvm::IRBuilderBase &builder, Id file, uint32_t line, uint32_t column);
  llvm::DIFile *fileOf(Id id);
  uint32_t numberOf(Id constant) const;

  const DecodedModule &source_;
  llvm::Module &program_;
  std::map<Id, std::string> strings_; ///< the texts of OpString; for a DebugSource, its file name
  std::map<Id, uint32_t> numbers_;    ///< 32-bit constants, which DebugLine refers to
  std::map<Id, llvm::DIFile *> files_;
  Id debugSet_ = 0;                          ///< the id of NonSemantic.Shader.DebugInfo.100
  std::unique_ptr<llvm::DIBuilder> builder_; ///< null if the module names no line
  llvm::DICompileUnit *unit_ = nullptr;
  llvm::DISubprogram *function_ = nullptr;
};

} // namespace weft::compiler::spirv

#endif
