// Splits a module of builtins into parts by the names of its functions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "builtins/import/ModuleSplitter.h"

#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include "builtins/archive/MangledName.h"

namespace weft::compiler {
namespace {

/// Declares symbols in a part's module when the value mapper finds that the part's definitions use them.
class Declarer : public llvm::ValueMaterializer {
public:
  explicit Declarer(llvm::Module &part) : part_(part) {}

  llvm::Value *materialize(llvm::Value *value) override {
    if (auto *function = llvm::dyn_cast<llvm::Function>(value)) {
      auto *declared = llvm::Function::Create(function->getFunctionType(), llvm::GlobalValue::ExternalLinkage,
                                              function->getAddressSpace(), function->getName(), &part_);
      declared->copyAttributesFrom(function);
      return declared;
    }
    if (auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(value)) {
      auto *declared = new llvm::GlobalVariable(
          part_, variable->getValueType(), variable->isConstant(), llvm::GlobalValue::ExternalLinkage, nullptr,
          variable->getName(), nullptr, llvm::GlobalValue::NotThreadLocal, variable->getAddressSpace());
      declared->copyAttributesFrom(variable);
      return declared;
    }
    return nullptr;
  }

private:
  llvm::Module &part_;
};

void cloneBody(llvm::Function &to, const llvm::Function &from, llvm::ValueToValueMapTy &map, Declarer &declarer) {
  auto parameter = to.arg_begin();
  for (const llvm::Argument &argument : from.args()) {
    parameter->setName(argument.getName());
    map[&argument] = &*parameter++;
  }
  llvm::SmallVector<llvm::ReturnInst *, 8> returns;
  llvm::CloneFunctionInto(&to, &from, map, llvm::CloneFunctionChangeType::DifferentModule, returns, "", nullptr,
                          nullptr, &declarer);
}

std::string bitcodeOf(const llvm::Module &source, const std::vector<llvm::GlobalObject *> &definitions) {
  llvm::Module part("builtins", source.getContext());
  part.setTargetTriple(source.getTargetTriple());
  part.setDataLayout(source.getDataLayout());
  Declarer declarer(part);
  llvm::ValueToValueMapTy map;
  for (llvm::GlobalObject *definition : definitions)
    map[definition] = declarer.materialize(definition);
  for (llvm::GlobalObject *definition : definitions) {
    if (auto *function = llvm::dyn_cast<llvm::Function>(definition)) {
      cloneBody(*llvm::cast<llvm::Function>(&*map[definition]), *function, map, declarer);
    } else {
      auto *variable = llvm::cast<llvm::GlobalVariable>(definition);
      llvm::cast<llvm::GlobalVariable>(&*map[definition])
          ->setInitializer(llvm::MapValue(variable->getInitializer(), map, llvm::RF_None, nullptr, &declarer));
    }
  }
  // Cloning leaves an empty list of compile units, which is removed.
  if (llvm::NamedMDNode *units = part.getNamedMetadata("llvm.dbg.cu"))
    units->eraseFromParent();
  // The bitcode has no symbol table, as the archive's index locates symbols.
  llvm::SmallVector<char, 0> buffer;
  llvm::BitcodeWriter writer(buffer);
  writer.writeModule(part);
  writer.writeStrtab();
  return std::string(buffer.begin(), buffer.end());
}

/// Returns the name of the part to which a definition belongs. Helpers named __clc_... belong to the part of the
/// functions that they serve.
std::string partOf(const llvm::GlobalObject &definition, llvm::StringRef prefix) {
  llvm::StringRef name = definition.getName();
  if (name.starts_with(prefix))
    return name.str();
  llvm::StringRef base = functionBaseName(name);
  base.consume_front("__clc_");
  return base.empty() ? name.str() : base.str();
}

} // namespace

std::map<std::string, ModulePart> splitModule(llvm::Module &module, llvm::StringRef prefix) {
  std::map<std::string, ModulePart> parts;
  unsigned helpers = 0;
  for (llvm::GlobalObject &object : module.global_objects()) {
    if (object.isDeclaration())
      continue;
    if (object.hasLocalLinkage())
      object.setName(llvm::Twine(prefix) + llvm::Twine(helpers++) + "." + object.getName());
    object.setLinkage(llvm::GlobalValue::ExternalLinkage);
    object.setVisibility(llvm::GlobalValue::DefaultVisibility);
    object.setComdat(nullptr);
    parts[partOf(object, prefix)].definitions.push_back(&object);
  }
  for (auto &[name, part] : parts)
    part.bitcode = bitcodeOf(module, part.definitions);
  return parts;
}

} // namespace weft::compiler
