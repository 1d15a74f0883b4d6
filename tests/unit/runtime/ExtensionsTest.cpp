// Compares the tables of extensions in the documentation with the extensions that the device reports.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/objects/Extensions.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <string>

namespace weft::core {
namespace {

/// Returns the names in the first column of the tables between `heading` and the next heading.
std::set<std::string> namesBelow(const std::string &heading) {
  std::ifstream file(WEFT_EXTENSIONS_DOCUMENT);
  std::set<std::string> names;
  bool isBelow = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("## "))
      isBelow = line == heading;
    if (!isBelow || !line.starts_with("| `"))
      continue;
    const std::string column = line.substr(0, line.find(" | "));
    for (size_t begin = column.find('`'); begin != std::string::npos; begin = column.find('`', begin + 1)) {
      const size_t end = column.find('`', begin + 1);
      names.insert(column.substr(begin + 1, end - begin - 1));
      begin = end;
    }
  }
  return names;
}

TEST(Extensions, AreThoseOfTheDocumentation) {
  std::set<std::string> reported;
  for (const Extension &extension : extensions())
    if (std::string(extension.name).starts_with("cl_") && extension.scopes != 0)
      reported.insert(extension.name);
  EXPECT_EQ(namesBelow("## Reported"), reported);
  for (const char *heading : {"## Not yet, or undecided", "## Not reported"})
    for (const std::string &name : namesBelow(heading))
      EXPECT_FALSE(reported.contains(name)) << name;
}

} // namespace
} // namespace weft::core
