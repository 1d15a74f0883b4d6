; Constants that no shared object has room for.
; RUN: not weft-opt --verify-spir64 %s 2>&1 | FileCheck %s
; CHECK: The program can't be used: its constants and initial values take 536870912 bytes; there is room for 268435456.

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

@v = internal addrspace(2) constant [536870912 x i8] zeroinitializer
