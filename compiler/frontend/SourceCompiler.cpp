// Drives Clang, which compiles OpenCL C source to LLVM IR. Nothing else in the compiler calls Clang.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/SourceCompiler.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/OpenCLOptions.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Lex/LexDiagnostic.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaConsumer.h"
#include "clang/Sema/TemplateInstCallback.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"

#include "frontend/Blocks.h"
#include "frontend/Constructors.h"
#include "frontend/ExtensionPragmas.h"
#include "frontend/IncludableFiles.h"
#include "frontend/MacroBudget.h"
#include "frontend/SourceBudget.h"
#include "frontend/Spir64Verifier.h"
#include "frontend/UnwrittenValues.h"

extern "C" {
extern const char weftEmbeddedOpenClHeaderBegin[], weftEmbeddedOpenClHeaderEnd[];
extern const char weftEmbeddedExtensionsHeaderBegin[], weftEmbeddedExtensionsHeaderEnd[];
}

namespace weft::compiler {
namespace {

/// The name of the source in diagnostics and debug information if the options don't name it (-s).
constexpr llvm::StringLiteral usualSourceName = "program.cl";
/// Folders and a header that exist only in memory. The first folder has the platform's headers, the second one the
/// program's.
constexpr llvm::StringLiteral systemFolder = "/.weft/system";
constexpr llvm::StringLiteral headerFolder = "/.weft/headers";
constexpr llvm::StringLiteral extensionsHeader = "/.weft/system/opencl-extensions.h";
/// The number of bytes after which the log leaves out the rest of the diagnostics.
constexpr size_t logLimit = 128 * 1024;

/// Prints diagnostics until the log is full, and then only counts them.
class LogPrinter : public clang::TextDiagnosticPrinter {
public:
  LogPrinter(llvm::raw_string_ostream &stream, clang::DiagnosticOptions &options)
      : TextDiagnosticPrinter(stream, options), stream_(stream) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &diagnostic) override {
    if (stream_.str().size() < logLimit)
      TextDiagnosticPrinter::HandleDiagnostic(level, diagnostic);
    else
      DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
  }

private:
  llvm::raw_string_ostream &stream_;
};

/// Disables source excerpts in diagnostics once a #line directive sets a line number near the largest one. For such
/// lines, Clang never finishes the excerpt, or pads it with gigabytes of blanks. Excerpts then stay disabled, because a
/// diagnostic may show lines other than its own, for example those of macros.
class LineWatch : public clang::PPCallbacks {
public:
  LineWatch(const clang::SourceManager &sources, clang::DiagnosticOptions &options)
      : sources_(sources), options_(options) {}

  void FileChanged(clang::SourceLocation where, FileChangeReason, clang::SrcMgr::CharacteristicKind,
                   clang::FileID) override {
    const clang::PresumedLoc presumed = sources_.getPresumedLoc(where);
    if (presumed.isValid() && presumed.getLine() > INT32_MAX)
      options_.ShowCarets = false;
  }

private:
  const clang::SourceManager &sources_;
  clang::DiagnosticOptions &options_;
};

/// Handles a pragma as if Clang didn't know it: with a warning and no effect. It handles the pragmas by which Clang's
/// tests make Clang crash, overflow its stack or print its state, and the pragmas that read modules from files.
class UnknownPragma : public clang::PragmaHandler {
public:
  using PragmaHandler::PragmaHandler;
  void HandlePragma(clang::Preprocessor &preprocessor, clang::PragmaIntroducer, clang::Token &first) override {
    preprocessor.Diag(first, clang::diag::warn_pragma_ignored);
  }
};

/// Ends the source with an error if a structure has more than memberLimit members at all depths, before Clang generates
/// code for it. Clang's code for copies and calls names every member, at any depth, so structures nested in structures
/// could take unbounded time and memory.
class StructureWatch : public clang::ASTConsumer {
public:
  explicit StructureWatch(SourceBudget &budget) : budget_(budget) {}

