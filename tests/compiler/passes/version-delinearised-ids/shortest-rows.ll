; How much of a packet rows are to fill depends on what packets within them gain: a quarter where nearly all is gathered
; otherwise, all where only divisions are saved in front of a loop that computes.
; RUN: weft-opt -weft-passes="version-delinearised-ids" %s | FileCheck %s
; RUN: sed 's/"weft-schedule"="width=16"/"weft-schedule"="width=32"/' %s | weft-opt -weft-passes="version-delinearised-ids" | FileCheck %s --check-prefix=WIDE
; RUN: sed 's/define void @loads/define void @other/; s/define void @computes/define void @k/; s/ #1 {/ {/; s/ #0 {/ #1 {/; s/@k(\(.*\)) {/@k(\1) #0 {/' %s \
; RUN:   | weft-opt -weft-passes="version-delinearised-ids" | FileCheck %s --check-prefix=COMPUTES
target triple = "spir64"

declare i32 @weft.local.id.0()

; CHECK: icmp uge i32 %width, 4
; WIDE: icmp uge i32 %width, 8
define void @loads(ptr addrspace(1) %a, i32 noundef %base, i32 noundef %width, i32 noundef %pitch) #0 {
entry:
  %l = call i32 @weft.local.id.0()
  %i = add i32 %l, %base
  %y = udiv i32 %i, %width
  %x = urem i32 %i, %width
  br label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %row = add nsw i32 %y, %k
  %first = mul nsw i32 %row, %pitch
  %index = add nsw i32 %first, %x
  %offset = sext i32 %index to i64
  %at = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %offset
  %value = load i32, ptr addrspace(1) %at
  %sum = add i32 %value, %k
  store i32 %sum, ptr addrspace(1) %at
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, %pitch
  br i1 %more, label %loop, label %end

end:
  ret void
}

; COMPUTES: icmp uge i32 %width, 16
define void @computes(ptr addrspace(1) %a, i32 noundef %base, i32 noundef %width, i32 noundef %pitch) #1 {
entry:
  %l = call i32 @weft.local.id.0()
  %i = add i32 %l, %base
  %y = udiv i32 %i, %width
  %x = urem i32 %i, %width
  %seed = xor i32 %x, %y
  br label %outer

outer:
  %n = phi i32 [ 0, %entry ], [ %following, %behind ]
  %u = phi i32 [ %seed, %entry ], [ %v9, %behind ]
  br label %loop

loop:
  %k = phi i32 [ 0, %outer ], [ %next, %loop ]
  %v = phi i32 [ %u, %outer ], [ %v9, %loop ]
  %v1 = mul i32 %v, %l
  %v2 = xor i32 %v1, %k
  %v3 = mul i32 %v2, %v1
  %v4 = lshr i32 %v3, 3
  %v5 = add i32 %v4, %v2
  %v6 = mul i32 %v5, %v3
  %v7 = xor i32 %v6, %v
  %v8 = mul i32 %v7, %v5
  %v9 = add i32 %v8, %v1
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, %pitch
  br i1 %more, label %loop, label %behind

behind:
  %following = add i32 %n, 1
  %again = icmp ult i32 %following, %pitch
  br i1 %again, label %outer, label %end

end:
  %at = getelementptr i32, ptr addrspace(1) %a, i32 %i
  store i32 %v9, ptr addrspace(1) %at
  ret void
}

attributes #0 = { "weft-kernel" "weft-schedule"="width=16" }
attributes #1 = { "weft-schedule"="width=16" }
