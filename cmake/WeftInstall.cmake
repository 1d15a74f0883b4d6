# Where the parts of Weft are installed, in three components (platform, tools, doc), each a package of its own.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
include_guard()
include(GNUInstallDirs)

# A folder of their own: loaders open the libraries by path, and nobody links with them, so the folder that linkers and
# ldconfig look into has no place for them.
set(WEFT_INSTALL_LIBRARIES "${CMAKE_INSTALL_LIBDIR}/weft")

# weft_install_library(<target>)
function(weft_install_library target)
  install(TARGETS ${target} LIBRARY DESTINATION "${WEFT_INSTALL_LIBRARIES}" COMPONENT platform)
endfunction()

# What packaging/pages.py has made of templates, installed by weft_install_pages.
set(weftPages "${PROJECT_BINARY_DIR}/pages")
set(weftPagesScript "${PROJECT_SOURCE_DIR}/packaging/pages.py")

# weft_install_tool(<name> [SCRIPT <file>]): a program for users, a target or a script, with its manual page
# (packaging/man/<name>.1.in) and what completes its command line in bash, zsh and fish. Both take the program's options
# from its --help.
function(weft_install_tool name)
  cmake_parse_arguments(ARG "" "SCRIPT" "" ${ARGN})
  if(ARG_SCRIPT)
    cmake_path(ABSOLUTE_PATH ARG_SCRIPT BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE program)
    install(PROGRAMS "${program}" DESTINATION "${CMAKE_INSTALL_BINDIR}" RENAME ${name} COMPONENT tools)
    set(changes "${program}")
  else()
    set(program "$<TARGET_FILE:${name}>")
    install(TARGETS ${name} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT tools)
    set(changes ${name})
  endif()
  if(WEFT_SANITIZER)
    return() # No package is made of such a build.
  endif()
  set(template "${PROJECT_SOURCE_DIR}/packaging/man/${name}.1.in")
  set(made "${weftPages}/man/man1/${name}.1" "${weftPages}/bash/${name}" "${weftPages}/zsh/_${name}"
    "${weftPages}/fish/${name}.fish")
  add_custom_command(OUTPUT ${made}
    COMMAND "${weftPagesScript}" tool --name ${name} --program "${program}" --template "${template}"
      --version ${PROJECT_VERSION} --output "${weftPages}"
    DEPENDS "${weftPagesScript}" "${template}" ${changes}
    VERBATIM COMMENT "Making the manual page of ${name}")
  add_custom_target(weft-pages-${name} DEPENDS ${made})
  set_property(GLOBAL APPEND PROPERTY WEFT_PAGES weft-pages-${name})
endfunction()

# weft_install_pages(): the manual page of the platform, and those of all tools. To be called once, behind the tools.
function(weft_install_pages)
  if(WEFT_SANITIZER)
    return()
  endif()
  set(page "${weftPages}/man/man7/weft.7")
  set(template "${PROJECT_SOURCE_DIR}/packaging/man/weft.7.in")
  set(variables "${PROJECT_SOURCE_DIR}/docs/debugging.md")
  add_custom_command(OUTPUT "${page}"
    COMMAND "${weftPagesScript}" platform --variables "${variables}" --template "${template}"
      --version ${PROJECT_VERSION} --output "${weftPages}"
    DEPENDS "${weftPagesScript}" "${template}" "${variables}"
    VERBATIM COMMENT "Making the manual page of the platform")
  get_property(pages GLOBAL PROPERTY WEFT_PAGES)
  add_custom_target(weft-pages ALL DEPENDS "${page}")
  add_dependencies(weft-pages ${pages})
  install(DIRECTORY "${weftPages}/man/man1" DESTINATION "${CMAKE_INSTALL_MANDIR}" COMPONENT tools)
  install(DIRECTORY "${weftPages}/man/man7" DESTINATION "${CMAKE_INSTALL_MANDIR}" COMPONENT platform)
  install(DIRECTORY "${weftPages}/bash/" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions"
    COMPONENT tools)
  install(DIRECTORY "${weftPages}/zsh/" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions" COMPONENT tools)
  install(DIRECTORY "${weftPages}/fish/" DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d"
    COMPONENT tools)
endfunction()

# weft_install_documents(): what is to be read.
function(weft_install_documents)
  install(FILES README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT doc)
  install(DIRECTORY docs DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT doc)
  install(DIRECTORY examples DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT doc PATTERN CMakeLists.txt EXCLUDE)
endfunction()