  void HandleTagDeclDefinition(clang::TagDecl *tag) override {
    const auto *record = llvm::dyn_cast<clang::RecordDecl>(tag);
    if (!record)
      return;
    uint64_t members = 0;
    const auto add = [&](const clang::Type &type) {
      const clang::RecordDecl *inner = type.getAsRecordDecl();
      members += inner ? std::max<uint64_t>(members_.lookup(inner->getCanonicalDecl()), 1) : 1;
    };
    if (const auto *derived = llvm::dyn_cast<clang::CXXRecordDecl>(record))
      for (const clang::CXXBaseSpecifier &base : derived->bases())
        add(*base.getType());
    for (const clang::FieldDecl *field : record->fields())
      add(*field->getType()->getBaseElementTypeUnsafe());
    members_[record->getCanonicalDecl()] = members;
    if (members > memberLimit)
      budget_.stop(record->getLocation(), "a structure has more than 65536 members, those of its members included");
  }

private:
  static constexpr uint64_t memberLimit = 65536;
  SourceBudget &budget_;
  llvm::DenseMap<const clang::Decl *, uint64_t> members_;
};

/// Checks the SourceBudget before each instantiation of a template, because an instantiation reads no tokens, at which
/// the budget is checked otherwise. If a limit is exceeded, the source gets a fatal error, and then Clang instantiates
/// nothing.
class InstantiationWatch : public clang::SemaConsumer {
public:
  explicit InstantiationWatch(SourceBudget &budget) : budget_(budget) {}

  void InitializeSema(clang::Sema &sema) override {
    sema.TemplateInstCallbacks.push_back(std::make_unique<Callback>(budget_));
  }

private:
  class Callback : public clang::TemplateInstantiationCallback {
  public:
    explicit Callback(SourceBudget &budget) : budget_(budget) {}
    void initialize(const clang::Sema &) override {}
    void finalize(const clang::Sema &) override {}
    void atTemplateBegin(const clang::Sema &, const clang::Sema::CodeSynthesisContext &context) override {
      budget_.takeInstantiation(context.PointOfInstantiation);
    }
    void atTemplateEnd(const clang::Sema &, const clang::Sema::CodeSynthesisContext &) override {}

  private:
    SourceBudget &budget_;
  };

  SourceBudget &budget_;
};

/// Compiles source to IR and runs no later stage. Clang's own action isn't used, because it would link all of LLVM's
/// pipelines. It also puts objects on the stack and their addresses into LLVM's global lists; after an aborted run, the
/// lists would still have the addresses.
class CompileAction : public clang::ASTFrontendAction {
public:
  /// `diagnostics`: the options for printing the log.
  CompileAction(llvm::LLVMContext &context, clang::DiagnosticOptions &diagnostics, const SourceRequest &request)
      : context_(context), diagnostics_(diagnostics), request_(request) {}

