// Compiles and links programs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/programs/ProgramBuilder.h"

#include <algorithm>
#include <cstring>

#include "Log.h"
#include "Options.h"
#include "Text.h"
#include "core/cache/DiskCache.h"
#include "core/objects/Extensions.h"
#include "core/objects/Version.h"
#include "core/programs/BuildTrace.h"
#include "core/programs/CompilerLibrary.h"
#include "core/programs/KernelVariant.h"

namespace weft::core {

namespace {

BuildOutcome failed(const Error &error) { return {error.code, error.message + "\n", nullptr}; }

/// Serialises an outcome for the cache: the log with its terminating zero, then the image.
std::string pack(const BuildOutcome &outcome) {
  return std::string(outcome.log.c_str(), std::strlen(outcome.log.c_str()) + 1) + outcome.image->serialize();
}

/// The options for the compiler. WEFT_CHECK counts as an option of each program.
std::string compilerOptions(const std::string &options) {
  const std::string checks = codeRequest::write(requestedChecks());
  return checks.empty() ? options : concat(options, " -weft-check=", checks);
}

CacheKeyBuilder &addTo(CacheKeyBuilder &parts, const SourceRequest &request) {
  return parts.add(request.source)
      .add(compilerOptions(request.options))
      .add(compilerExtensions())
      .add(request.zeroPrivateMemory ? "zeroed" : "")
      .add(trace::on() ? "lines" : "");
}

CacheKeyBuilder &addTo(CacheKeyBuilder &parts, const IlRequest &request) {
  parts.add(request.module.bytes)
      .add(compilerOptions(request.options))
      .add(request.zeroPrivateMemory ? "zeroed" : "")
      .add(trace::on() ? "lines" : "");
  for (const auto &[id, value] : request.constants)
    parts.add(concat(id, "=", value));
  return parts;
}

/// Records in the trace the source that the program was built from.
BuildOutcome traced(BuildOutcome outcome, const SourceRequest &request) {
  if (trace::on() && outcome.image)
    traceSource(outcome.image->ilHash(), request.source, request.options);
  return outcome;
}

BuildOutcome logged(BuildOutcome outcome) {
  if (!outcome.log.empty())
    log::write(log::Topic::build, "build log\n", outcome.log);
  return outcome;
}

} // namespace

bool dependsOnSurroundings(const std::string &text) {
  for (const char *macro : {"__DATE__", "__TIME__", "__TIMESTAMP__"})
    if (text.contains(macro))
      return true;
  for (const char *directive : {"include", "import", "embed"}) {
    for (size_t at = text.find(directive); at != std::string::npos; at = text.find(directive, at + 1)) {
      // The word counts if it follows a # or one of its alternative spellings %: and ??=. Only blanks, a line
      // continuation or the end of a comment may lie between them. In __has_include it follows an underscore.
      size_t before = text.find_last_not_of(" \t\\\r\n\f\v", at - 1);
      if (at != 0 && before != std::string::npos && std::strchr("#:=/_", text[before]))
        return true;
    }
  }
  return false;
}

BuildOutcome ProgramBuilder::toOutcome(Result<CompilerOutput> output, bool zeroesPrivateMemory,
                                       const BuildKind &kind) const {
  if (!output)
    return failed(output.error());
  if (output->status == WEFT_COMPILER_INVALID_OPTIONS)
    return {kind.invalidOptions, std::move(output->log), nullptr};
  if (output->status != WEFT_COMPILER_OK)
    return {kind.failure, std::move(output->log), nullptr};
  auto image = ProgramImage::create(services_, kind.type, std::move(output->code), std::move(output->manifest),
                                    zeroesPrivateMemory);
  if (!image)
    return {kind.failure, output->log + image.error().message + "\n", nullptr};
  return {CL_SUCCESS, std::move(output->log), std::move(*image)};
}

BuildOutcome ProgramBuilder::compileNow(const SourceRequest &from, std::span<const NamedHeader> headers,
                                        const BuildKind &kind) const {
  services_.compiler.warmUpOn(services_.compileThreads);
  std::vector<WeftHeader> headerList;
  for (const NamedHeader &header : headers)
    headerList.push_back({header.name.c_str(), {header.text.data(), header.text.size()}});
  std::string extensions = compilerExtensions();
  WeftCompileRequest request{};
  request.source = {from.source.data(), from.source.size()};
  const std::string options = compilerOptions(from.options);
  request.options = options.c_str();
  request.zeroPrivateMemory = from.zeroPrivateMemory;
  request.debugLines = trace::on();
  request.isWhole = kind.type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  request.extensions = extensions.c_str();
  request.headers = headerList.data();
  request.headerCount = headerList.size();
  return toOutcome(services_.compiler.compile(request), from.zeroPrivateMemory, kind);
}

BuildOutcome ProgramBuilder::readNow(const IlRequest &from, const BuildKind &kind) const {
  services_.compiler.warmUpOn(services_.compileThreads);
  std::vector<WeftSpirvConstant> constants;
  for (const auto &[id, value] : from.constants)
    constants.push_back({id, value});
  WeftSpirvRequest request{};
  request.module = {from.module.bytes.data(), from.module.bytes.size()};
  const std::string options = compilerOptions(from.options);
  request.options = options.c_str();
  request.constants = constants.data();
  request.constantCount = constants.size();
  request.zeroPrivateMemory = from.zeroPrivateMemory;
  request.isDescribed = 1; // IlModule::read has described the module
  request.debugLines = trace::on();
  request.isWhole = kind.type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  return toOutcome(services_.compiler.readSpirv(request), from.zeroPrivateMemory, kind);
}

BuildOutcome ProgramBuilder::linkNow(const Images &images, const std::string &options) const {
  std::vector<WeftBytes> inputs;
  for (const auto &image : images)
    inputs.push_back({image->il().data(), image->il().size()});
  WeftLinkRequest request{};
  request.inputs = inputs.data();
  request.inputCount = inputs.size();
  request.options = options.c_str();
  const bool zeroes = std::ranges::all_of(images, [](const auto &image) { return image->zeroesPrivateMemory(); });
  BuildOutcome outcome = toOutcome(services_.compiler.link(request), zeroes, linking);
  if (!outcome.image || !outcome.image->manifest().library)
    return outcome;
  // The options contained -create-library.
  auto library = outcome.image->as(CL_PROGRAM_BINARY_TYPE_LIBRARY);
  return {outcome.code, std::move(outcome.log), std::move(library)};
}

bool ProgramBuilder::unpack(const std::string &packed, BuildOutcome &outcome) const {
  size_t end = packed.find('\0');
  if (end == std::string::npos)
    return false;
  auto image = ProgramImage::deserialize(services_, std::string_view(packed).substr(end + 1));
  if (!image)
    return false;
  outcome = {CL_SUCCESS, packed.substr(0, end), std::move(*image)};
  return true;
}

BuildOutcome ProgramBuilder::cached(CacheKeyBuilder &parts, const std::function<BuildOutcome()> &work) const {
  const BuildTrace traced;
  const auto end = [&](BuildOutcome outcome, BuildOrigin origin) {
    traced.endBuild("build program", origin, outcome.code != CL_SUCCESS);
    return outcome;
  };
  DiskCache &cache = services_.cache;
  if (!cache.enabled())
    return end(work(), BuildOrigin::compiled);
  Result<std::string> identity = services_.compiler.identity();
  if (!identity)
    return failed(identity.error());
  const CacheKey key = parts.add(driverVersion()).add(*identity).finish();
  BuildOutcome outcome;
  const auto isFound = [&] {
    const std::optional<std::string> packed = cache.load(key, CacheKind::program);
    return packed && unpack(*packed, outcome);
  };
  DiskCache::EntryClaim claim; // held until the outcome is stored
  // With WEFT_DUMP_IR the program is always compiled, so that the user sees its IR.
  if (Options::get().dumpIr.empty()) {
    if (isFound())
      return end(std::move(outcome), BuildOrigin::cached);
    claim = cache.claimEntry(key, CacheKind::program);
    if (claim.entryExists && isFound())
      return end(std::move(outcome), BuildOrigin::cached);
  }
  outcome = work();
  if (outcome.code == CL_SUCCESS)
    cache.store(key, CacheKind::program, pack(outcome));
  return end(std::move(outcome), BuildOrigin::compiled);
}

BuildOutcome ProgramBuilder::buildIl(const IlRequest &request) const {
  CacheKeyBuilder parts("build IL");
  return logged(cached(addTo(parts, request), [&] { return readNow(request, building); }));
}

BuildOutcome ProgramBuilder::compileIl(const IlRequest &request) const {
  CacheKeyBuilder parts("compile IL");
  return logged(cached(addTo(parts, request), [&] { return readNow(request, compiling); }));
}

BuildOutcome ProgramBuilder::buildSource(const SourceRequest &request) const {
  auto work = [&] { return compileNow(request, {}, building); };
  if (dependsOnSurroundings(request.source))
    return traced(logged(work()), request);
  CacheKeyBuilder parts("build");
  return traced(logged(cached(addTo(parts, request), work)), request);
}

BuildOutcome ProgramBuilder::compileSource(const SourceRequest &request, std::span<const NamedHeader> headers) const {
  auto work = [&] { return compileNow(request, headers, compiling); };
  if (dependsOnSurroundings(request.source))
    return traced(logged(work()), request);
  // The outcome is cached only if the source has no #include. So the headers aren't a part of the key.
  CacheKeyBuilder parts("compile");
  return traced(logged(cached(addTo(parts, request), work)), request);
}

BuildOutcome ProgramBuilder::linkImages(const Images &images, const std::string &options) const {
  CacheKeyBuilder parts("link");
  parts.add(options);
  for (const auto &image : images)
    parts.add(image->ilHash()).add(image->zeroesPrivateMemory() ? "zeroed" : "");
  BuildOutcome outcome = logged(cached(parts, [&] { return linkNow(images, options); }));
  if (trace::on() && outcome.image) {
    std::vector<std::string> hashes;
    for (const auto &image : images)
      hashes.push_back(image->ilHash());
    traceLink(outcome.image->ilHash(), hashes);
  }
  return outcome;
}

BuildOutcome ProgramBuilder::buildBinary(const std::shared_ptr<const ProgramImage> &binary) const {
  const BuildOutcome linked = linkImages({binary}, "");
  if (linked.code == linking.failure)
    return {CL_INVALID_BINARY, linked.log, nullptr};
  if (linked.code != CL_SUCCESS)
    return linked;
  // The host uses the manifest in the binary, while the code is compiled by the manifest that results from the IL. So
  // both must be equal.
  if (linked.image->manifestText() != binary->manifestText())
    return {CL_INVALID_BINARY, "The binary says something else of its kernels than their code does.\n", nullptr};
  // The binary is complete, so build options have no effect on it. It is copied, because each build needs its own
  // memory for variables.
  return {CL_SUCCESS, {}, binary->as(CL_PROGRAM_BINARY_TYPE_EXECUTABLE)};
}

} // namespace weft::core
