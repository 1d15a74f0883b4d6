; Nine numbers of `double` and a product at a time fill twenty of sixteen registers in packets of eight, ten in packets of
; four. `float` fills ten as it is, and eight numbers and a product fill eighteen, which is few more than there are. A
; work-item that mostly waits for its own results has packets of eight: of two registers one computes meanwhile.
; RUN: weft-opt --cpu=x86-64-v3 -weft-passes="choose-schedule<8..16>" %s | FileCheck %s --check-prefix=NARROW
; RUN: sed 's/double/float/g' %s | weft-opt --cpu=x86-64-v3 -weft-passes="choose-schedule<8..16>" | FileCheck %s
; RUN: sed '/= load.*p8$/d; s/%x8/%x7/' %s | weft-opt --cpu=x86-64-v3 -weft-passes="choose-schedule<8..16>" | FileCheck %s
; RUN: sed 's/^  ; waits: //' %s | weft-opt --cpu=x86-64-v3 -weft-passes="choose-schedule<8..16>" | FileCheck %s
; NARROW: "weft-schedule"="{{.*}}width=4{{[ "]}}
; CHECK: "weft-schedule"="{{.*}}width=8{{[ "]}}
declare i32 @weft.local.id.0() memory(none)

define void @k(ptr %launch, ptr %group, ptr addrspace(1) %a) "weft-kernel" {
  %id = call i32 @weft.local.id.0()
  %place = getelementptr double, ptr addrspace(1) %a, i32 %id
  %p0 = getelementptr double, ptr addrspace(1) %place, i32 0
  %p1 = getelementptr double, ptr addrspace(1) %place, i32 1000
  %p2 = getelementptr double, ptr addrspace(1) %place, i32 2000
  %p3 = getelementptr double, ptr addrspace(1) %place, i32 3000
  %p4 = getelementptr double, ptr addrspace(1) %place, i32 4000
  %p5 = getelementptr double, ptr addrspace(1) %place, i32 5000
  %p6 = getelementptr double, ptr addrspace(1) %place, i32 6000
  %p7 = getelementptr double, ptr addrspace(1) %place, i32 7000
  %p8 = getelementptr double, ptr addrspace(1) %place, i32 8000
  %x0 = load double, ptr addrspace(1) %p0
  %x1 = load double, ptr addrspace(1) %p1
  %x2 = load double, ptr addrspace(1) %p2
  %x3 = load double, ptr addrspace(1) %p3
  %x4 = load double, ptr addrspace(1) %p4
  %x5 = load double, ptr addrspace(1) %p5
  %x6 = load double, ptr addrspace(1) %p6
  %x7 = load double, ptr addrspace(1) %p7
  %x8 = load double, ptr addrspace(1) %p8
  %y0 = fmul double %x0, %x1
  store double %y0, ptr addrspace(1) %p0
  %y1 = fmul double %x1, %x2
  store double %y1, ptr addrspace(1) %p1
  %y2 = fmul double %x2, %x3
  store double %y2, ptr addrspace(1) %p2
  %y3 = fmul double %x3, %x4
  store double %y3, ptr addrspace(1) %p3
  %y4 = fmul double %x4, %x5
  store double %y4, ptr addrspace(1) %p4
  %y5 = fmul double %x5, %x6
  store double %y5, ptr addrspace(1) %p5
  %y6 = fmul double %x6, %x7
  store double %y6, ptr addrspace(1) %p6
  %y7 = fmul double %x7, %x8
  store double %y7, ptr addrspace(1) %p7
  %y8 = fmul double %x8, %x0
  store double %y8, ptr addrspace(1) %p8
  ; waits: %z0 = fdiv double %y0, %y1
  ; waits: %z1 = fdiv double %z0, %y1
  ; waits: %z2 = fdiv double %z1, %y1
  ; waits: %z3 = fdiv double %z2, %y1
  ; waits: %z4 = fdiv double %z3, %y1
  ; waits: %z5 = fdiv double %z4, %y1
  ; waits: store double %z5, ptr addrspace(1) %p0
  ret void
}
