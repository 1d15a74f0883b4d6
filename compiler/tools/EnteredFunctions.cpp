// Records which functions of a program are called, in the order of their first calls.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// This library is preloaded into the program (LD_PRELOAD) while Weft is built. The linker then puts the recorded
// functions of the compiler library side by side (compiler/cmake/OrderFunctions.cmake). Each function begins with a
// breakpoint instruction in place of its first byte. The first call puts the byte back. When the program ends, the
// names are written to the file that WEFT_ENTERED_FUNCTIONS names. The library works on x86-64 only, where the
// breakpoint instruction has one byte.
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <span>
#include <utility>
#include <vector>

namespace {

constexpr uint8_t breakpoint = 0xCC;

struct Function {
  uintptr_t address;
  const char *name;
  uint8_t firstByte;
};

struct Trace {
  const char *output = std::getenv("WEFT_ENTERED_FUNCTIONS"); ///< null: nothing is recorded
  std::vector<Function> functions;                            ///< sorted by address
  std::vector<const char *> entered;
  std::atomic<size_t> count{0};
};

/// Never destroyed, because functions are called until the process ends.
Trace &trace() {
  static Trace &all = *new Trace;
  return all;
}

[[noreturn]] void fail(const char *what) {
  std::perror(what);
  _exit(1);
}

void onBreakpoint(int, siginfo_t *, void *where) {
  greg_t &next = static_cast<ucontext_t *>(where)->uc_mcontext.gregs[REG_RIP];
  const uintptr_t address = static_cast<uintptr_t>(next) - 1;
  const auto found = std::ranges::lower_bound(trace().functions, address, {}, &Function::address);
  if (found == trace().functions.end() || found->address != address)
    _exit(1); // a breakpoint of the program itself
  // Several threads may have run into the breakpoint before the byte was restored. Only the first one records the
  // function.
  std::atomic_ref<uint8_t> byte(*reinterpret_cast<uint8_t *>(address)); // NOLINT(performance-no-int-to-ptr)
  if (byte.exchange(found->firstByte) == breakpoint)
    trace().entered[trace().count++] = found->name;
  next = static_cast<greg_t>(address);
}

/// Maps a file into memory for the rest of the process.
std::span<const uint8_t> mapFile(const char *path) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  struct stat status = {};
  if (file < 0 || fstat(file, &status) != 0)
    fail(path);
  void *bytes = mmap(nullptr, static_cast<size_t>(status.st_size), PROT_READ, MAP_PRIVATE, file, 0);
  if (bytes == MAP_FAILED)
    fail(path);
  close(file);
  return {static_cast<const uint8_t *>(bytes), static_cast<size_t>(status.st_size)};
}

/// Returns the functions in .text that the symbol table names.
std::vector<Function> readFunctions(std::span<const uint8_t> image, uintptr_t base) {
  const auto *header = reinterpret_cast<const Elf64_Ehdr *>(image.data());
  const std::span sections(reinterpret_cast<const Elf64_Shdr *>(image.data() + header->e_shoff), header->e_shnum);
  const char *sectionNames = reinterpret_cast<const char *>(image.data() + sections[header->e_shstrndx].sh_offset);
  std::vector<Function> functions;
  for (const Elf64_Shdr &section : sections) {
    if (section.sh_type != SHT_SYMTAB)
      continue;
    const char *names = reinterpret_cast<const char *>(image.data() + sections[section.sh_link].sh_offset);
    for (const Elf64_Sym &symbol : std::span(reinterpret_cast<const Elf64_Sym *>(image.data() + section.sh_offset),
                                             section.sh_size / sizeof(Elf64_Sym)))
      if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_size != 0 && symbol.st_shndx < sections.size() &&
          std::strcmp(sectionNames + sections[symbol.st_shndx].sh_name, ".text") == 0)
        functions.push_back({base + symbol.st_value, names + symbol.st_name, 0});
  }
  std::ranges::sort(functions, {}, &Function::address);
  const auto again = std::ranges::unique(functions, {}, &Function::address);
  functions.erase(again.begin(), again.end());
  return functions;
}

void makeWritable(const Elf64_Phdr &segment, uintptr_t base) {
  const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  const uintptr_t begin = (base + segment.p_vaddr) / page * page;
  const uintptr_t end = base + segment.p_vaddr + segment.p_memsz;
  void *address = reinterpret_cast<void *>(begin); // NOLINT(performance-no-int-to-ptr)
  // Functions run while others are changed. NOLINTNEXTLINE(clang-analyzer-security.MmapWriteExec)
  if (mprotect(address, end - begin, PROT_READ | PROT_WRITE | PROT_EXEC) != 0)
    fail("mprotect");
}

/// dl_iterate_phdr calls this function for each loaded object, the program itself first. The return value ends the
/// iteration there, so only the program's functions are traced.
int startTrace(dl_phdr_info *program, size_t, void *) {
  std::vector<Function> &functions = trace().functions;
  functions = readFunctions(mapFile("/proc/self/exe"), program->dlpi_addr);
  trace().entered.resize(functions.size());
  for (const Elf64_Phdr &segment : std::span(program->dlpi_phdr, program->dlpi_phnum))
    if (segment.p_type == PT_LOAD && (segment.p_flags & PF_X) != 0)
      makeWritable(segment, program->dlpi_addr);
  struct sigaction action = {};
  action.sa_sigaction = onBreakpoint;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  if (sigaction(SIGTRAP, &action, nullptr) != 0)
    fail("sigaction");
  for (Function &function : functions) {
    auto *byte = reinterpret_cast<uint8_t *>(function.address); // NOLINT(performance-no-int-to-ptr)
    function.firstByte = std::exchange(*byte, breakpoint);
  }
  return 1;
}

void writeNames() {
  std::FILE *file = std::fopen(trace().output, "we");
  if (!file)
    fail(trace().output);
  for (const char *name : std::span(trace().entered).first(trace().count))
    std::fprintf(file, "%s\n", name);
  if (std::fclose(file) != 0)
    fail(trace().output);
}

[[gnu::constructor]] void start() {
  if (!trace().output)
    return;
  unsetenv("LD_PRELOAD"); // programs that this one starts aren't traced
  std::atexit(writeNames);
  dl_iterate_phdr(startTrace, nullptr);
}

} // namespace

/// Replaces the C library's sigaction, so that the program can't install its own handlers for SIGTRAP.
// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): those are the C library's own
extern "C" [[gnu::visibility("default")]] int sigaction(int signal, const struct sigaction *action,
                                                        struct sigaction *before) noexcept {
  static auto *const real =
      reinterpret_cast<int (*)(int, const struct sigaction *, struct sigaction *)>(dlsym(RTLD_NEXT, "sigaction"));
  const bool isOurs = action && (action->sa_flags & SA_SIGINFO) != 0 && action->sa_sigaction == onBreakpoint;
  return real(signal, signal == SIGTRAP && !isOurs ? nullptr : action, before);
}
