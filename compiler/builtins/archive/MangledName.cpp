// Parses and writes the part of the Itanium mangling that OpenCL C needs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "builtins/archive/MangledName.h"

#include <map>
#include <memory>
#include <vector>

#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"

namespace weft::compiler {
namespace {

/// The type of a parameter. The pointee of a pointer is always Qualified, even if it has the private address space
/// and no qualifiers are printed. Clang counts the qualified type as a separate component for substitutions.
struct Type {
  enum Kind { Plain, Named, Prefixed, Pointer, Qualified } kind;
  /// Plain, Named: the whole text. Prefixed: the text before the inner type ("Dv4_", "U7_Atomic").
  std::string text;
  unsigned addressSpace = 0;
  /// Qualified: the qualifiers "r", "V", "K" as in the name.
  std::string qualifiers;
  std::shared_ptr<Type> inner;

  /// Returns the whole type without substitutions. The private address space is spelled out, so that equal keys mean
  /// equal types.
  std::string key() const {
    switch (kind) {
    case Plain:
    case Named:
      return text;
    case Prefixed:
      return text + inner->key();
    case Pointer:
      return "P" + inner->key();
    case Qualified:
      return "U3AS" + std::to_string(addressSpace) + qualifiers + inner->key();
    }
    return {};
  }
};
using TypeRef = std::shared_ptr<Type>;

/// Returns the number of a substitution "S<seq>_" in base 36: "" for 0, "0" for 1, and so on.
std::string sequenceId(size_t index) {
  if (index == 0)
    return {};
  std::string digits;
  for (size_t rest = index - 1;; rest /= 36) {
    const size_t digit = rest % 36;
    digits.insert(digits.begin(), static_cast<char>(digit < 10 ? '0' + digit : 'A' + digit - 10));
    if (rest < 36)
      return digits;
  }
}

class Reader {
public:
  explicit Reader(llvm::StringRef text) : rest_(text) {}

  bool atEnd() const { return rest_.empty(); }

  /// Parses a type. Returns null if the text is not understood.
  TypeRef type() {
    if (rest_.consume_front("P")) {
      TypeRef pointee = qualifiedType();
      return pointee ? remember({Type::Pointer, "", 0, "", pointee}) : nullptr;
    }
    if (startsQualifiers())
      return qualifiedType();
    if (rest_.starts_with("S"))
      return substitution();
    if (rest_.starts_with("Dv") || rest_.starts_with("U"))
      return prefixed();
    if (rest_.consume_front("Dh"))
      return std::make_shared<Type>(Type{Type::Plain, "Dh", 0, "", nullptr});
    if (!rest_.empty() && llvm::isDigit(rest_.front())) {
      const std::string name = sourceName();
      return name.empty() ? nullptr : remember({Type::Named, name, 0, "", nullptr});
    }
    // These letters are the builtin types: https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling-builtin.
    if (!rest_.empty() && llvm::StringRef("vwbcahstijlmxynofdz").contains(rest_.front())) {
      const std::string letter(1, rest_.front());
      rest_ = rest_.drop_front();
      return std::make_shared<Type>(Type{Type::Plain, letter, 0, "", nullptr});
    }
    return nullptr;
  }

private:
  bool startsQualifiers() const {
    return rest_.starts_with("U3AS") || rest_.starts_with("r") || rest_.starts_with("V") || rest_.starts_with("K");
  }

  TypeRef remember(Type type) {
    auto made = std::make_shared<Type>(std::move(type));
    seen_.push_back(made);
    return made;
  }

  std::string sourceName() {
    const llvm::StringRef before = rest_;
    size_t length = 0;
    if (rest_.consumeInteger(10, length) || length > rest_.size())
      return {};
    rest_ = rest_.drop_front(length);
    return before.drop_back(rest_.size()).str();
  }

  TypeRef qualifiedType() {
    Type made{Type::Qualified, "", 0, "", nullptr};
    const bool spelled = startsQualifiers();
    if (rest_.consume_front("U3AS") && rest_.consumeInteger(10, made.addressSpace))
      return nullptr;
    while (rest_.starts_with("r") || rest_.starts_with("V") || rest_.starts_with("K")) {
      made.qualifiers += rest_.front();
      rest_ = rest_.drop_front();
    }
    made.inner = type();
    if (!made.inner)
      return nullptr;
    // The parsed type may be a substitution that already stands for the qualified type.
    if (!spelled && made.inner->kind == Type::Qualified)
      return made.inner;
    return remember(std::move(made));
  }

