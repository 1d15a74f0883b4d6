// Tests the linker's shared objects: loading them, the protection of their pages, and their debug information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/SharedObjectLinker.h"

#include <dlfcn.h>
#include <random>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "llvm/AsmParser/Parser.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Target/TargetMachine.h"

#include "codegen/HostTarget.h"
#include "codegen/ObjectEmitter.h"

namespace weft::compiler {
namespace {

using testing::HasSubstr;

std::string objectOf(const char *ir) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  auto module = llvm::parseAssemblyString(ir, problem, context);
  EXPECT_NE(module, nullptr) << problem.getMessage().str();
  auto target = createHostTarget("");
  EXPECT_TRUE(bool(target));
  module->setTargetTriple((*target)->getTargetTriple());
  module->setDataLayout((*target)->createDataLayout());
  auto object = emitObject(*module, **target);
  EXPECT_TRUE(bool(object));
  return std::string(object->data(), object->size());
}

std::string errorOf(llvm::StringRef object) {
  auto linked = linkSharedObject(object);
  return linked ? "linked" : llvm::toString(linked.takeError());
}

/// A shared object that is loaded into this process.
class Loaded {
public:
  explicit Loaded(const std::string &bytes) {
    const int file = memfd_create("linked", MFD_CLOEXEC);
    EXPECT_EQ(write(file, bytes.data(), bytes.size()), ssize_t(bytes.size()));
    // The loader takes files with different paths for different libraries, so each path has another number of slashes.
    static unsigned count = 0;
    std::string path = "/proc/self/fd/" + std::string(++count, '/') + std::to_string(file);
    library_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    EXPECT_NE(library_, nullptr) << dlerror();
    close(file);
  }
  ~Loaded() {
    if (library_)
      dlclose(library_);
  }
  Loaded(const Loaded &) = delete;
  Loaded &operator=(const Loaded &) = delete;

  template <typename Function> Function *find(const char *name) const {
    return reinterpret_cast<Function *>(dlsym(library_, name));
  }

private:
  void *library_ = nullptr;
};

constexpr const char *callsAndTables = R"(
  @two = private constant i32 22
  @three = private constant i32 33
  @table = internal constant [3 x ptr] [ptr @one, ptr @two, ptr getelementptr (i8, ptr @list, i64 8)]
  @list = internal constant [3 x i32] [i32 5, i32 6, i32 7]
  @shown = constant ptr @three
  define internal i32 @one() noinline { ret i32 11 }
  declare void @memcpy(ptr, ptr, i64)
  define i32 @entry(i64 %which) {
    %place = getelementptr ptr, ptr @table, i64 %which
    %there = load volatile ptr, ptr %place
    %calls = icmp eq i64 %which, 0
    br i1 %calls, label %call, label %read
  call:
    %result = call i32 %there()
    ret i32 %result
  read:
    %value = load i32, ptr %there
    ret i32 %value
  }
  define void @copy(ptr %to, ptr %from, i64 %size) {
    call void @memcpy(ptr %to, ptr %from, i64 %size)
    ret void
  })";

TEST(SharedObjectLinker, CodeTablesAndCallsOfTheSystem) {
  auto linked = linkSharedObject(objectOf(callsAndTables));
  ASSERT_TRUE(bool(linked));
  const Loaded loaded(*linked);
  auto *entry = loaded.find<int(uint64_t)>("entry");
  ASSERT_NE(entry, nullptr);
  EXPECT_EQ(entry(0), 11);
  EXPECT_EQ(entry(1), 22);
  EXPECT_EQ(entry(2), 7);
  auto *shown = loaded.find<int *>("shown");
  ASSERT_NE(shown, nullptr);
  EXPECT_EQ(**shown, 33);
  const char from[] = "copied by the system";
  char to[sizeof from] = {};
  loaded.find<void(void *, const void *, uint64_t)>("copy")(to, from, sizeof from);
  EXPECT_STREQ(to, from);
  EXPECT_EQ(loaded.find<void>("one"), nullptr) << "internal to the object";
}

TEST(SharedObjectLinker, NothingIsWritableAndExecutable) {
  auto linked = linkSharedObject(objectOf(callsAndTables));
  ASSERT_TRUE(bool(linked));
  auto file = llvm::object::ELFFile<llvm::object::ELF64LE>::create(*linked);
  ASSERT_TRUE(bool(file));
  auto headers = file->program_headers();
  ASSERT_TRUE(bool(headers));
  bool saysStack = false;
  uint64_t writable = 0, protectedAgain = 0;
  for (const auto &header : *headers) {
    EXPECT_FALSE((header.p_flags & llvm::ELF::PF_W) && (header.p_flags & llvm::ELF::PF_X));
    if (header.p_type == llvm::ELF::PT_GNU_STACK)
      saysStack = !(header.p_flags & llvm::ELF::PF_X);
    if (header.p_type == llvm::ELF::PT_LOAD && (header.p_flags & llvm::ELF::PF_W))
      writable = header.p_vaddr + header.p_memsz;
    if (header.p_type == llvm::ELF::PT_GNU_RELRO)
      protectedAgain = header.p_vaddr + header.p_memsz;
  }
  EXPECT_TRUE(saysStack);
  EXPECT_NE(writable, 0u);
  EXPECT_EQ(writable, protectedAgain);
  EXPECT_EQ(writable % 4096, 0u) << "the loader protects whole pages";
}

