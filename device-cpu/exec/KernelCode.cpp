// Loads compiled kernels with dlopen, and checks everything that the executors rely on.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

#include "Device.h"
#include "FileDescriptor.h"
#include "exec/CodeCheck.h"
#include "exec/CodeFile.h"
#include "exec/LineTable.h"

namespace weft::cpu {

namespace {

/// Returns the reason why the description of a kernel can't be used, or an empty string.
std::string kernelInfoError(const WeftKernelInfo &info) {
  if (info.abiVersion != WEFT_KERNEL_ABI_VERSION)
    return "has kernel ABI version " + std::to_string(info.abiVersion) + ", not " +
           std::to_string(WEFT_KERNEL_ABI_VERSION);
  if (info.executor != WEFT_EXECUTOR_LOOPS && info.executor != WEFT_EXECUTOR_FIBERS)
    return "is for an unknown executor, number " + std::to_string(info.executor);
  if (info.entry == nullptr)
    return "has no entry";
  if (info.staticLocalBytes % WEFT_MEMORY_ALIGNMENT != 0)
    return "has " + std::to_string(info.staticLocalBytes) + " bytes of local memory, not a multiple of " +
           std::to_string(WEFT_MEMORY_ALIGNMENT);
  if (info.packetWidth > WEFT_PACKET_WIDTH_LIMIT)
    return "works on packets of " + std::to_string(info.packetWidth) + " work-items, more than " +
           std::to_string(WEFT_PACKET_WIDTH_LIMIT);
  if (info.packetDimension > 2)
    return "works on packets along dimension " + std::to_string(info.packetDimension);
  if (info.subGroupSize > WEFT_PACKET_WIDTH_LIMIT)
    return "has sub-groups of " + std::to_string(info.subGroupSize) + " work-items, more than " +
           std::to_string(WEFT_PACKET_WIDTH_LIMIT);
  const uint64_t (&size)[3] = info.requiredLocalSize;
  const bool isOneRow = size[1] == 1 && size[2] == 1;
  if ((size[1] == 0) != (size[2] == 0) || ((size[0] == 0) != (size[1] == 0) && !isOneRow))
    return "requires a local size for some dimensions only";
  return {};
}

/// Returns the size in bytes that the symbol of the object at `address` states, or 0 if the size is unknown.
size_t symbolSize(const void *address) {
  Dl_info info;
  const ElfW(Sym) *symbol = nullptr;
  if (dladdr1(address, &info, reinterpret_cast<void **>(const_cast<ElfW(Sym) **>(&symbol)), RTLD_DL_SYMENT) == 0 ||
      symbol == nullptr)
    return 0;
  return symbol->st_size;
}

std::unexpected<std::string> cannotBeLoaded(const std::string &name, const std::string &reason) {
  return std::unexpected("The code of '" + name + "' cannot be loaded: " + reason + ".");
}

std::string loaderError() {
  const char *reason = dlerror();
  return reason != nullptr ? reason : "no reason given";
}

/// Returns the bytes of a file, or the reason why they can't be read.
std::expected<std::string, std::string> readFile(const std::string &path) {
  const FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status;
  if (!file || fstat(file.get(), &status) != 0)
    return std::unexpected(path + ": " + std::strerror(errno));
  if (!S_ISREG(status.st_mode))
    return std::unexpected(path + " is no file");
  std::string bytes(size_t(status.st_size), '\0');
  for (size_t done = 0; done < bytes.size();) {
    const ssize_t count = read(file.get(), bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return std::unexpected(path + " can't be read");
    done += size_t(count);
  }
  return bytes;
}

} // namespace

std::expected<std::shared_ptr<const KernelCode>, std::string> KernelCode::loadFile(const std::string &path) {
  const auto bytes = readFile(path);
  if (!bytes)
    return cannotBeLoaded(path, bytes.error());
  return loadFile(path, *bytes, path);
}

std::expected<std::shared_ptr<const KernelCode>, std::string>
KernelCode::loadFile(const std::string &path, std::string_view bytes, const std::string &name) {
  if (const std::string flaw = objectFileError(bytes); !flaw.empty())
    return cannotBeLoaded(path, flaw);
  // If the path has no slash, dlopen would search for the file in the folders of libraries. With "./" it opens the file
  // in the working directory.
  const std::string file = path.contains('/') ? path : "./" + path;
  void *library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    return cannotBeLoaded(path, loaderError());
  return take(library, bytes, name);
}

void KernelCode::prepareToLoad() { CodeFile::prepare(); }

std::expected<std::shared_ptr<const KernelCode>, std::string> KernelCode::loadBytes(const void *data, size_t size,
                                                                                    const std::string &name) {
  const std::string_view bytes(static_cast<const char *>(data), size);
  if (const std::string flaw = objectFileError(bytes); !flaw.empty())
    return cannotBeLoaded(name, flaw);
  std::string reasons;
  for (const bool inMemory : {true, false}) {
    auto file = inMemory ? CodeFile::inMemory(bytes, name) : CodeFile::inTemporaryFolder(bytes);
    if (file) {
      if (void *library = dlopen(file->path().c_str(), RTLD_NOW | RTLD_LOCAL)) {
        auto code = take(library, bytes, name);
        if (code && inMemory)
          (*code)->keepForDebuggers(std::move(*file).takeDescriptor());
        return code;
      }
    }
    reasons += (inMemory ? "" : "; ") + (file ? loaderError() : file.error());
  }
  return cannotBeLoaded(name, reasons);
}

std::expected<std::shared_ptr<KernelCode>, std::string> KernelCode::take(void *library, std::string_view bytes,
                                                                         const std::string &name) {
  // From here on, the object owns the library and closes it, even if one of the following checks fails.
  std::shared_ptr<KernelCode> code(
      new KernelCode(library, static_cast<const WeftKernelInfo *>(dlsym(library, WEFT_KERNEL_INFO_SYMBOL)), name));
  if (code->info_ == nullptr)
    return std::unexpected("'" + name + "' is no compiled kernel: it exports no " WEFT_KERNEL_INFO_SYMBOL ".");
  const size_t size = symbolSize(code->info_);
  // Every version of the description begins with the version field. So it can be read before it is known whether the
  // other fields exist.
  if (size != 0 && size < sizeof(WeftKernelInfo) && code->info_->abiVersion == WEFT_KERNEL_ABI_VERSION)
    return std::unexpected("'" + name + "' is no compiled kernel: its " WEFT_KERNEL_INFO_SYMBOL " is too small.");
  if (const std::string flaw = kernelInfoError(*code->info_); !flaw.empty())
    return std::unexpected("The compiled kernel '" + name + "' " + flaw + ".");
  code->recordCodeRange(bytes);
  return code;
}

bool KernelCode::hasSameInstructions(const KernelCode &other) const {
  return codeBytes_ != 0 && codeBytes_ == other.codeBytes_ &&
         std::memcmp(reinterpret_cast<const void *>(codeBegin_), reinterpret_cast<const void *>(other.codeBegin_),
                     codeBytes_) == 0;
}

KernelCode::KernelCode(void *library, const WeftKernelInfo *info, const std::string &name)
    : library_(library), info_(info), name_(name) {}

/// Reads the headers in `bytes` without checks, because CodeCheck has checked them.
void KernelCode::recordCodeRange(std::string_view bytes) {
  link_map *loaded = nullptr;
  if (dlinfo(library_, RTLD_DI_LINKMAP, static_cast<void *>(&loaded)) != 0)
    return;
  loadedAt_ = loaded->l_addr;
  ElfW(Ehdr) header;
  std::memcpy(&header, bytes.data(), sizeof header);
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    ElfW(Phdr) segment;
    std::memcpy(&segment, bytes.data() + header.e_phoff + i * sizeof segment, sizeof segment);
    if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0)
      continue;
    codeBegin_ = loadedAt_ + segment.p_vaddr;
    codeBytes_ = segment.p_memsz;
  }
  LineTable lines = LineTable::read(bytes);
  if (!lines.empty())
    lines_ = std::make_unique<const LineTable>(std::move(lines));
}

void KernelCode::keepForDebuggers(FileDescriptor file) {
  if (lines_)
    file_ = std::move(file);
}

SourceLine KernelCode::sourceLineOf(uintptr_t address) const {
  return lines_ && contains(address) ? lines_->find(address - loadedAt_) : SourceLine();
}

KernelCode::~KernelCode() { dlclose(library_); }

} // namespace weft::cpu
