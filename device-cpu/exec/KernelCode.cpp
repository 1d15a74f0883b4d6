// Loading compiled kernels: dlopen, and a check of everything that the executors rely on.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <atomic>
#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include "Device.h"

namespace weft::cpu {

namespace {

using Loaded = std::expected<std::shared_ptr<const KernelCode>, std::string>;

/// The reason why a description can't be used, or an empty string.
std::string flawOf(const WeftKernelInfo &info) {
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
  if (info.subGroupSize > WEFT_PACKET_WIDTH_LIMIT)
    return "has sub-groups of " + std::to_string(info.subGroupSize) + " work-items, more than " +
           std::to_string(WEFT_PACKET_WIDTH_LIMIT);
  const uint64_t (&size)[3] = info.requiredLocalSize;
  if ((size[0] == 0) != (size[1] == 0) || (size[0] == 0) != (size[2] == 0))
    return "requires a local size for some dimensions only";
  return {};
}

/// Size in bytes of the object at `address` by its symbol, 0 where that is unknown.
size_t symbolSize(const void *address) {
  Dl_info info;
  const ElfW(Sym) *symbol = nullptr;
  if (dladdr1(address, &info, reinterpret_cast<void **>(const_cast<ElfW(Sym) **>(&symbol)), RTLD_DL_SYMENT) == 0 ||
      symbol == nullptr)
    return 0;
  return symbol->st_size;
}

/// dlopen takes a path that it has seen before for the same library, even when the file is another one by now; and a
/// memfd's path names a descriptor, which soon stands for another file. So each load spells the path differently:
/// 32 separators, "//" or "/./" by the bits of a counter.
std::string descriptorPath(int descriptor) {
  static std::atomic<uint32_t> counter{0};
  std::string path = "/proc/self/fd";
  const uint32_t number = counter.fetch_add(1, std::memory_order_relaxed);
  for (unsigned bit = 0; bit < 32; ++bit)
    path += (number >> bit & 1) != 0 ? "/./" : "//";
  return path + std::to_string(descriptor);
}

bool writeAll(int descriptor, const void *data, size_t size) {
  const auto *next = static_cast<const char *>(data);
  while (size != 0) {
    const ssize_t written = write(descriptor, next, size);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    next += written;
    size -= size_t(written);
  }
  return true;
}

} // namespace

std::expected<std::shared_ptr<const KernelCode>, std::string> KernelCode::loadFile(const std::string &path) {
  // dlopen searches the library path for a name without a slash; a kernel is never meant by that.
  const std::string file = path.contains('/') ? path : "./" + path;
  return load(file, file);
}

std::expected<std::shared_ptr<const KernelCode>, std::string> KernelCode::loadBytes(const void *data, size_t size,
                                                                                    const std::string &name) {
  const int descriptor = memfd_create(name.c_str(), MFD_CLOEXEC);
  if (descriptor < 0)
    return std::unexpected("The code of '" + name + "' cannot be loaded: " + std::strerror(errno) + ".");
  if (!writeAll(descriptor, data, size)) {
    const int error = errno;
    close(descriptor);
    return std::unexpected("The code of '" + name + "' cannot be loaded: " + std::strerror(error) + ".");
  }
  Loaded loaded = load(descriptorPath(descriptor), name);
  close(descriptor); // the mappings keep the file
  return loaded;
}

std::expected<std::shared_ptr<const KernelCode>, std::string> KernelCode::load(const std::string &path,
                                                                               const std::string &name) {
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char *reason = dlerror();
    return std::unexpected("The code of '" + name + "' cannot be loaded: " + (reason ? reason : "no reason given") +
                           ".");
  }
  // From here on the object owns the library, also where an error is found.
  std::shared_ptr<const KernelCode> code(
      new KernelCode(library, static_cast<const WeftKernelInfo *>(dlsym(library, WEFT_KERNEL_INFO_SYMBOL))));
  if (code->info_ == nullptr)
    return std::unexpected("'" + name + "' is no compiled kernel: it exports no " WEFT_KERNEL_INFO_SYMBOL ".");
  const size_t size = symbolSize(code->info_);
  // The version is the first field of every version: look at it before the others are known to be there.
  if (size != 0 && size < sizeof(WeftKernelInfo) && code->info_->abiVersion == WEFT_KERNEL_ABI_VERSION)
    return std::unexpected("'" + name + "' is no compiled kernel: its " WEFT_KERNEL_INFO_SYMBOL " is too small.");
  if (const std::string flaw = flawOf(*code->info_); !flaw.empty())
    return std::unexpected("The compiled kernel '" + name + "' " + flaw + ".");
  return code;
}

KernelCode::~KernelCode() { dlclose(library_); }

} // namespace weft::cpu
