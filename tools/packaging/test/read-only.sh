#!/bin/sh
# Runs a command of an image as a runtime does with --read-only --cap-drop all --tmpfs /tmp, in namespaces that are its own.
set -e
root=$1; shift
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
touch "$root/dev/null"
mount --bind /dev/null "$root/dev/null"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs -o mode=700,uid=10001,gid=10001 tmpfs "$root/var/lib/mailwright"
ip link set lo up
exec setpriv --no-new-privs chroot --userspec=10001:10001 "$root" "$@"
