// Keeps the static objects of LLVM, Clang and the C++ library alive until the process is gone.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// exit() destroys static objects while other threads continue, and a compilation reads thousands of LLVM's static
// objects. Nothing that their destructors do is needed at the end of a process. So the destructors are not registered,
// and a process may exit at any moment of a build without waiting for the build. The linker redirects all calls of
// __cxa_atexit in this library to this function (--wrap). The library is never unloaded.
// NOLINTNEXTLINE(bugprone-reserved-identifier, readability-identifier-naming): what the linker makes of --wrap
extern "C" int __wrap___cxa_atexit(void (* /*destructor*/)(void *), void * /*object*/, void * /*library*/) { return 0; }
