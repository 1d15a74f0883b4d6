// Computes BLAKE2b digests of texts by libsodium, for the names and checksums of cache entries.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/cache/Digest.h"

#include <sodium/crypto_generichash_blake2b.h>

namespace weft::core {

// sodium_init is not called. It prepares random numbers, which are not needed here and aren't available in every
// sandbox. It would also select the fastest implementation for this CPU. Without it, a portable implementation is used,
// which is only a sixth slower.
Digest digestOf(std::initializer_list<std::string_view> parts) {
  crypto_generichash_blake2b_state state;
  Digest digest;
  crypto_generichash_blake2b_init(&state, nullptr, 0, digest.size());
  for (std::string_view part : parts)
    crypto_generichash_blake2b_update(&state, reinterpret_cast<const unsigned char *>(part.data()), part.size());
  crypto_generichash_blake2b_final(&state, digest.data(), digest.size());
  return digest;
}

std::string inHexadecimal(const Digest &digest) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (unsigned char byte : digest) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

} // namespace weft::core
