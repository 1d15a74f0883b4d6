// A hash for which it is infeasible to find two texts with the same value.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_CACHE_DIGEST_H
#define WEFT_RUNTIME_CORE_CACHE_DIGEST_H

#include <array>
#include <initializer_list>
#include <string>
#include <string_view>

namespace weft::core {

/// BLAKE2b (RFC 7693) with 256 bits.
using Digest = std::array<unsigned char, 32>;

/// Returns the digest of the text that the parts form together. It doesn't matter how the text is cut into parts.
Digest digestOf(std::initializer_list<std::string_view> parts);

/// The digest as 64 digits.
std::string inHexadecimal(const Digest &digest);

} // namespace weft::core

#endif
