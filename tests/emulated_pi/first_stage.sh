#!/bin/busybox sh
# The first program of the emulated Pi: mounts the card, and starts its system.
B=/bin/busybox
$B mount -t proc proc /proc
$B mount -t sysfs sys /sys
$B mount -t devtmpfs dev /dev
for module in crc32c_generic crc16 mbcache jbd2 ext4 bcm2835; do $B insmod /modules/$module.ko; done
while [ ! -b /dev/mmcblk0 ]; do $B sleep 0.2; done
$B mount -t ext4 /dev/mmcblk0 /card
$B umount /sys
$B umount /proc
$B mount --move /dev /card/dev
exec $B switch_root /card /sbin/init
