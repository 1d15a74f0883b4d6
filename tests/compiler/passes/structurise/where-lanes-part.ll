; Where lanes part, there is one way round each side; a branch that all lanes take alike stays as it is.
; RUN: weft-opt -weft-passes=structurise %s | FileCheck %s --check-prefixes=CHECK,PARTS
; RUN: sed 's/icmp slt i32 %x,/icmp slt i32 %n,/' %s | weft-opt -weft-passes=structurise \
; RUN:   | FileCheck %s --check-prefixes=CHECK,TOGETHER

declare i32 @weft.local.id.0()

; CHECK-LABEL: define void @k(
; PARTS: br i1 %{{.*}}, label %[[ONE:.*]], label %[[FLOW:.*]]
; PARTS: [[FLOW]]:
; PARTS: br i1 %{{.*}}, label %{{.*}}, label %{{.*}}
; TOGETHER: br i1 %less, label %then, label %else
; TOGETHER-NOT: br i1
; CHECK: ret void
define void @k(ptr %launch, ptr %group, ptr addrspace(1) %a, i32 %n) #0 {
  %x = call i32 @weft.local.id.0()
  %p = getelementptr i32, ptr addrspace(1) %a, i32 %x
  %less = icmp slt i32 %x, 7
  br i1 %less, label %then, label %else
then:
  store i32 1, ptr addrspace(1) %p
  br label %end
else:
  store i32 2, ptr addrspace(1) %p
  br label %end
end:
  ret void
}

attributes #0 = { "weft-kernel" }
