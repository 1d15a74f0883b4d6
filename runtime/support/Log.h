// Lines to standard error, by topic (WEFT_LOG).
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
/// Writes one line, or several where the text has several, each call as a whole.
void writeLine(Topic topic, std::string_view text);
/// The same, for what the user should know whatever WEFT_LOG names.
void warn(std::string_view text);
/// The same, for what checks have found (WEFT_CHECK).
void fault(std::string_view text);

/// Puts the parts together (see concat) only where the topic is on.
template <typename... Parts> void write(Topic topic, const Parts &...parts) {
  if (enabled(topic)) [[unlikely]]
    writeLine(topic, concat(parts...));
}

} // namespace weft::log

#endif
