// Catches what goes to standard output for a while.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/StdoutCapture.h"

#include <array>
#include <stdexcept>
#include <unistd.h>

namespace weft::exectest {

StdoutCapture::StdoutCapture() : file_(std::tmpfile()), before_(dup(STDOUT_FILENO)) {
  std::fflush(stdout);
  if (file_ == nullptr || before_ < 0 || dup2(fileno(file_), STDOUT_FILENO) < 0)
    throw std::runtime_error("standard output can't be redirected");
}

StdoutCapture::~StdoutCapture() { restore(); }

void StdoutCapture::restore() {
  if (before_ < 0)
    return;
  dup2(before_, STDOUT_FILENO);
  close(before_);
  before_ = -1;
  std::fclose(file_);
}

Lines StdoutCapture::lines() {
  std::string text;
  std::array<char, 65536> part;
  std::rewind(file_);
  while (const size_t count = std::fread(part.data(), 1, part.size(), file_))
    text.append(part.data(), count);
  restore();
  Lines lines;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

} // namespace weft::exectest
