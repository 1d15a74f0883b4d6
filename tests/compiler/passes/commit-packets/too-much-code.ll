; The kernel that works on packets stays without dead code, and its original goes; of too much code the original stays.
; RUN: weft-opt -weft-passes="commit-packets<2>" %s -pass-remarks=packetise 2>&1 | FileCheck %s --check-prefix=PACKETS
; RUN: weft-opt -weft-passes="commit-packets<1>" %s -pass-remarks-missed=packetise 2>&1 \
; RUN:   | FileCheck %s --check-prefix=ORIGINAL

; PACKETS: on packets of 8 work-items
; PACKETS-NOT: @k.original
; PACKETS: define void @k({{.*}} #[[KERNEL:[0-9]+]] {
; PACKETS-NEXT: store i32 8,
; PACKETS: attributes #[[KERNEL]] = { "weft-kernel" "weft-packet-width"="8" }

; ORIGINAL: not on packets: it would take long to compile (2 instructions on packets, more than 1)
; ORIGINAL-NOT: @k.original
; ORIGINAL: define void @k({{.*}} #[[KERNEL:[0-9]+]] {
; ORIGINAL-NEXT: store i32 1,
; ORIGINAL: attributes #[[KERNEL]] = { "weft-kernel" }
define void @k.original(ptr %launch, ptr %group) #0 {
  store i32 1, ptr %launch
  ret void
}

define void @k(ptr %launch, ptr %group) #1 {
  %dead = ptrtoint ptr %launch to i64
  store i32 8, ptr %launch
  ret void
}

attributes #0 = { "weft-original" }
attributes #1 = { "weft-kernel" "weft-packet-width"="8" }
