// The file system that #include sees: regular files of bounded size.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_INCLUDABLE_FILES_H
#define WEFT_COMPILER_FRONTEND_INCLUDABLE_FILES_H

#include <cstdint>

#include "llvm/Support/VirtualFileSystem.h"

namespace weft::compiler {

/// The file system that #include sees: regular files of bounded size, and folders. An #include of anything else fails
/// with a sentence, without opening it: a FIFO would wait for a writer, and a device may have no end.
class IncludableFiles : public llvm::vfs::ProxyFileSystem {
public:
  static constexpr uint64_t bytes = uint64_t(16) << 20;

  using ProxyFileSystem::ProxyFileSystem;

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine &path) override;
  bool exists(const llvm::Twine &path) override { return bool(status(path)); }
};

} // namespace weft::compiler

#endif
