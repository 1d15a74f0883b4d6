# Installs gdb's commands for kernels where gdb looks for those of a library: its folder, and the library's path in it.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
cmake_path(ABSOLUTE_PATH libraryFolder BASE_DIRECTORY "${CMAKE_INSTALL_PREFIX}" NORMALIZE)
file(INSTALL "${debuggerCommands}" RENAME "libweft.so-gdb.py"
  DESTINATION "${CMAKE_INSTALL_PREFIX}/${dataFolder}/gdb/auto-load${libraryFolder}")
