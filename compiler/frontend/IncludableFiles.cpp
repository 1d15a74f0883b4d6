// Decides which of the user's files an #include may open.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/IncludableFiles.h"

#include <string>
#include <system_error>

namespace weft::compiler {
namespace {

class NotIncludable : public std::error_category {
public:
  const char *name() const noexcept override { return "weft.include"; }
  std::string message(int /*code*/) const override { return "only regular files of up to 16 MiB can be included"; }
};

std::error_code notIncludable() {
  static const NotIncludable category;
  return {1, category};
}

} // namespace

llvm::ErrorOr<llvm::vfs::Status> IncludableFiles::status(const llvm::Twine &path) {
  auto found = ProxyFileSystem::status(path);
  if (!found || found->isDirectory())
    return found;
  if (!found->isRegularFile() || found->getSize() > bytes)
    return notIncludable();
  return found;
}

llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> IncludableFiles::openFileForRead(const llvm::Twine &path) {
  if (auto found = status(path); !found)
    return found.getError();
  return ProxyFileSystem::openFileForRead(path);
}

} // namespace weft::compiler
