; What stands between places that every way passes becomes functions: here two of them, within the outer loop, whose
; head and latch stay. The innermost loops are inside whole; a variable that lives in one section moves there, one that is kept from round to round does not.
; RUN: weft-opt -weft-passes="outline-long-code<6000;12>" %s | FileCheck %s

; CHECK-LABEL: define void @k(
; CHECK-NOT: alloca [4 x i32]
; CHECK: %kept = alloca i32
; CHECK: item:
; CHECK: call void @k.begin({{.*}}i32 %i, i32 %size{{.*}})
; CHECK: call void @k.joined({{.*}}ptr %kept
; CHECK: latch:
; CHECK: br i1 %i.more, label %item, label %end
; CHECK: ret void
define void @k(ptr %launch, ptr %group) "weft-kernel" {
entry:
  %own = alloca [4 x i32]
  %kept = alloca i32
  %size = load i32, ptr %group
  br label %item

item:
  %i = phi i32 [ 0, %entry ], [ %i.next, %latch ]
  br label %begin

begin:
  call void @llvm.lifetime.start.p0(ptr %own)
  br label %first

first:
  %j = phi i32 [ 0, %begin ], [ %j.next, %first ]
  %place = getelementptr i32, ptr %own, i32 %j
  store i32 %i, ptr %place
  %j.next = add i32 %j, 1
  %j.more = icmp ult i32 %j.next, %size
  br i1 %j.more, label %first, label %second

second:
  %seen = load i32, ptr %own
  call void @llvm.lifetime.end.p0(ptr %own)
  %odd = trunc i32 %seen to i1
  br i1 %odd, label %then, label %joined

then:
  store i32 %seen, ptr %launch
  br label %joined

joined:
  %a = phi i32 [ %i, %second ], [ 7, %then ]
  br label %third

third:
  %k.of.three = phi i32 [ %a, %joined ], [ %k.next, %third ]
  %x1 = mul i32 %k.of.three, %a
  %x2 = xor i32 %x1, %i
  %x3 = mul i32 %x2, %x1
  %x4 = xor i32 %x3, %x1
  store i32 %x4, ptr %group
  %k.next = add i32 %k.of.three, 1
  %k.more = icmp ult i32 %k.next, %size
  br i1 %k.more, label %third, label %fourth

fourth:
  %y1 = load i32, ptr %kept
  %y2 = mul i32 %y1, 3
  store i32 %y2, ptr %kept
  br label %latch

latch:
  %i.next = add i32 %i, 1
  %i.more = icmp ult i32 %i.next, %size
  br i1 %i.more, label %item, label %end

end:
  ret void
}

; CHECK-LABEL: define internal void @k.begin(
; CHECK: alloca [4 x i32]
; CHECK: icmp ult
; CHECK-LABEL: define internal void @k.joined(
; CHECK: xor i32
; CHECK: mul i32 %{{.*}}, 3
