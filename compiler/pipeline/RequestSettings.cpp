// Replaces settings of a request that the compiler can't follow by their defaults, and warns of them in the log.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline/RequestSettings.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"

#include "pipeline/Stages.h"

using namespace llvm;

namespace weft::compiler {

namespace {

void warn(StringRef field, StringRef value, const std::string &rest, std::string &log) {
  log += ("warning: " + field + ": is '" + value + "', and should be " + rest + "\n").str();
}

std::string stagesThatMayBeLeftOut() {
  std::string names;
  const auto append = [&](const auto &one) {
    if (one.need == Need::forSpeed)
      names += ((names.empty() ? "'" : ", '") + one.name + "'").str();
  };
  for_each(allStages(), append);
  for_each(passesInOptimise(), append);
  return names;
}

} // namespace

void removeUnknownStages(CodeRequest &code, std::string &log) {
  while (const std::optional<std::string> name = findRequired(code.without)) {
    erase(code.without, *name);
    if (!name->empty())
      warn("without", *name, "some of " + stagesThatMayBeLeftOut() + ". The others hold.", log);
  }
}

void tryMakeDumpFolder(std::string &folder, std::string &log) {
  if (folder.empty())
    return;
  const std::error_code error = sys::fs::create_directories(folder);
  if (!error && sys::fs::is_directory(folder))
    return;
  warn("dumpFolder", folder,
       "a folder, or a place where one can be made" + (error ? " (" + error.message() + ")" : std::string()) +
           ". The default holds: no IR is written.",
       log);
  folder.clear();
}

Expected<TargetMachine *> borrowTarget(HostTargetLoan &loan, CodeRequest &code, std::string &log) {
  auto target = loan.borrow(code.cpu);
  if (target || code.cpu.empty())
    return target;
  consumeError(target.takeError());
  warn("cpu", code.cpu, "a CPU that LLVM knows, 'x86-64-v3' say. The default holds: this machine's.", log);
  code.cpu.clear();
  return loan.borrow(code.cpu);
}

} // namespace weft::compiler
