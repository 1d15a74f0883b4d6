// Makes the recorder write the trace when a fatal signal is delivered.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_TRACE_TRACE_SIGNALS_H
#define WEFT_RUNTIME_TRACE_TRACE_SIGNALS_H

namespace weft::trace {

/// Installs a handler for SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGABRT. The handler calls `writeOut`; `isEnd` says
/// whether this signal will end the process. Then the handler does what would have happened without it: it calls the
/// previous handler, or lets the signal end the process. Must be called once.
void installFatalHandlers(void (*writeOut)(bool isEnd));

} // namespace weft::trace

#endif
