// Writes lines to standard error, by topic (WEFT_LOG).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_SUPPORT_LOG_H
#define WEFT_RUNTIME_SUPPORT_LOG_H

#include <string_view>

#include "Options.h"
#include "Text.h"

namespace weft::log {

using Topic = LogTopic;

/// Whether WEFT_LOG names the topic.
bool enabled(Topic topic) noexcept;
/// Writes a text of one or more lines. The lines of one call stay together.
void writeLine(Topic topic, std::string_view text);
/// Writes a warning as writeLine does, even if WEFT_LOG names no topic.
void warn(std::string_view text);
/// Writes the report of a fault in a kernel that checks have found (WEFT_CHECK), as writeLine does, even if WEFT_LOG
/// names no topic.
void fault(std::string_view text);

/// Concatenates the parts (see concat) and writes the text, but only if the topic is on.
template <typename... Parts> void write(Topic topic, const Parts &...parts) {
  if (enabled(topic)) [[unlikely]]
    writeLine(topic, concat(parts...));
}

} // namespace weft::log

#endif