TEST(SharedObjectLinkerDeathTest, AddressesAreReadOnlyOnceLoaded) {
  auto linked = linkSharedObject(objectOf(callsAndTables));
  ASSERT_TRUE(bool(linked));
  const Loaded loaded(*linked);
  auto *shown = loaded.find<int *>("shown");
  ASSERT_NE(shown, nullptr);
  EXPECT_DEATH(*const_cast<int *volatile *>(shown) = nullptr, "");
}

TEST(SharedObjectLinker, LinesForDebuggers) {
  auto linked = linkSharedObject(objectOf(R"(
    define i32 @entry() !dbg !4 { ret i32 1, !dbg !7 }
    !llvm.dbg.cu = !{!0}
    !llvm.module.flags = !{!2, !3}
    !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
    !1 = !DIFile(filename: "there.cl", directory: "/")
    !2 = !{i32 2, !"Debug Info Version", i32 3}
    !3 = !{i32 7, !"Dwarf Version", i32 5}
    !4 = distinct !DISubprogram(name: "entry", scope: !1, file: !1, line: 41, type: !5, spFlags: DISPFlagDefinition, unit: !0)
    !5 = !DISubroutineType(types: !6)
    !6 = !{}
    !7 = !DILocation(line: 42, column: 7, scope: !4))"));
  ASSERT_TRUE(bool(linked));
  auto file = llvm::object::ObjectFile::createELFObjectFile(llvm::MemoryBufferRef(*linked, "linked"));
  ASSERT_TRUE(bool(file));
  uint64_t address = 0;
  for (const llvm::object::SymbolRef &symbol : (*file)->symbols())
    if (llvm::cantFail(symbol.getName()) == "entry")
      address = llvm::cantFail(symbol.getAddress());
  ASSERT_NE(address, 0u);
  const auto debug = llvm::DWARFContext::create(**file);
  const auto line = debug->getLineInfoForAddress({address, llvm::object::SectionedAddress::UndefSection});
  ASSERT_TRUE(line.has_value());
  EXPECT_EQ(line->FileName, "there.cl");
  EXPECT_EQ(line->Line, 42u);
}

TEST(SharedObjectLinker, RefusesWhatNoKernelHas) {
  EXPECT_THAT(errorOf(objectOf("@x = global i32 1 define ptr @entry() { ret ptr @x }")), HasSubstr("written to"));
  EXPECT_THAT(
      errorOf(objectOf("@x = internal global i32 0 define void @entry() { store volatile i32 1, ptr @x ret void }")),
      HasSubstr("written to"));
  EXPECT_THAT(errorOf(objectOf(
                  "@x = internal thread_local global i32 1 define i32 @entry() { %v = load i32, ptr @x ret i32 %v }")),
              HasSubstr("thread-local"));
  EXPECT_THAT(errorOf(objectOf("declare void @nobody() define void @entry() { call void @nobody() ret void }")),
              HasSubstr("'nobody'"));
  EXPECT_THAT(errorOf(objectOf(R"(
    @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @entry, ptr null }]
    define void @entry() { ret void })")),
              HasSubstr("written to"));
  EXPECT_NE(errorOf(""), "linked");
  EXPECT_NE(errorOf("not an object file, but some bytes that stand for nothing in particular, and enough of them"),
            "linked");
}

TEST(SharedObjectLinker, SeveralAtOnceAndAfterFailures) {
  const std::string good = objectOf(callsAndTables);
  const std::string expected = *linkSharedObject(good);
  std::vector<std::thread> threads;
  for (int index = 0; index < 4; ++index)
    threads.emplace_back([&] {
      for (int round = 0; round < 20; ++round) {
        EXPECT_NE(errorOf(good.substr(0, good.size() / 2)), "linked");
        auto linked = linkSharedObject(good);
        ASSERT_TRUE(bool(linked));
        EXPECT_EQ(*linked, expected);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST(SharedObjectLinker, DamagedObjectsAreLinkedOrRefused) {
  const std::string good = objectOf(callsAndTables);
  std::mt19937 random(7);
  unsigned refused = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string damaged = good;
    for (int hit = 0; hit < 3; ++hit)
      damaged[random() % damaged.size()] = static_cast<char>(random());
    refused += errorOf(damaged) != "linked";
  }
  EXPECT_GT(refused, 100u);
}

} // namespace
} // namespace weft::compiler
