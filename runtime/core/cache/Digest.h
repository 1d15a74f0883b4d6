// A hash for which nobody can make two texts that have the same.
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

/// The digest of the parts as one text: where one ends and the next begins makes no difference.
Digest digestOf(std::initializer_list<std::string_view> parts);

/// 64 digits.
std::string inHexadecimal(const Digest &digest);

} // namespace weft::core

#endif
