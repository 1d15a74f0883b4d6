; A struct by value belongs to the work-item: what it writes to is a copy, not the argument block.
; RUN: weft-opt -weft-passes="bind-launch" %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

%pair = type { i32, i64 }

; CHECK-LABEL: define void @k(
; CHECK: %[[COPY:.*]] = alloca %pair, align 8
; CHECK: %s = getelementptr inbounds i8, ptr %{{.*}}, i64 8
; CHECK: call void @llvm.memcpy{{.*}}(ptr align 8 %[[COPY]], ptr align 8 %s, i64 16
; CHECK: store i32 1, ptr %[[COPY]]
define void @k(ptr addrspace(1) %p, ptr byval(%pair) align 8 %s) #0 {
  store i32 1, ptr %s
  %second = getelementptr %pair, ptr %s, i32 0, i32 1
  %value = load i64, ptr %second
  store i64 %value, ptr addrspace(1) %p
  ret void
}

attributes #0 = { "weft-kernel" }
