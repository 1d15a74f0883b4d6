// What programs of cases have in common that open the platform's library themselves.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LibraryCases.h"

#include <sys/mount.h>

#include <cstdio>
#include <cstdlib>

namespace {

namespace fs = std::filesystem;

constexpr int skipped = 77;

} // namespace

void fail(const std::string &message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  throw Ended{EXIT_FAILURE};
}

void skip(const std::string &reason) {
  std::printf("skipped: %s\n", reason.c_str());
  throw Ended{skipped};
}

Folder::Folder() {
  std::string name = "/tmp/weft-lifecycle-XXXXXX";
  path = mkdtemp(name.data());
  fs::permissions(path, fs::perms(0755));
}

Folder::~Folder() {
  umount2(path.c_str(), MNT_DETACH); // where a case has mounted something
  std::error_code error;
  fs::remove_all(path, error);
}

int runCase(const LibraryCases &cases, const std::string &name) {
  const auto chosen = cases.find(name);
  if (chosen == cases.end()) {
    std::fprintf(stderr, "there is no case %s\n", name.c_str());
    return EXIT_FAILURE;
  }
  try {
    return chosen->second();
  } catch (const Ended &ended) {
    return ended.status;
  }
}
