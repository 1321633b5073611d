# What the emulated Pi does at each boot, on its console: the first time it installs the program as
# README.md and docs/service.md say. Then it shows the service's messages and the game's log.
export PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin HOME=/root LANG=C.UTF-8
config=/etc/companion/board.toml
echo "== up"
if [ ! -e $config ]; then
    mkdir -p /etc/companion
    companion config star-spi > $config
    companion check --config $config --system
    echo "== checked"
    # The emulator has no SPI.
    sed -i 's/^route = .*/route = "none"/' $config
    companion install --config $config > /dev/null || echo "== failed: companion install"
    systemctl is-enabled board-companion
fi
echo "== installed"
journalctl --follow --output=cat --lines=all --unit=board-companion &
until ls /var/lib/board-companion/games/*.jsonl > /dev/null 2>&1; do sleep 1; done
tail --follow=name --lines=+1 /var/lib/board-companion/games/*.jsonl
