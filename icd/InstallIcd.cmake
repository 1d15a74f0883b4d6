# Writes the installed .icd file: one line, the absolute path of the installed libweft.so.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
cmake_path(ABSOLUTE_PATH libraryFolder BASE_DIRECTORY "${CMAKE_INSTALL_PREFIX}" NORMALIZE)
if(NOT IS_ABSOLUTE "${settingsFolder}")
  if(CMAKE_INSTALL_PREFIX MATCHES "^/usr/?$")
    set(settingsFolder "/etc")
  else()
    cmake_path(ABSOLUTE_PATH settingsFolder BASE_DIRECTORY "${CMAKE_INSTALL_PREFIX}" NORMALIZE)
  endif()
endif()
set(icd "$ENV{DESTDIR}${settingsFolder}/OpenCL/vendors/weft.icd")
message(STATUS "Installing: ${icd}")
file(WRITE "${icd}" "${libraryFolder}/libweft.so\n")
