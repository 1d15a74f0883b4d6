// Maps memory that is given by a file descriptor.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/memory/ExternalMemory.h"

#include <BufferMemory.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <map>
#include <utility>

#include "Mutex.h"
#include "Pages.h"
#include "Text.h"

namespace weft::core {

/// A file that is mapped into memory. As after every memory object, unused bytes follow it, for kernels that access a
/// little more than the object (allocateForClient). Only this process has these bytes.
class FileMapping {
public:
  FileMapping(std::byte *data, size_t size, size_t mapped) : data_(data), size_(size), mapped_(mapped) {}
  FileMapping(const FileMapping &) = delete;
  FileMapping &operator=(const FileMapping &) = delete;
  ~FileMapping() { munmap(data_, mapped_); }

  std::byte *data() const { return data_; }
  size_t size() const { return size_; }

private:
  std::byte *const data_;
  const size_t size_;
  const size_t mapped_;
};

namespace {

/// Maps the file. Errors: CL_INVALID_PROPERTY, CL_MEM_OBJECT_ALLOCATION_FAILURE.
Result<std::shared_ptr<const FileMapping>> mapFile(int descriptor, size_t size) {
  const size_t shared = cpu::wholePages(size);
  const size_t all = shared + cpu::wholePages(cpu::trailingSlack(size));
  void *place = mmap(nullptr, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (place == MAP_FAILED)
    return fail(CL_MEM_OBJECT_ALLOCATION_FAILURE, concat("There is no address space for ", size, " bytes."));
  if (mmap(place, shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, descriptor, 0) == MAP_FAILED) {
    const bool isForbidden = errno == EACCES || errno == EPERM;
    munmap(place, all);
    return fail(isForbidden ? CL_INVALID_PROPERTY : CL_MEM_OBJECT_ALLOCATION_FAILURE,
                "The external memory can't be mapped for reading and writing.");
  }
  try {
    return std::make_shared<const FileMapping>(static_cast<std::byte *>(place), size, all);
  } catch (...) {
    munmap(place, all);
    throw;
  }
}

/// The files that this process has mapped.
class FileMappings {
public:
  static FileMappings &instance() {
    static FileMappings &mappings = *new FileMappings;
    return mappings;
  }

  /// Returns a mapping of at least `size` bytes. It is the existing mapping, or a new mapping of the whole file.
  /// Errors: those of mapFile.
  Result<std::shared_ptr<const FileMapping>> find(int descriptor, const struct stat &file, size_t size) {
    Lock lock(mutex_);
    std::erase_if(mappings_, [](const auto &one) { return one.second.expired(); });
    auto &known = mappings_[{file.st_dev, file.st_ino}];
    if (auto mapping = known.lock(); mapping && mapping->size() >= size) {
      // If this descriptor doesn't allow writes, it must not give access to an existing mapping, which was made by a
      // descriptor that does.
      if ((fcntl(descriptor, F_GETFL) & O_ACCMODE) != O_RDWR)
        return fail(CL_INVALID_PROPERTY, "The external memory can't be mapped for reading and writing.");
      return mapping;
    }
    auto mapping = TRY(mapFile(descriptor, size_t(file.st_size)));
    known = mapping;
    return mapping;
  }

private:
  Mutex mutex_;
  std::map<std::pair<dev_t, ino_t>, std::weak_ptr<const FileMapping>> mappings_ WEFT_GUARDED_BY(mutex_);
};

} // namespace

ExternalMemory::ExternalMemory(ExternalRequest request, std::shared_ptr<const FileMapping> mapping)
    : request_(std::move(request)), data_(mapping->data()), mapping_(std::move(mapping)) {}

Result<std::shared_ptr<const ExternalMemory>> ExternalMemory::map(ExternalRequest request, size_t size,
                                                                  cl_int sizeCode) {
  struct stat file{};
  if (fstat(request.descriptor, &file) != 0 || !S_ISREG(file.st_mode))
    return fail(CL_INVALID_PROPERTY, concat(request.descriptor, " is no descriptor of memory."));
  // Pages beyond a file's end can be mapped, but not accessed.
  if (uint64_t(file.st_size) < size)
    return fail(sizeCode, concat("The external memory has ", uint64_t(file.st_size), " bytes, not ", size, "."));
  auto mapping = TRY(FileMappings::instance().find(request.descriptor, file, size));
  return std::make_shared<const ExternalMemory>(std::move(request), std::move(mapping));
}

bool ExternalMemory::mayBeUsedBy(const Device &device) const {
  return request_.devices.empty() ||
         std::ranges::any_of(request_.devices, [&](const auto &one) { return one.get() == &device; });
}

} // namespace weft::core
