// Has the trace written out when a fatal signal comes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_TRACE_TRACE_SIGNALS_H
#define WEFT_RUNTIME_TRACE_TRACE_SIGNALS_H

namespace weft::trace {

/// Puts a handler in front of those of SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGABRT. It calls `writeOut`, which is told
/// whether the process will end by this signal, and then does what would have happened without it: calls the handler
/// that was there, or lets the signal end the process. To be called once.
void installFatalHandlers(void (*writeOut)(bool isEnd));

} // namespace weft::trace

#endif
