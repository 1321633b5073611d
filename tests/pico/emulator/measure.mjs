// How soon a 9 × 9 board answers while 81 lamps change 30 times a second and pieces move. Everything is measured on the
// Pico's own clock at 125 MHz, so the figures do not depend on this computer. Prints a JSON object: times in ms, pulses
// in ns. Arguments: the UF2, the folder of a drive for BOARD=grid9, its wiring as JSON, how many seconds.
import fs from 'node:fs';
import {crc32} from 'node:zlib';
import {Pico} from './pico.mjs';

const POINTS = 81, FRAME = 100 / 3;
const [uf2, folder, wiring, seconds] = process.argv.slice(2);
const files = Object.fromEntries(fs.readdirSync(folder).map(name => [name, fs.readFileSync(`${folder}/${name}`)]));
const sent = {}; // when, by the start of the message that answers
const took = {f: [], s: [], e: []}; // answers to frames, to the question for the whole state, and switch events
const now = () => pico.clock.nanos / 1e6;
let text = '', begin = Infinity, next = Infinity, number = 0;

const send = body => {
    const sum = crc32(Buffer.from(body)).toString(16).padStart(8, '0');
    pico.computer.write(1, Buffer.from(`${body}*${sum}\n`));
};

const take = line => {
    const key = line[0] === 'e' ? `e${parseInt(line.slice(5, 7), 16)}` : line.slice(0, 3);
    if (line[0] in took) took[line[0]].push(now() - sent[key]);
    else if (line[0] === 'r') {
        [begin, next] = [now(), now() + 50];
        send('H1');
    }
};

const pico = new Pico({
    uf2: fs.readFileSync(uf2), files, quick: true, wiring: JSON.parse(wiring),
    heard: (channel, data) => {
        if (channel === 0) return void process.stderr.write(Buffer.from(data));
        const lines = (text + Buffer.from(data)).split('\n');
        text = lines.pop();
        lines.forEach(take);
    },
});

const summary = times => {
    times.sort((a, b) => a - b);
    return {count: times.length, median: times[times.length >> 1], longest: times.at(-1)};
};

function turn() {
    pico.run(3000);
    if (now() >= next) {
        next += FRAME;
        const ticket = (++number & 255).toString(16).padStart(2, '0');
        sent[`f${ticket}`] = sent[`s${ticket}`] = now();
        send(`F${ticket}${Buffer.alloc(3 * POINTS, number).toString('base64')}`);
        const point = number * 7 % POINTS;
        if (number % 3 === 0) {
            sent[`e${point}`] = now();
            pico.set(point, !pico.closed.has(point));
        }
        if (number % 10 === 5) send(`S${ticket}`);
    }
    if (now() < begin + 1000 * Number(seconds)) return void setImmediate(turn);
    console.log(JSON.stringify({
        sent: number,
        shown: pico.strip.frames - 1, // the first one darkens the lamps at the start
        frames: summary(took.f), switches: summary(took.e), states: summary(took.s),
        pulses: pico.strip.times,
    }));
}
turn();
