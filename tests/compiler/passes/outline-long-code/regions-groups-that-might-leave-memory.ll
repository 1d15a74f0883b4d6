; What groups run that might leave memory is a function of its own, all regions of it in one.
; RUN: weft-opt -weft-passes="outline-long-code<1000;2000>" %s | FileCheck %s
; RUN: sed 's/"weft-safe-groups"//' %s | weft-opt -weft-passes="outline-long-code<1000;2000>" | FileCheck %s --check-prefix=KEPT

; CHECK-LABEL: define void @k(
; CHECK: br i1 %safe, label %region.1, label %[[OTHERS:.*]]
; CHECK: store i32 1
; CHECK: [[OTHERS]]:
; CHECK-NEXT: call void @k.region.2(
; CHECK-NEXT: br label %end
; CHECK-NOT: call
; CHECK: ret void
; CHECK: define internal void @k.region.2({{.*}}) #[[ATTRIBUTES:[0-9]+]]
; CHECK: store i32 2
; CHECK: call void %report(
; CHECK: store i32 3
; CHECK: attributes #[[ATTRIBUTES]] = {{.*}}"weft-runs-checked-groups"
; KEPT: store i32 2
; KEPT-NOT: define
define void @k(ptr %launch, ptr %group) "weft-kernel" "weft-safe-groups" {
entry:
  %memory = load ptr, ptr %group
  %report = load ptr, ptr %launch
  br label %region.0

region.0:
  br label %first, !weft.region.start !0

first:
  %size = load i32, ptr %launch
  %safe = icmp ult i32 %size, 7
  br i1 %safe, label %region.1, label %region.2

region.1:
  br label %quick, !weft.region.start !0

quick:
  store i32 1, ptr %memory
  br label %end

region.2:
  br label %slow, !weft.region.start !0

slow:
  store i32 2, ptr %memory
  %bad = icmp ugt i32 %size, 9
  br i1 %bad, label %tell, label %region.3

tell:
  call void %report(ptr %launch, ptr %group) cold
  br label %region.3

region.3:
  br label %last, !weft.region.start !0

last:
  store i32 3, ptr %memory
  br label %end

end:
  ret void
}

!0 = !{}
