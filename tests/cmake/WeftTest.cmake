# How tests are registered: they see this build's platform alone, and a disk cache inside the build tree.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
include(GoogleTest)
include(WeftPrecompiledHeaders)
weft_header_set(weft-test-headers EXECUTABLES USES GTest::gmock HEADERS ${weftStandardHeaders} <gmock/gmock.h> <gtest/gtest.h>)
# What is tested is what matters, so the tests themselves are compiled without optimisation: that halves the time.
set(weftTestOptions "")
if(WEFT_SANITIZER OR CMAKE_BUILD_TYPE STREQUAL Debug)
  set(weftTestOptions -O0)
endif()
if(TARGET weft-test-headers)
  target_compile_options(weft-test-headers PRIVATE ${weftTestOptions})
endif()

# The environment of every test. The cache is shared by all tests of the build tree, as it is by programs of a user.
set(WEFT_TEST_ENVIRONMENT
  "OCL_ICD_VENDORS=${PROJECT_BINARY_DIR}/etc/OpenCL/vendors"
  "WEFT_CACHE_DIR=${PROJECT_BINARY_DIR}/test-cache"
  "ASAN_OPTIONS=detect_stack_use_after_return=0" # fibers switch stacks
  "TSAN_OPTIONS=halt_on_error=1:suppressions=${CMAKE_CURRENT_LIST_DIR}/thread-sanitizer.supp"
  "UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1")
set(WEFT_TEST_TIMEOUT 120)

# weft_test_environment(<test>... [LABEL <label>...] [TIMEOUT <seconds>] [ENVIRONMENT <NAME=value>...]): for tests made
# with add_test. ENVIRONMENT adds to, or overrides, what every test gets.
function(weft_test_environment)
  cmake_parse_arguments(ARG "" "TIMEOUT" "LABEL;ENVIRONMENT" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT ${WEFT_TEST_TIMEOUT})
  endif()
  set_tests_properties(${ARG_UNPARSED_ARGUMENTS} PROPERTIES
    ENVIRONMENT "${WEFT_TEST_ENVIRONMENT};${ARG_ENVIRONMENT}" LABELS "${ARG_LABEL}" TIMEOUT ${ARG_TIMEOUT})
endfunction()

# weft_gtest(<target> SOURCES <file>... [USES <target>...] [INCLUDE <folder>...] [LABEL <suite>] [TIMEOUT <seconds>]
#            [ENVIRONMENT <NAME=value>...] [FILTER <GoogleTest filter>] [HEADERS <set>]): a GoogleTest program, each of whose tests, or
#            of those that the filter lets through, is a CTest test.
function(weft_gtest target)
  cmake_parse_arguments(ARG "" "LABEL;TIMEOUT;FILTER;HEADERS" "SOURCES;USES;INCLUDE;ENVIRONMENT" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT ${WEFT_TEST_TIMEOUT})
  endif()
  if(NOT ARG_FILTER)
    set(ARG_FILTER *)
  endif()
  add_executable(${target} ${ARG_SOURCES})
  target_include_directories(${target} PRIVATE ${ARG_INCLUDE})
  target_compile_options(${target} PRIVATE ${weftTestOptions})
  target_link_libraries(${target} PRIVATE ${ARG_USES} weft-flags GTest::gmock GTest::gtest_main)
  if(NOT ARG_HEADERS)
    set(ARG_HEADERS weft-test-headers)
  endif()
  weft_use_headers(${target} ${ARG_HEADERS})
  gtest_discover_tests(${target} TEST_LIST ${target}-tests DISCOVERY_MODE PRE_TEST NO_PRETTY_VALUES
    TEST_FILTER "${ARG_FILTER}"
    PROPERTIES LABELS "${ARG_LABEL}" TIMEOUT ${ARG_TIMEOUT})
  # gtest_discover_tests loses the semicolons of a list, so the environment is set by a script that CTest reads next.
  set(script "${CMAKE_CURRENT_BINARY_DIR}/${target}-environment.cmake")
  file(WRITE "${script}" "if(${target}-tests)\n  set_tests_properties(\${${target}-tests} PROPERTIES ENVIRONMENT\n"
    "    [==[${WEFT_TEST_ENVIRONMENT};${ARG_ENVIRONMENT}]==])\nendif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${script}")
endfunction()
