#!/bin/sh
# Build the kernel for the kernel-level tests, once: a User Mode Linux with simulated GPIO chips, from
# the source package of a Debian or Ubuntu. Three to twenty minutes, and 3 GB while it is built.
#
#   build.sh FILE    where the kernel goes
#
# What is wrong is the last line on standard error. The kernel is not part of the companion, and under its
# own licence (GPL-2.0): it is kept outside.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
target=$1

for tool in apt-cache apt-get dpkg gcc make bc flex bison xz; do
    command -v $tool >/dev/null || { echo "$tool is missing; on a Debian: apt-get install build-essential bc flex bison xz-utils" >&2; exit 1; }
done
package=$(apt-cache search --names-only '^linux-source-[0-9.]+$' | cut -d' ' -f1 | sort -V | tail -1)
[ -n "$package" ] || { echo "apt knows no package linux-source-*; apt-get update may help" >&2; exit 1; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
apt-get download -qq -o APT::Sandbox::User=root "$package"
dpkg -x "$package"_*.deb package
mkdir source
tar -xf "$(find package/usr/src -name 'linux-source-*.tar.*')" -C source --strip-components=1
rm -r package "$package"_*.deb
cd source

# A reed that is closed to ground is stronger than the Pi's pull-up. gpio-sim has one level for both,
# which whoever asks for a pull-up would set: no switch could be closed when a program starts. So
# asking for one leaves the level alone; tests/kernel/chips.py decides about it.
sed -i '/case PIN_CONFIG_BIAS_PULL_UP:/{n;s/return gpio_sim_apply_pull(chip, offset, 1);/return 0;/}' \
    drivers/gpio/gpio-sim.c
grep -A1 'case PIN_CONFIG_BIAS_PULL_UP:' drivers/gpio/gpio-sim.c | grep -q 'return 0;' ||
    { echo "gpio-sim of $package is not the one that build.sh knows" >&2; exit 1; }

# A process's registers are kept in a buffer of fixed size, and its first one is killed where a processor
# has more of them (AMX has about 11,000 bytes). Linux 6.13 and later ask for the size.
sed -i 's/DEFINE_LONGS(HOST_FP_SIZE, 2696)/DEFINE_LONGS(HOST_FP_SIZE, 12288)/' arch/x86/um/user-offsets.c

make -s ARCH=um O="$scratch/build" tinyconfig
scripts/kconfig/merge_config.sh -m -O "$scratch/build" "$scratch/build/.config" "$here/linux.config" >/dev/null
make -s ARCH=um O="$scratch/build" olddefconfig
make -s ARCH=um O="$scratch/build" KCFLAGS=-w -j"$(nproc)" linux
strip -o "$scratch/linux" "$scratch/build/linux"
mkdir -p "$(dirname "$target")"
mv "$scratch/linux" "$target"