  TypeRef substitution() {
    rest_ = rest_.drop_front();
    size_t index = 0;
    if (!rest_.consume_front("_")) {
      const size_t end = rest_.find('_');
      if (end == llvm::StringRef::npos || rest_.take_front(end).getAsInteger(36, index))
        return nullptr;
      rest_ = rest_.drop_front(end + 1);
      ++index;
    }
    return index < seen_.size() ? seen_[index] : nullptr;
  }

  TypeRef prefixed() {
    const llvm::StringRef before = rest_;
    if (rest_.consume_front("Dv")) {
      unsigned lanes = 0;
      if (rest_.consumeInteger(10, lanes) || !rest_.consume_front("_"))
        return nullptr;
    } else {
      rest_ = rest_.drop_front();
      if (sourceName().empty())
        return nullptr;
    }
    const std::string prefix = before.drop_back(rest_.size()).str();
    TypeRef inner = type();
    return inner ? remember({Type::Prefixed, prefix, 0, "", inner}) : nullptr;
  }

  llvm::StringRef rest_;
  std::vector<TypeRef> seen_;
};

class Writer {
public:
  std::string type(const Type &type) {
    if (type.kind == Type::Plain)
      return type.text;
    const std::string key = type.key();
    if (auto found = seen_.find(key); found != seen_.end())
      return "S" + sequenceId(found->second) + "_";
    std::string text;
    switch (type.kind) {
    case Type::Plain:
    case Type::Named:
      text = type.text;
      break;
    case Type::Prefixed:
      text = type.text + this->type(*type.inner);
      break;
    case Type::Pointer:
      text = "P" + this->type(*type.inner);
      break;
    case Type::Qualified:
      text = type.addressSpace == 0 ? "" : "U3AS" + std::to_string(type.addressSpace);
      text += type.qualifiers + this->type(*type.inner);
      break;
    }
    const size_t index = seen_.size();
    seen_.emplace(key, index);
    return text;
  }

private:
  std::map<std::string, size_t> seen_;
};

void renumber(Type &type, const std::function<unsigned(unsigned)> &newNumber, std::vector<Type *> &done) {
  if (llvm::is_contained(done, &type))
    return;
  done.push_back(&type);
  if (type.kind == Type::Qualified)
    type.addressSpace = newNumber(type.addressSpace);
  if (type.inner)
    renumber(*type.inner, newNumber, done);
}

} // namespace

llvm::StringRef functionBaseName(llvm::StringRef mangled) {
  size_t length = 0;
  if (!mangled.consume_front("_Z") || mangled.consumeInteger(10, length) || length > mangled.size())
    return {};
  return mangled.take_front(length);
}

std::optional<std::string> renumberAddressSpaces(llvm::StringRef mangled,
                                                 const std::function<unsigned(unsigned)> &newNumber) {
  const llvm::StringRef name = functionBaseName(mangled);
  if (name.empty())
    return std::nullopt;
  const size_t head = name.end() - mangled.begin();
  Reader reader(mangled.drop_front(head));
  std::vector<TypeRef> parameters;
  while (!reader.atEnd()) {
    parameters.push_back(reader.type());
    if (!parameters.back())
      return std::nullopt;
  }
  std::vector<Type *> done;
  for (const TypeRef &parameter : parameters)
    renumber(*parameter, newNumber, done);
  std::string result = mangled.take_front(head).str();
  Writer writer;
  for (const TypeRef &parameter : parameters)
    result += writer.type(*parameter);
  return result;
}

std::string readableFunctionName(llvm::StringRef mangled) {
  std::string text = llvm::demangle(mangled);
  static constexpr std::pair<llvm::StringRef, llvm::StringRef> words[] = {
      {" AS1", " global"}, {" AS2", " constant"}, {" AS3", " local"}, {" AS4", " generic"}};
  for (const auto &[number, word] : words)
    for (size_t at = text.find(number); at != std::string::npos; at = text.find(number, at))
      text.replace(at, number.size(), word);
  return text;
}

} // namespace weft::compiler
