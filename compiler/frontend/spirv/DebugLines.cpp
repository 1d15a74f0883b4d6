// Translates the module's source lines to LLVM debug locations.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/spirv/DebugLines.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

namespace weft::compiler::spirv {
namespace {

/// The numbers of instructions in NonSemantic.Shader.DebugInfo.100.
constexpr uint32_t debugSource = 35, debugLine = 103, debugNoLine = 104;

} // namespace

DebugLines::DebugLines(const DecodedModule &source, llvm::Module &program) : source_(source), program_(program) {
  bool hasLines = false;
  Id mainFile = 0;
  for (const Instruction &instruction : source.instructions) {
    if (instruction.opcode == spv::Op::OpString)
      strings_[instruction.result] = instruction.text(0);
    else if (instruction.opcode == spv::Op::OpSource && mainFile == 0)
      mainFile = instruction.word(2);
    else if (instruction.opcode == spv::Op::OpConstant && instruction.words(0).size() == 1)
      numbers_[instruction.result] = instruction.word(0);
    else if (instruction.opcode == spv::Op::OpExtInstImport &&
             instruction.text(0) == "NonSemantic.Shader.DebugInfo.100")
      debugSet_ = instruction.result;
    else if (instruction.opcode == spv::Op::OpExtInst && instruction.word(0) == debugSet_ &&
             instruction.word(1) == debugSource && strings_.contains(instruction.word(2)))
      strings_[instruction.result] = strings_[instruction.word(2)];
    Line line;
    if (lineOf(instruction, line) && line.line != 0) {
      hasLines = true;
      mainFile = mainFile != 0 ? mainFile : line.file;
    }
  }
  if (!hasLines)
    return;
  builder_ = std::make_unique<llvm::DIBuilder>(program);
  unit_ = builder_->createCompileUnit(llvm::DISourceLanguageName(llvm::dwarf::DW_LANG_OpenCL), fileOf(mainFile), "Weft",
                                      /*isOptimized=*/true, "", 0);
  program.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
  program.addModuleFlag(llvm::Module::Max, "Dwarf Version", 5);
}

DebugLines::~DebugLines() = default;

void DebugLines::enterFunction(llvm::Function &function, size_t at) {
  if (!builder_)
    return;
  // The function gets the line that the module states for its OpFunction. If there is none, it gets the first line that
  // the module states inside the function.
  Line line;
  if (at == 0 || !lineOf(source_.instructions[at - 1], line))
    for (size_t next = at; next < source_.instructions.size() && line.line == 0 &&
                           source_.instructions[next].opcode != spv::Op::OpFunctionEnd;
         ++next)
      lineOf(source_.instructions[next], line);
  auto *type = builder_->createSubroutineType(builder_->getOrCreateTypeArray({}));
  llvm::DIFile *file = line.file != 0 ? fileOf(line.file) : unit_->getFile();
  function_ = builder_->createFunction(file, function.getName(), function.getName(), file, line.line, type, line.line,
                                       llvm::DINode::FlagPrototyped, llvm::DISubprogram::SPFlagDefinition);
  function.setSubprogram(function_);
}

void DebugLines::leaveFunction(llvm::IRBuilderBase &builder) {
  function_ = nullptr;
  builder.SetCurrentDebugLocation(llvm::DebugLoc());
}

void DebugLines::read(const Instruction &instruction, llvm::IRBuilderBase &builder) {
  Line line;
  if (function_ && lineOf(instruction, line))
    setLine(builder, line.file, line.line, line.column);
}

void DebugLines::finish() {
  if (builder_)
    builder_->finalize();
}

bool DebugLines::lineOf(const Instruction &instruction, Line &line) const {
  if (instruction.opcode == spv::Op::OpLine) {
    line = {instruction.word(0), instruction.word(1), instruction.word(2)};
    return true;
  }
  const bool isDebug = debugSet_ != 0 && instruction.opcode == spv::Op::OpExtInst && instruction.word(0) == debugSet_;
  if (isDebug && instruction.word(1) == debugLine) {
    line = {instruction.word(2), numberOf(instruction.word(3)), numberOf(instruction.word(5))};
    return true;
  }
  if (instruction.opcode != spv::Op::OpNoLine && !(isDebug && instruction.word(1) == debugNoLine))
    return false;
  line = {};
  return true;
}

void DebugLines::setLine(llvm::IRBuilderBase &builder, Id file, uint32_t line, uint32_t column) {
  if (!function_)
    return;
  llvm::DILocalScope *scope = function_;
  if (llvm::DIFile *other = file != 0 ? fileOf(file) : nullptr; other && other != function_->getFile())
    scope = builder_->createLexicalBlockFile(function_, other);
  // LLVM stores a column in 16 bits.
  builder.SetCurrentDebugLocation(
      llvm::DILocation::get(program_.getContext(), line, column <= UINT16_MAX ? column : 0, scope));
}

llvm::DIFile *DebugLines::fileOf(Id id) {
  llvm::DIFile *&file = files_[id];
  if (!file) {
    const auto name = strings_.find(id);
    file = builder_->createFile(name == strings_.end() ? "program.spv" : name->second, "");
  }
  return file;
}

uint32_t DebugLines::numberOf(Id constant) const {
  const auto found = numbers_.find(constant);
  return found == numbers_.end() ? 0 : found->second;
}

} // namespace weft::compiler::spirv
