// The firmware on the genuine CircuitPython, on an emulated RP2040. Standard input and output are the data channel.
// Commands come in on descriptor 3 and are answered on 4, a JSON value a line:
//   ["set", switch, closed]  ["shown"]  ["frames"]  ["resets"]  ["state"]  ["listen", whether]
// The first answer comes without a command: true once the firmware has sent something, false if it has not within 20 s.
// Arguments: the UF2, the folder of a Pico's drive, the wiring and the switches that are closed at power-on as JSON, and
// the clock: "wall", on which the Pico keeps this computer's time with a CPU as slow as that makes it, or its CPU's MHz.
import fs from 'node:fs';
import readline from 'node:readline';
import {Pico} from './pico.mjs';

const [uf2, folder, wiring, pressed, clock] = process.argv.slice(2);
const files = Object.fromEntries(fs.readdirSync(folder).map(name => [name, fs.readFileSync(`${folder}/${name}`)]));
const began = performance.now();
const note = text => process.stderr.write(`[${((performance.now() - began) / 1000).toFixed(2)} s, ${(pico.clock.nanos / 1e9).toFixed(3)} s] ${text}\n`);
const answer = value => fs.writeSync(4, JSON.stringify(value) + '\n');
let told = false;
const tell = heard => { if (!told) { told = true; answer(heard); } };
const waiting = [];
let writing = false;
// The program may read slowly, or not at all.
function write() {
    if (writing || !waiting.length) return;
    writing = true;
    const data = Buffer.concat(waiting.splice(0));
    fs.write(1, data, (problem, count) => {
        writing = false;
        if (problem && problem.code !== 'EAGAIN') process.exit();
        if ((count ?? 0) < data.length) waiting.unshift(data.subarray(count ?? 0));
        pico.computer.listen(1, waiting.length === 0);
        if (problem) setTimeout(write, 5); else write();
    });
}
const pico = new Pico({
    uf2: fs.readFileSync(uf2), files, wiring: JSON.parse(wiring), closed: JSON.parse(pressed),
    log: text => note(text),
    quick: true,
    heard: (channel, data) => {
        if (channel === 0) process.stderr.write(Buffer.from(data));
        else {
            tell(true);
            waiting.push(Buffer.from(data));
            pico.computer.listen(1, waiting.length < 20);
            write();
        }
    },
    ready: computer => {
        note(`USB: ${JSON.stringify(computer.strings)}, ${computer.interfaces} interfaces, ${computer.channels.length} serial channels`);
    },
});
const input = fs.createReadStream('', {fd: 0});
input.on('data', data => { if (pico.computer.channels.length > 1) pico.computer.write(1, data); });
input.on('error', () => process.exit());
input.on('end', () => process.exit());
const commands = {
    set: (number, closed) => { // answered once the scanner has read it twice
        pico.set(number, closed);
        pico.clock.createAlarm(() => answer(true)).schedule(15e6);
    },
    shown: () => pico.strip.shown.toString('hex'),
    frames: () => pico.strip.frames,
    resets: () => pico.resets,
    listen: whether => { pico.computer.listen(1, whether); return true; },
    state: () => ({
        seconds: pico.clock.nanos / 1e9, wall: (performance.now() - began) / 1000, cycles: pico.cycles, mhz, times: pico.strip.times,
    }),
};
readline.createInterface({input: fs.createReadStream('', {fd: 3})}).on('line', text => {
    const [kind, ...values] = JSON.parse(text);
    const result = commands[kind](...values);
    if (result !== undefined) answer(result);
}).on('close', () => process.exit());

let mhz = clock === 'wall' ? 20 : Number(clock);
let then = performance.now();
function turn() {
    if (!told && pico.clock.nanos > 20e9) tell(false);
    // On "wall", a cycle takes as long as it takes here, so that both clocks agree.
    const nanos = pico.run(40000, 1000 / mhz) * 1000 / mhz;
    const now = performance.now();
    if (clock === 'wall') {
        const ahead = pico.clock.nanos / 1e6 - (now - began);
        const took = now - then;
        if (took > 0) mhz = Math.min(125, Math.max(3, mhz * 0.9 + 0.1 * mhz * (nanos / 1e6) / took * (1 + ahead / 200)));
        then = now;
        if (ahead > 5 && mhz >= 125) return void setTimeout(turn, ahead);
    }
    setImmediate(turn);
}
turn();
