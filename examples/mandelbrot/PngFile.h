// Writes a picture as a PNG file.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_EXAMPLES_MANDELBROT_PNG_FILE_H
#define WEFT_EXAMPLES_MANDELBROT_PNG_FILE_H

#include <cstdint>
#include <string>
#include <vector>

namespace weft::host {

/// `rgb` has three bytes a pixel, row by row from the top. Throws std::runtime_error if the file can't be written.
void writePng(const std::string &path, int width, int height, const std::vector<uint8_t> &rgb);

} // namespace weft::host

#endif
