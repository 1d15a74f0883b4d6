// Finds formats of printf about which the build log warns.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/FormatWarnings.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/raw_ostream.h"

#include "kernel/KernelAttributes.h"

namespace weft::compiler {
namespace {

/// The build log shows at most this number of letters from the beginning of a format.
constexpr size_t shownLetters = 64;

bool hasAsterisk(llvm::StringRef format) {
  for (size_t at = format.find('%'); at != llvm::StringRef::npos; at = format.find('%', at)) {
    ++at;
    if (format.substr(at).starts_with("%")) {
      ++at;
      continue;
    }
    const size_t end = format.find_first_not_of("-+ #0123456789.", at);
    if (end != llvm::StringRef::npos && format[end] == '*')
      return true;
  }
  return false;
}

} // namespace

std::string warnAboutFormats(const llvm::Module &program) {
  llvm::SetVector<llvm::StringRef> formats;
  for (const llvm::Function &function : program) {
    if (!isPrintf(function))
      continue;
    for (const llvm::User *user : function.users()) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(user);
      llvm::StringRef format;
      if (call && call->getCalledOperand() == &function && call->arg_size() != 0 &&
          llvm::getConstantStringInfo(call->getArgOperand(0), format) && hasAsterisk(format))
        formats.insert(format);
    }
  }
  std::string text;
  llvm::raw_string_ostream stream(text);
  for (const llvm::StringRef format : formats) {
    stream << "warning: the format \"";
    llvm::printEscapedString(format.take_front(shownLetters), stream);
    stream << (format.size() > shownLetters ? "..." : "")
           << "\" takes a width or precision from the arguments ('*'), which OpenCL C does not have: printf prints it "
              "as it stands from there on\n";
  }
  return text;
}

} // namespace weft::compiler
