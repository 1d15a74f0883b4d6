// Program binaries with forged contents under a checksum that is right.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cctype>

#include "FuzzPlatform.h"
#include "core/programs/ProgramImage.h"
#include "unit/runtime/TestServices.h"

namespace weft::fuzz {
namespace {

using Image = std::shared_ptr<const core::ProgramImage>;

/// What a program's binary consists of. The checksum is made anew with each.
struct Contents {
  cl_program_binary_type type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  std::string il;
  std::string manifest;
};

std::string binaryOf(cl_program program) {
  size_t size = 0;
  clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr);
  std::string binary(size, '\0');
  auto *data = reinterpret_cast<unsigned char *>(binary.data());
  clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof data, &data, nullptr);
  return binary;
}

std::vector<Contents> makeCorpus(const std::vector<std::string> &sources) {
  std::vector<Contents> corpus;
  for (const std::string &source : sources)
    for (const char *options : {"-cl-std=CL3.0", "-cl-std=CL3.0 -cl-opt-disable -g"}) {
      const char *text = source.c_str();
      cl_program program = clCreateProgramWithSource(Platform::instance().context, 1, &text, nullptr, nullptr);
      if (clBuildProgram(program, 0, nullptr, options, nullptr, nullptr) == CL_SUCCESS)
        if (auto image = core::ProgramImage::deserialize(core::testServices(), binaryOf(program)))
          corpus.push_back({(*image)->type(), (*image)->il(), (*image)->manifestText()});
      clReleaseProgram(program);
    }
  return corpus;
}

/// Bits, bytes and words at a few places; or a part cut, doubled, or taken from elsewhere.
void forgeBytes(Random &random, std::string &bytes) {
  for (uint64_t left = 1 + below(random, oneIn(random, 3) ? 40 : 3); left != 0 && bytes.size() > 8; --left) {
    const size_t at = below(random, bytes.size() - 4);
    switch (below(random, 6)) {
    case 0:
    case 1:
      bytes[at] ^= static_cast<char>(1 << below(random, 8));
      break;
    case 2:
      bytes[at] = static_cast<char>(random());
      break;
    case 3:
      for (size_t k = 0; k < 4; ++k)
        bytes[at + k] = oneIn(random, 2) ? '\xff' : static_cast<char>(random());
      break;
    case 4: {
      const std::string part = bytes.substr(at, 4 * (1 + below(random, 16)));
      bytes.replace(below(random, bytes.size() / 4) * 4, part.size(), part);
      break;
    }
    default:
      if (oneIn(random, 4))
        bytes.resize(at);
      else
        bytes.erase(at & ~size_t(3), 4 * (1 + below(random, 4)));
    }
  }
}

const std::vector<std::string> numbers = {"0",  "1",  "2",     "3",          "4",          "7",
                                          "8",  "12", "16",    "4096",       "8192",       "4294967295",
                                          "-1", "64", "65536", "4294967296", "1.5",        "9223372036854775807",
                                          "24", "32", "1e300", "2147483648", "4294967288", "18446744073709551615"};
const std::vector<std::string> kinds = {"value",   "global", "local", "constant", "image",
                                        "sampler", "pipe",   "queue", "x"};

/// A number or a kind becomes another; else bytes.
void forgeManifest(Random &random, std::string &manifest) {
  for (uint64_t left = 1 + below(random, 3); left != 0; --left) {
    const bool wantsNumber = !oneIn(random, 4);
    std::vector<size_t> places;
    for (size_t at = 1; at < manifest.size(); ++at)
      if (wantsNumber ? std::isdigit(static_cast<unsigned char>(manifest[at])) &&
                            (manifest[at - 1] == ':' || manifest[at - 1] == '[' || manifest[at - 1] == ',')
                      : manifest.compare(at - 1, 8, "\"kind\":\"") == 0)
        places.push_back(at);
    if (places.empty() || oneIn(random, 8)) {
      forgeBytes(random, manifest);
      continue;
    }
    const size_t at = anyOf(random, places) + (wantsNumber ? 0 : 7);
    size_t end = at;
    while (end < manifest.size() && std::isalnum(static_cast<unsigned char>(manifest[end])))
      ++end;
    manifest.replace(at, end - at, anyOf(random, wantsNumber ? numbers : kinds));
  }
}

Outcome tryBinary(Random &random, const Keep &keep, const std::vector<Contents> &corpus) {
  Contents contents = anyOf(random, corpus);
  if (oneIn(random, 3))
    forgeManifest(random, contents.manifest);
  else
    forgeBytes(random, contents.il);
  if (oneIn(random, 20))
    contents.il = anyOf(random, corpus).il;
  auto image = core::ProgramImage::create(core::testServices(), contents.type, contents.il, contents.manifest);
  if (!image)
    return Outcome::refused;
  const std::string binary = (*image)->serialize();
  keep(binary);
  const auto *data = reinterpret_cast<const unsigned char *>(binary.data());
  const size_t size = binary.size();
  const Platform &platform = Platform::instance();
  cl_program program = clCreateProgramWithBinary(platform.context, 1, &platform.device, &size, &data, nullptr, nullptr);
  return program ? buildAndMakeCode(program, "") : Outcome::refused;
}

} // namespace
} // namespace weft::fuzz

int main(int argc, char **argv) {
  using namespace weft::fuzz;
  const RunOptions options = readOptions(argc, argv);
  const std::vector<std::string> sources = readCorpus(options.corpus, ".cl");
  return runAll("fuzz-binaries", options, [&](Random &random, const Keep &keep) {
    // In the process that uses them: a platform does not live through a fork.
    static const std::vector<Contents> corpus = makeCorpus(sources);
    return tryBinary(random, keep, corpus);
  });
}
