; What a work-item does is counted for each loop by itself, with the rounds as the launch will tell them: a number, an
; argument, or nothing. What stands behind a branch is counted apart.
; RUN: weft-opt -weft-passes=estimate-work -pass-remarks-analysis=estimate-work %s 2>&1 | FileCheck %s
; CHECK-DAG: rounds of loops: [] at lines [] 0 Flops, 0 Operations, 0 Functions, 0 Loaded, 4 Stored, 0 Local,
; CHECK-DAG: rounds of loops: {{\[\["\+",7,1\]\]}} at lines [0] 3 Flops, 1 Operations, 0 Functions, 4 Loaded, 0 Stored, 0 Local,
; CHECK-DAG: rounds of loops: {{\[.*\["argument",24,4\].*\]}} at lines [0] 0 Flops, 1 Operations, 0 Functions, 0 Loaded, 0 Stored, 4 Local,{{.*}} 8 LoadedSometimes,
; CHECK-DAG: rounds of loops: [null] at lines [0] 1 Flops,
target triple = "spir64"
declare float @llvm.fmuladd.f32(float, float, float)
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %a, ptr addrspace(3) %l) "weft-kernel" {
entry:
  %args = load ptr, ptr %launch
  %place = getelementptr i8, ptr %args, i64 24
  %n = load i32, ptr %place
  br label %eight

eight:
  %i = phi i64 [ 0, %entry ], [ %i.next, %eight ]
  %sum = phi float [ 0.0, %entry ], [ %sum.next, %eight ]
  %at = getelementptr float, ptr addrspace(1) %a, i64 %i
  %v = load float, ptr addrspace(1) %at
  %more = fadd float %v, 1.0
  %sum.next = call float @llvm.fmuladd.f32(float %more, float %v, float %sum)
  %i.next = add nuw nsw i64 %i, 1
  %again = icmp ult i64 %i.next, 8
  br i1 %again, label %eight, label %counted

counted:
  %k = phi i32 [ 0, %eight ], [ %k.next, %latch ]
  %element = load float, ptr addrspace(3) %l
  %chosen = fcmp ogt float %element, 0.0
  br i1 %chosen, label %sometimes, label %latch

sometimes:
  %wide = load double, ptr addrspace(1) %a
  br label %latch

latch:
  %k.next = add nuw nsw i32 %k, 1
  %going = icmp slt i32 %k.next, %n
  br i1 %going, label %counted, label %unknown

unknown:
  %x = phi float [ %sum.next, %latch ], [ %half, %unknown ]
  %half = fmul float %x, 0.5
  %large = fcmp ogt float %half, 1.0
  br i1 %large, label %unknown, label %end

end:
  store float %half, ptr addrspace(1) %a
  ret void
}
