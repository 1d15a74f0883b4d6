// A compiled or linked program, in memory and as bytes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/programs/ProgramImage.h"

#include <xxhash.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <type_traits>

#include "StoredForms.h"
#include "Text.h"
#include "core/cache/CacheEntry.h"
#include "core/objects/Version.h"
#include "core/programs/KernelDefinition.h"
#include "core/programs/ProgramMemory.h"

namespace weft::core {

namespace {

constexpr std::array<char, 8> mark = {'W', 'E', 'F', 'T', 'P', 'R', 'O', 'G'};

/// The space that a program binary has for the schedules that searches have found: a few results for each kernel.
constexpr size_t foundSchedulesBytesOfKernel = 512;
constexpr size_t maxFoundSchedulesBytes = size_t{64} << 10;

/// The header of a serialised program. Values are in the byte order of the machine, because a binary is only for CPUs
/// of one architecture. It contains IL and no machine code, so it is for all CPUs of this architecture, and the header
/// doesn't name a model.
struct Header {
  std::array<char, 8> mark;
  uint32_t version;
  uint32_t type;
  std::array<char, 16> weftVersion;
  std::array<char, 16> cpuKind;
  uint64_t zeroesPrivateMemory;
  uint64_t ilBytes;
  uint64_t manifestBytes;
  uint64_t foundSchedulesBytes;
  uint64_t checksum[2]; ///< xxh3 of all bytes before and after the checksum
};
static_assert(std::has_unique_object_representations_v<Header>);
static_assert(
    programBinaryVersion == 9 && sizeof(Header) == 96 && offsetof(Header, version) == 8 &&
        offsetof(Header, type) == 12 && offsetof(Header, weftVersion) == 16 && offsetof(Header, cpuKind) == 32 &&
        offsetof(Header, zeroesPrivateMemory) == 48 && offsetof(Header, ilBytes) == 56 &&
        offsetof(Header, manifestBytes) == 64 && offsetof(Header, foundSchedulesBytes) == 72 &&
        offsetof(Header, checksum) == 80,
    "the form of program binaries has changed: raise programBinaryVersion, then write the new version and layout "
    "down here");

template <size_t N> std::array<char, N> fixedText(std::string_view text) {
  std::array<char, N> out{};
  std::memcpy(out.data(), text.data(), std::min(text.size(), N - 1));
  return out;
}

constexpr std::string_view cpuKind =
#if defined(__x86_64__)
    "x86_64";
#elif defined(__aarch64__)
    "aarch64";
#else
    "other";
#endif

void setChecksum(Header &header, std::string_view body) {
  XXH128_hash_t hash =
      XXH3_128bits_withSeed(body.data(), body.size(), XXH3_64bits(&header, offsetof(Header, checksum)));
  header.checksum[0] = hash.low64;
  header.checksum[1] = hash.high64;
}

Header headerFor(cl_program_binary_type type, bool zeroesPrivateMemory, size_t ilBytes, size_t manifestBytes,
                 size_t foundSchedulesBytes) {
  return {.mark = mark,
          .version = programBinaryVersion,
          .type = type,
          .weftVersion = fixedText<16>(driverVersion()),
          .cpuKind = fixedText<16>(cpuKind),
          .zeroesPrivateMemory = zeroesPrivateMemory,
          .ilBytes = ilBytes,
          .manifestBytes = manifestBytes,
          .foundSchedulesBytes = foundSchedulesBytes,
          .checksum = {}};
}

/// Returns the blocks that the kernel enqueues, the blocks that these enqueue, and so on. Each block occurs once.
KernelDefinition::Blocks blocksReachedFrom(const KernelManifest &kernel, const KernelDefinition::Blocks &all) {
  KernelDefinition::Blocks reached;
  const auto add = [&](const std::string &name) {
    const auto isIt = [&](const auto &block) { return block->manifest().name == name; };
    if (std::ranges::none_of(reached, isIt))
      reached.push_back(*std::ranges::find_if(all, isIt));
  };
  std::ranges::for_each(kernel.enqueues, add);
  for (size_t next = 0; next < reached.size(); ++next)
    std::ranges::for_each(reached[next]->manifest().enqueues, add);
  return reached;
}

} // namespace

Result<std::shared_ptr<const ProgramImage>> ProgramImage::create(const Services &services, cl_program_binary_type type,
                                                                 std::string il, std::string manifest,
                                                                 bool zeroesPrivateMemory) {
  auto image = std::shared_ptr<ProgramImage>(new ProgramImage);
  image->type_ = type;
  image->zeroesPrivateMemory_ = zeroesPrivateMemory;
  image->manifest_ = TRY(Manifest::parse(manifest));
  image->manifestText_ = std::move(manifest);
  std::string hash = partDigest(il);
  image->code_ = std::make_shared<const ProgramCode>(
      ProgramCode{.services = services, .il = std::move(il), .hash = std::move(hash)});
  image->makeKernels();
  return image;
}

void ProgramImage::makeKernels() {
  kernels_.clear();
  memory_ = nullptr;
  if (type_ != CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
    return;
  if (manifest_.programMemory.bytes != 0)
    memory_ = std::make_shared<ProgramMemory>(code_, manifest_.programMemory);
  KernelDefinition::Blocks blocks;
  for (const KernelManifest &kernel : manifest_.kernels)
    if (kernel.isBlock)
      blocks.push_back(std::make_shared<KernelDefinition>(code_, kernel, manifest_.argumentInfo, memory_));
  for (const KernelManifest &kernel : manifest_.kernels)
    if (!kernel.isBlock)
      kernels_.push_back(std::make_shared<KernelDefinition>(code_, kernel, manifest_.argumentInfo, memory_,
                                                            blocksReachedFrom(kernel, blocks)));
}

std::shared_ptr<const ProgramImage> ProgramImage::as(cl_program_binary_type type) const {
  auto image = std::shared_ptr<ProgramImage>(new ProgramImage(*this));
  image->type_ = type;
  image->makeKernels();
  return image;
}

std::shared_ptr<KernelDefinition> ProgramImage::kernel(std::string_view name) const {
  for (const std::shared_ptr<KernelDefinition> &kernel : kernels_)
    if (kernel->manifest().name == name)
      return kernel;
  return nullptr;
}

const VariableManifest *ProgramImage::variable(std::string_view name) const {
  for (const VariableManifest &variable : manifest_.programMemory.variables)
    if (variable.name == name && memory_)
      return &variable;
  return nullptr;
}

const FunctionManifest *ProgramImage::function(std::string_view name) const {
  const auto found = std::ranges::find(manifest_.functions, name, &FunctionManifest::name);
  return found == manifest_.functions.end() ? nullptr : &*found;
}

std::string ProgramImage::serialize() const {
  const size_t foundBytes = std::min(maxFoundSchedulesBytes, kernels_.size() * foundSchedulesBytesOfKernel);
  std::string body = code_->il + manifestText_ + code_->foundSchedules->serialize(foundBytes);
  Header header = headerFor(type_, zeroesPrivateMemory_, code_->il.size(), manifestText_.size(), foundBytes);
  setChecksum(header, body);
  return std::string(reinterpret_cast<const char *>(&header), sizeof header) + body;
}

Result<std::shared_ptr<const ProgramImage>> ProgramImage::deserialize(const Services &services,
                                                                      std::string_view binary) {
  Header header;
  if (binary.size() < sizeof header)
    return fail(CL_INVALID_BINARY, "The binary is too short.");
  std::memcpy(&header, binary.data(), sizeof header);
  if (header.mark != mark)
    return fail(CL_INVALID_BINARY, "The binary was not made by Weft.");
  std::string_view body = binary.substr(sizeof header);
  Header expected = headerFor(header.type, header.zeroesPrivateMemory != 0, header.ilBytes, header.manifestBytes,
                              header.foundSchedulesBytes);
  setChecksum(expected, body);
  if (header.version != expected.version || header.weftVersion != expected.weftVersion)
    return fail(CL_INVALID_BINARY, "The binary was made by another version of Weft.");
  if (header.cpuKind != expected.cpuKind)
    return fail(CL_INVALID_BINARY, "The binary was made for another kind of CPU.");
  bool knownType = header.type == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT ||
                   header.type == CL_PROGRAM_BINARY_TYPE_LIBRARY || header.type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  if (!knownType || header.ilBytes > body.size() || header.manifestBytes > body.size() - header.ilBytes ||
      header.foundSchedulesBytes != body.size() - header.ilBytes - header.manifestBytes ||
      std::memcmp(&header, &expected, sizeof header) != 0)
    return fail(CL_INVALID_BINARY, "The binary is damaged.");
  auto image =
      TRY(create(services, header.type, std::string(body.substr(0, header.ilBytes)),
                 std::string(body.substr(header.ilBytes, header.manifestBytes)), header.zeroesPrivateMemory != 0));
  image->code_->foundSchedules->read(body.substr(header.ilBytes + header.manifestBytes));
  return image;
}

} // namespace weft::core
