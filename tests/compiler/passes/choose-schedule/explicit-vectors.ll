; Four sums of four elements leave a CPU with sixteen registers no place for their lanes; the vectors themselves fit. With a
; barrier in the loop, with shorter vectors, on a CPU with more registers, or where packets are wanted in any case, the
; kernel has packets.
; RUN: weft-opt --cpu=x86-64-v3 -weft-passes=choose-schedule\<8\> -pass-remarks-missed=packetise %s 2>&1 | FileCheck %s
; RUN: weft-opt --cpu=x86-64-v3 --schedule=packets -weft-passes=choose-schedule\<8\> %s | FileCheck %s --check-prefix=PACKETS
; RUN: sed 's/^  %next = /call void @weft.barrier()\n  %next = /' %s \
; RUN:   | weft-opt --cpu=x86-64-v3 -weft-passes=choose-schedule\<8\> | FileCheck %s --check-prefix=PACKETS
; RUN: sed 's/<4 x float>/<2 x float>/g' %s \
; RUN:   | weft-opt --cpu=x86-64-v3 -weft-passes=choose-schedule\<8\> | FileCheck %s --check-prefix=PACKETS
; RUN: weft-opt --cpu=x86-64-v4 -weft-passes=choose-schedule\<8\> %s | FileCheck %s --check-prefix=PACKETS
target triple = "spir64"

declare i32 @weft.local.id.0()
declare void @weft.barrier() convergent

; CHECK: its loops carry more elements of vectors than there are registers
; CHECK-NOT: weft-schedule
; PACKETS: "weft-schedule"="{{.*}}width=8{{[ "]}}
define void @k(ptr addrspace(1) %a, i64 %n) "weft-kernel" {
entry:
  %id = call i32 @weft.local.id.0()
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s0 = phi <4 x float> [ zeroinitializer, %entry ], [ %t0, %loop ]
  %s1 = phi <4 x float> [ zeroinitializer, %entry ], [ %t1, %loop ]
  %s2 = phi <4 x float> [ zeroinitializer, %entry ], [ %t2, %loop ]
  %s3 = phi <4 x float> [ zeroinitializer, %entry ], [ %t3, %loop ]
  %p = getelementptr <4 x float>, ptr addrspace(1) %a, i64 %i
  %x = load <4 x float>, ptr addrspace(1) %p
  %t0 = fadd <4 x float> %s0, %x
  %t1 = fsub <4 x float> %s1, %x
  %t2 = fmul <4 x float> %s2, %x
  %t3 = fdiv <4 x float> %s3, %x
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  %u0 = fadd <4 x float> %t0, %t1
  %u1 = fadd <4 x float> %t2, %t3
  %u = fadd <4 x float> %u0, %u1
  %q = getelementptr <4 x float>, ptr addrspace(1) %a, i32 %id
  store <4 x float> %u, ptr addrspace(1) %q
  ret void
}
