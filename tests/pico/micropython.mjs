// The firmware under MicroPython. Standard input and output are the serial line; commands come in on
// descriptor 3 and are answered on 4, a JSON value a line: ["set", switch, closed], ["shown"] and ["frames"], their number.
// Arguments: MicroPython's module, the folder of a Pico's drive, circuit.py, the board, the switches
// that are closed when it gets power.
import fs from 'node:fs';
import readline from 'node:readline';

const [module, drive, circuit, board, closed] = process.argv.slice(2);
const {loadMicroPython} = await import(module);
const mp = await loadMicroPython({
    heapsize: 192 * 1024, // a Pico has about as much left for Python
    stdout: text => process.stderr.write(text + '\n'),
});
mp.FS.mkdir('/drive');
for (const name of fs.readdirSync(drive)) {
    if (name.endsWith('.py')) mp.FS.writeFile('/drive/' + name, fs.readFileSync(drive + '/' + name));
}
mp.FS.writeFile('/circuit.py', fs.readFileSync(circuit));
const began = Date.now();
const ticks = () => (Date.now() - began) % 2 ** 29;
let shown = '';
let frames = 0;
mp.registerJsModule('wire', {
    sent: text => { process.stdout.write(text); },
    shown: hex => { shown = hex; frames += 1; },
});
mp.runPython(`
import sys, wire
from binascii import hexlify, unhexlify
sys.path.append('/')
from circuit import FirmwareBoard
board = FirmwareBoard('/drive', {'BOARD': '${board}', 'WATCHDOG': '5'},
    lambda data: wire.sent(data.decode()),
    lambda pin, data: wire.shown(hexlify(data).decode()), 0, ${closed})
def came(data, now):
    board.circuit.serial.come(unhexlify(data))
    board.turn(now)
def close(switch, closed, now):
    board.set(switch, closed)
    board.turn(now)
`);
const [came, close] = ['came', 'close'].map(name => mp.globals.get(name));
process.stdin.on('data', data => came(data.toString('hex'), ticks()));
process.stdin.on('error', () => process.exit());
setInterval(() => came('', ticks()), 10);
const answer = value => fs.writeSync(4, JSON.stringify(value) + '\n');
readline.createInterface({input: fs.createReadStream('', {fd: 3})}).on('line', line => {
    const [kind, ...values] = JSON.parse(line);
    if (kind === 'set') close(...values, ticks());
    answer({shown, frames}[kind] ?? true);
}).on('close', () => process.exit());
answer(mp.pyimport('sys').implementation.name);
