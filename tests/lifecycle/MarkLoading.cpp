// A library that nobody should load: it leaves a file behind where it is loaded, beside itself.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <string>

namespace {

__attribute__((constructor)) void leaveMark() {
  Dl_info info;
  if (dladdr(reinterpret_cast<const void *>(&leaveMark), &info) != 0)
    close(open((std::string(info.dli_fname) + ".loaded").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
}

} // namespace
