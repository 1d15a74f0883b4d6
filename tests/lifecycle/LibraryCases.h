// What programs of cases have in common that open the platform's library themselves.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_LIFECYCLE_LIBRARY_CASES_H
#define WEFT_TESTS_LIFECYCLE_LIBRARY_CASES_H

#include <filesystem>
#include <map>
#include <string>

/// Ends the case with this status, so that temporary folders go.
struct Ended {
  int status;
};

/// Ends the case with a message.
[[noreturn]] void fail(const std::string &message);
/// Ends the case as one that can't be tried here: CTest counts it as skipped.
[[noreturn]] void skip(const std::string &reason);
inline void expect(bool holds, const std::string &what) {
  if (!holds)
    fail(what);
}

/// A new folder that goes with the object. Other users can look into it.
struct Folder {
  Folder();
  ~Folder();
  Folder(const Folder &) = delete;
  Folder &operator=(const Folder &) = delete;
  std::filesystem::path path;
};

using LibraryCases = std::map<std::string, int (*)()>;

/// Runs one of them; the status of the process.
int runCase(const LibraryCases &cases, const std::string &name);

#endif