  /// Returns null if there was an error.
  std::unique_ptr<llvm::Module> takeModule() { return std::move(module_); }
  bool isBeyondBudget() const { return budget_ && budget_->isExceeded(); }

protected:
  bool BeginSourceFileAction(clang::CompilerInstance &instance) override {
    budget_ = std::make_shared<SourceBudget>(instance);
    clang::Preprocessor &preprocessor = instance.getPreprocessor();
    preprocessor.addPPCallbacks(std::make_unique<MacroBudget>(preprocessor));
    preprocessor.addPPCallbacks(std::make_unique<LineWatch>(instance.getSourceManager(), diagnostics_));
    preprocessor.addPPCallbacks(std::make_unique<ExtensionPragmas>(
        instance.getDiagnostics(), (request_.extensions + " " + request_.hostExtensions).str()));
    // Each handler replaces Clang's own handler of the pragma.
    for (const char *name : {"__debug", "module"})
      preprocessor.AddPragmaHandler("clang", new UnknownPragma(name));
    // The token is the preprocessor's own, and the parser gets it after the watcher. So changing it works, although the
    // interface passes it as const.
    preprocessor.setTokenWatcher(
        [budget = budget_](const clang::Token &token) { budget->take(const_cast<clang::Token &>(token)); });
    return true;
  }

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &instance,
                                                        llvm::StringRef file) override {
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(std::make_unique<StructureWatch>(*budget_));
    consumers.push_back(std::make_unique<InstantiationWatch>(*budget_));
    auto generator = clang::CreateLLVMCodeGen(instance, file, context_);
    generator_ = generator.get();
    consumers.push_back(std::move(generator));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

  void EndSourceFileAction() override {
    if (generator_)
      module_ = generator_->ReleaseModule();
  }

private:
  llvm::LLVMContext &context_;
  clang::DiagnosticOptions &diagnostics_;
  const SourceRequest &request_;
  clang::CodeGenerator *generator_ = nullptr; ///< owned by the compiler instance
  std::unique_ptr<llvm::Module> module_;
  std::shared_ptr<SourceBudget> budget_;
};

llvm::SmallVector<llvm::StringRef, 128> namesOf(llvm::StringRef extensions) {
  llvm::SmallVector<llvm::StringRef, 128> names;
  extensions.split(names, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  return names;
}

llvm::StringRef sourceNameOf(const CompileOptions &options) {
  return options.sourceFile.empty() ? llvm::StringRef(usualSourceName) : llvm::StringRef(options.sourceFile);
}

bool reports(llvm::StringRef extensions, llvm::StringRef name) { return llvm::is_contained(namesOf(extensions), name); }

/// Returns the option -cl-ext that makes Clang support exactly the reported extensions and features.
std::string extensionArgument(llvm::StringRef extensions) {
  std::string argument = "-cl-ext=-all";
  for (llvm::StringRef name : namesOf(extensions))
    argument += (",+" + name).str();
  return argument;
}

/// Defines the macros of reported extensions and features that Clang doesn't define. Clang defines the macros that it
/// knows, but each one only from a certain language version on. Here, the macros of an extension that the device
/// reports are defined in all language versions, and so are those of features that came with an extension. The macros
/// of other features are defined only in OpenCL C 3.0 and later.
void defineExtensions(const SourceRequest &request, clang::PreprocessorOptions &options) {
  const clang::OpenCLOptions clangs;
  // C++ for OpenCL 2021 is based on OpenCL C 3.0, and C++ for OpenCL 1.0 on OpenCL C 2.0.
  const llvm::StringRef version = request.options.languageVersion;
  const bool hasFeatures = version.starts_with("CL3.") || version == "CLC++2021";
  if (!hasFeatures)
    options.addMacroUndef("__opencl_c_int64"); // which Clang defines in all versions
  for (llvm::StringRef name : namesOf(request.extensions))
    if (name.starts_with("cl_") || name.starts_with("__opencl_c_integer_dot_product") ||
        (hasFeatures && !clangs.isKnown(name)))
      options.addMacroDef((name + "=1").str());
}

/// Clang doesn't know OpenCL C 3.1. It is OpenCL C 3.0 with extensions that the device has in all versions, and with
/// additional macros.
constexpr llvm::StringLiteral version31 = "CL3.1";

/// Returns the version as Clang names it.
llvm::StringRef clangsVersion(llvm::StringRef version) { return version == version31 ? "CL3.0" : version; }

/// A family of declarations in opencl-extensions.h. If the program certainly names none of them, `macroWithout` is
/// defined and the header leaves them out, because compiling hundreds of declarations takes as long as the rest of a
/// small program.
struct Family {
  llvm::StringLiteral macroWithout;
  /// Each name of the family contains one of these strings.
  llvm::ArrayRef<llvm::StringRef> parts;
};
constexpr llvm::StringRef collectiveNameParts[] = {"work_group_reduce", "work_group_scan"};
constexpr llvm::StringRef copyNameParts[] = {"work_group_copy"};
constexpr llvm::StringRef bfloat16NameParts[] = {"bfloat16"};
constexpr llvm::StringRef subGroupNameParts[] = {"sub_group"};
constexpr Family families[] = {
    {"__weft_without_collectives", collectiveNameParts},
    {"__weft_without_copies", copyNameParts},
    {"__weft_without_bfloat16", bfloat16NameParts},
    {"__weft_without_sub_groups", subGroupNameParts},
};

bool containsAny(llvm::StringRef text, llvm::ArrayRef<llvm::StringRef> parts) {
  return llvm::any_of(parts, [&](llvm::StringRef part) { return text.contains(part); });
}

/// Whether the program might name a function of the family.
bool mayName(const SourceRequest &request, const Family &family) {
  // Even if the text has no name of the family, a name may come from an included file, be pasted from two tokens, or
  // continue on the next line.
  static constexpr llvm::StringRef indirectNameMarkers[] = {"include", "import", "##", "%:", "??", "\\\n", "\\\r"};
  const auto mayBeIn = [&](llvm::StringRef text) {
    return containsAny(text, family.parts) || containsAny(text, indirectNameMarkers);
  };
  return mayBeIn(request.source) || llvm::any_of(request.options.preprocessor, mayBeIn);
}

/// Defines the platform's macros, before those of the program's options. They are written into `options` directly,
/// because Clang's argument parser takes ten times as long for each macro.
void defineMacros(const SourceRequest &request, clang::PreprocessorOptions &options) {
  std::vector<std::pair<std::string, bool>> ofTheProgram;
  ofTheProgram.swap(options.Macros);
  options.addMacroDef("__OPENCL_VERSION__=310");
  if (request.options.languageVersion == version31) {
    options.addMacroUndef("__OPENCL_C_VERSION__");
    options.addMacroDef("__OPENCL_C_VERSION__=310");
    options.addMacroDef("CL_VERSION_3_1=310");
  }
  defineExtensions(request, options);
  for (const Family &family : families)
    if (!mayName(request, family))
      options.addMacroDef(family.macroWithout);
  if (!reports(request.extensions, "__opencl_c_images"))
    options.addMacroUndef("__IMAGE_SUPPORT__");
  std::ranges::move(ofTheProgram, std::back_inserter(options.Macros));
}

/// Whether a*b+c may become one operation even if the product and the sum are in different expressions. -cl-mad-enable
/// allows this, and stronger options imply it.
bool mayContract(const CompileOptions &options) {
  return llvm::any_of(options.math, [](const std::string &option) {
    return option == "-cl-mad-enable" || option == "-cl-unsafe-math-optimizations" || option == "-cl-fast-relaxed-math";
  });
}

std::vector<std::string> clangArguments(const SourceRequest &request) {
  const CompileOptions &options = request.options;
  std::vector<std::string> arguments = {
      "-x", options.isCxx() ? "clcpp" : "cl", "-triple", "spir64", "-emit-llvm-only", "-disable-llvm-passes",
      extensionArgument(request.extensions),
      // The builtins come from Clang's own tables. The types and macros come from the header that the compiler embeds.
      "-fdeclare-opencl-builtins", "-finclude-default-header", "-nostdsysteminc", "-internal-isystem",
      systemFolder.str(),
      // The manifest always has the names of arguments. The runtime hides them if the program didn't request them.
      "-cl-kernel-arg-info", "-fno-threadsafe-statics",
      // In C++ for OpenCL, too, a function that ends without returning a value returns to its caller, as in OpenCL C.
      "-fno-strict-return", "-ferror-limit", "30", "-fmessage-length=0", "-main-file-name",
      sourceNameOf(options).str()};
  if (options.isCxx())
    // These limits bound the work of Clang between two checks of the budget.
    arguments.insert(arguments.end(), {"-ftemplate-depth=256", "-fconstexpr-steps=262144"});
  arguments.push_back(options.optimise ? "-O2" : "-O0");
  if (!options.optimise)
    arguments.push_back("-disable-O0-optnone");
  arguments.push_back(("-cl-std=" + clangsVersion(options.languageVersion)).str());
  arguments.insert(arguments.end(), {"-include", extensionsHeader.str()});
  // If values are checked and variables needn't be zero, the next option is left out. Then variables stay unwritten,
  // and the check can report those that are read before they are written.
  if (request.zeroPrivateMemory || !options.checks.has(CodeCheck::values))
    arguments.push_back("-ftrivial-auto-var-init=zero");
  // Variables of more than 2048 bytes don't get zeros: Clang takes minutes to write a gigabyte of them, and
  // removeArrayInitialisers would remove them again.
  if (!request.zeroPrivateMemory)
    arguments.push_back("-ftrivial-auto-var-init-max-size=2048");
  if (options.uniformGroups)
    arguments.push_back("-cl-uniform-work-group-size");
  if (options.debug)
    for (const char *argument : {"-debug-info-kind=constructor", "-dwarf-version=5", "-debugger-tuning=gdb"})
      arguments.push_back(argument);
  else if (request.debugLines || options.checks.any()) // a fault's report names its line
    arguments.insert(arguments.end(), {"-debug-info-kind=line-tables-only", "-dwarf-version=5"});
  if (options.noWarnings)
    arguments.push_back("-w");
  // Before Clang 20, every OpenCL C compiler only warned if a pointer was assigned to a pointer of another type, and
  // kernels rely on this.
  arguments.push_back(options.warningsAreErrors ? "-Werror" : "-Wno-error=incompatible-pointer-types");
  arguments.insert(arguments.end(), options.math.begin(), options.math.end());
  // Clang's parser only records -cl-finite-math-only. The fast-math flags of instructions come from other options,
  // which are added here.
  if (llvm::is_contained(options.math, "-cl-finite-math-only"))
    arguments.insert(arguments.end(), {"-menable-no-infs", "-menable-no-nans"});
  arguments.push_back(mayContract(options) ? "-ffp-contract=fast" : "-ffp-contract=on");
  arguments.push_back("-I" + headerFolder.str());
  arguments.insert(arguments.end(), options.preprocessor.begin(), options.preprocessor.end());
  arguments.push_back(usualSourceName.str()); // compileSource maps this name to the source
  return arguments;
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> fileSystem(const SourceRequest &request) {
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  const llvm::StringRef header(weftEmbeddedOpenClHeaderBegin,
                               weftEmbeddedOpenClHeaderEnd - weftEmbeddedOpenClHeaderBegin);
  memory->addFileNoOwn(systemFolder + "/opencl-c-base.h", 0, llvm::MemoryBufferRef(header, "opencl-c-base.h"));
  const llvm::StringRef ours(weftEmbeddedExtensionsHeaderBegin,
                             weftEmbeddedExtensionsHeaderEnd - weftEmbeddedExtensionsHeaderBegin);
  memory->addFileNoOwn(extensionsHeader, 0, llvm::MemoryBufferRef(ours, extensionsHeader));
  for (const auto &[name, text] : request.headers)
    memory->addFile(headerFolder + "/" + name, 0, llvm::MemoryBuffer::getMemBufferCopy(text, name));
  auto overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      llvm::makeIntrusiveRefCnt<IncludableFiles>(llvm::vfs::createPhysicalFileSystem()));
  overlay->pushOverlay(memory);
  return overlay;
}

/// Reads Clang's arguments for the request into `invocation`. Errors go to a separate diagnostics engine, because the
/// engine for the source is created from the options that are read here.
bool readArguments(clang::CompilerInvocation &invocation, const SourceRequest &request, llvm::raw_ostream &log) {
  const std::vector<std::string> arguments = clangArguments(request);
  std::vector<const char *> pointers;
  for (const std::string &argument : arguments)
    pointers.push_back(argument.c_str());
  clang::DiagnosticOptions options;
  clang::TextDiagnosticPrinter printer(log, options);
  clang::DiagnosticsEngine engine(clang::DiagnosticIDs::create(), options, &printer, false);
  if (!clang::CompilerInvocation::CreateFromArgs(invocation, pointers, engine))
    return false;
  defineMacros(request, invocation.getPreprocessorOpts());
  return true;
}

llvm::Error verify(const llvm::Module &module, const CompileOptions &options) {
  if (!options.isCxx() && module.getGlobalVariable(constructorList))
    return llvm::createStringError("The program can't be used: it has constructors, which OpenCL C has none of.");
  return verifySpir64(module);
}

} // namespace

CompiledSource compileSource(llvm::LLVMContext &context, const SourceRequest &request, std::string &log) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  const auto buffer = llvm::MemoryBuffer::getMemBufferCopy(request.source, sourceNameOf(request.options));
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  CompiledSource compiled;
  std::unique_ptr<llvm::Module> &module = compiled.module;
  if (readArguments(*invocation, request, stream)) {
    invocation->getFrontendOpts().Inputs.assign({clang::FrontendInputFile(
        buffer->getMemBufferRef(),
        clang::InputKind(request.options.isCxx() ? clang::Language::OpenCLCXX : clang::Language::OpenCL))});
    clang::DiagnosticOptions diagnosticOptions = invocation->getDiagnosticOpts();
    LogPrinter printer(stream, diagnosticOptions);
    clang::CompilerInstance instance(std::move(invocation));
    instance.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
    instance.setVirtualFileSystem(fileSystem(request));
    instance.createDiagnostics(&printer, false);
    CompileAction action(context, diagnosticOptions, request);
    if (instance.ExecuteAction(action))
      module = action.takeModule();
    compiled.isBeyondBudget = action.isBeyondBudget();
  }
  if (module) {
    if (request.options.isCxx())
      lowerClangConstructors(*module);
    lowerClangBlocks(*module, request.options.uniformGroups);
    if (!request.zeroPrivateMemory)
      removeArrayInitialisers(*module);
    defineMissingElements(*module);
    if (llvm::Error error = verify(*module, request.options)) {
      stream << "error: " << llvm::toString(std::move(error)) << "\n";
      module.reset();
    }
  }
  if (text.size() > logLimit) {
    text.resize(logLimit);
    text += "\nThe rest of the diagnostics is left out.\n";
  }
  log += text;
  return compiled;
}

// The specification leaves no choice of the version. Without -cl-std, a source is OpenCL C 1.2, and a newer version
// "must be explicitly requested" (OpenCL API 3.1, "Backwards Compatibility" and 5.8.6.5). So the program isn't built as
// OpenCL C 3.0 unless the options request it. The log says how to request it.
std::string adviceOnVersion(const SourceRequest &request) {
  if (request.options.namesLanguageVersion)
    return {};
  SourceRequest newer = request;
  newer.options.languageVersion = "CL3.0";
  llvm::LLVMContext context;
  std::string log;
  if (!compileSource(context, newer, log).module)
    return {};
  return "note: the options name no version of OpenCL C, so the source was compiled as OpenCL C 1.2; as OpenCL C 3.0 "
         "it compiles: add -cl-std=CL3.0 to the options\n";
}

} // namespace weft::compiler
