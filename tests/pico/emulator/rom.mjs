// The RP2040's boot ROM in JavaScript, so that no image of it is needed. Memory holds only the table of its functions;
// the function that `install` returns carries out a call. Source: RP2040 datasheet, 2.8.3.
const bytes = new DataView(new ArrayBuffer(8));
const asFloat = bits => (bytes.setUint32(0, bits), bytes.getFloat32(0));
const floatBits = value => (bytes.setFloat32(0, value), bytes.getUint32(0));
const asDouble = (low, high) => (bytes.setUint32(4, low), bytes.setUint32(0, high), bytes.getFloat64(0));
const clamp = (value, low, high) => Number.isNaN(value) ? 0 : Math.min(Math.max(value, low), high);
const clamp64 = (value, low, high) => {
    if (!Number.isFinite(value)) return value > 0 ? high : value < 0 ? low : 0n;
    const whole = BigInt(Math.floor(value));
    return whole < low ? low : whole > high ? high : whole;
};

// The floating-point functions, one for each slot of the table: [arguments, results, function]. f: a float;
// i, u: a signed or unsigned word; I, U: 64 bits; n: the number of fractional bits; b: a float of the other precision;
// ?: a comparison, in r0 and the flags.
const ARITHMETIC = [
    ['ff', 'f', (x, y) => x + y], ['ff', 'f', (x, y) => x - y], ['ff', 'f', (x, y) => x * y], ['ff', 'f', (x, y) => x / y],
    ['ff', '?', (x, y) => [x, y]], ['ff', '?', (x, y) => [x, y]], ['f', 'f', Math.sqrt],
    ['f', 'i', Math.floor], ['fn', 'i', (x, n) => Math.floor(x * 2 ** n)],
    ['f', 'u', Math.floor], ['fn', 'u', (x, n) => Math.floor(x * 2 ** n)],
    ['i', 'f', x => x], ['in', 'f', (x, n) => x / 2 ** n], ['u', 'f', x => x], ['un', 'f', (x, n) => x / 2 ** n],
    ['f', 'f', Math.cos], ['f', 'f', Math.sin], ['f', 'f', Math.tan], ['f', 'ff', x => [Math.sin(x), Math.cos(x)]],
    ['f', 'f', Math.exp], ['f', 'f', Math.log], ['ff', '?', (x, y) => [x, y]], ['ff', 'f', Math.atan2],
    ['I', 'f', Number], ['In', 'f', (x, n) => Number(x) / 2 ** n], ['U', 'f', Number], ['Un', 'f', (x, n) => Number(x) / 2 ** n],
    ['f', 'I', x => x], ['fn', 'I', (x, n) => x * 2 ** n], ['f', 'U', x => x], ['fn', 'U', (x, n) => x * 2 ** n],
    ['f', 'b', x => x],
];

function arithmetic([takes, gives, work], double) {
    return core => {
        const r = core.registers;
        let at = 0;
        const values = [...takes].map(kind => {
            if (kind === 'f' && !double) return asFloat(r[at++]);
            if (kind === 'f') return asDouble(r[at++], r[at++]);
            if (kind === 'i') return r[at++] | 0;
            if (kind === 'u' || kind === 'n') return r[at++];
            const both = BigInt(r[at++]) | BigInt(r[at++]) << 32n;
            return kind === 'I' ? BigInt.asIntN(64, both) : both;
        });
        let results = work(...values);
        if (!Array.isArray(results)) results = [results];
        if (gives === '?') {
            const [x, y] = results;
            r[0] = x < y ? -1 : x > y ? 1 : 0;
            [core.N, core.Z, core.C, core.V] = [x < y, x === y, x >= y, false];
            return;
        }
        let to = 0;
        [...gives].forEach((kind, i) => {
            const value = results[i];
            if (kind === 'i') r[to++] = clamp(value, -(2 ** 31), 2 ** 31 - 1);
            else if (kind === 'u') r[to++] = clamp(value, 0, 2 ** 32 - 1);
            else if (kind === 'I' || kind === 'U') {
                const whole = kind === 'I' ? clamp64(value, -(2n ** 63n), 2n ** 63n - 1n) : clamp64(value, 0n, 2n ** 64n - 1n);
                r[to++] = Number(BigInt.asUintN(32, whole));
                r[to++] = Number(BigInt.asUintN(32, whole >> 32n));
            } else if ((kind === 'f') !== double) r[to++] = floatBits(value);
            else {
                bytes.setFloat64(0, value);
                r[to++] = bytes.getUint32(4);
                r[to++] = bytes.getUint32(0);
            }
        });
    };
}

const reversed = word => {
    let out = 0;
    for (let i = 0; i < 32; i++) out = out << 1 | word >>> i & 1;
    return out;
};

/**
 * Write the table of functions into a chip's ROM. Returns a function that carries out the call at core.PC, and returns
 * how many cycles it took. bootsel: called when the program asks for the USB boot loader.
 */
export function install(chip, bootsel) {
    const view = new DataView(chip.bootrom.buffer);
    const calls = [];
    const entry = work => 0x100 + 2 * calls.push(work) - 2 | 1;
    const ram = 0x20000000;
    const copy = core => {
        const [to, from, count] = core.registers;
        if (to >= ram && from >= ram) chip.sram.copyWithin(to - ram, from - ram, from - ram + count);
        else for (let i = 0; i < count; i++) core.writeUint8(to + i, core.readUint8(from + i));
        return count >> 1;
    };
    const fill = core => {
        const [to, value, count] = core.registers;
        if (to >= ram) chip.sram.fill(value, to - ram, to - ram + count);
        else for (let i = 0; i < count; i++) core.writeUint8(to + i, value);
        return count >> 2;
    };
    const nothing = () => {};
    const functions = {
        P3: core => { let n = 0; for (let w = core.registers[0]; w; w &= w - 1) n++; core.registers[0] = n; },
        R3: core => { core.registers[0] = reversed(core.registers[0]); },
        L3: core => { core.registers[0] = Math.clz32(core.registers[0]); },
        T3: core => { const w = core.registers[0]; core.registers[0] = w ? 31 - Math.clz32(w & -w) : 32; },
        MC: copy, C4: copy, MS: fill, S4: fill,
        IF: nothing, EX: nothing, FC: nothing, CX: nothing,
        RE: core => { const [at, count] = core.registers; chip.flash.fill(0xff, at, at + count); },
        RP: core => {
            const [at, from, count] = core.registers;
            for (let i = 0; i < count; i++) chip.flash[at + i] &= core.readUint8(from + i);
        },
        UB: bootsel,
    };
    const code = name => name.charCodeAt(0) | name.charCodeAt(1) << 8;
    view.setUint32(0, 0x20041f00, true);
    view.setUint32(4, 0x101, true);
    view.setUint32(0x10, 0x0301754d, true); // "Mu", 1, and version 3 of the ROM
    view.setUint16(0x18, entry(core => {
        const wanted = core.registers[1];
        for (let table = core.registers[0]; view.getUint16(table, true); table += 4) {
            if (view.getUint16(table, true) === (wanted & 0xffff)) {
                core.registers[0] = view.getUint16(table + 2, true);
                return;
            }
        }
        core.registers[0] = 0;
    }), true);
    let at = 0x1000;
    const writeTable = entries => {
        const start = at;
        for (const [name, target] of entries) {
            view.setUint16(at, code(name), true);
            view.setUint16(at + 2, target, true);
            at += 4;
        }
        at += 8; // a zero ends the table
        return start;
    };
    const writeSlots = double => {
        view.setUint8(at + 2, ARITHMETIC.length); // its length is two bytes before it
        at += 4;
        const start = at;
        for (const slot of ARITHMETIC) {
            view.setUint32(at, entry(arithmetic(slot, double)), true);
            at += 4;
        }
        return start;
    };
    const tables = [['SF', writeSlots(false)], ['SD', writeSlots(true)]];
    view.setUint16(0x16, writeTable(tables), true);
    view.setUint16(0x14, writeTable(Object.entries(functions).map(([name, work]) => [name, entry(work)])), true);
    return core => {
        const back = core.LR;
        const work = calls[(core.PC & ~1) - 0x100 >> 1];
        if (!work) throw new Error(`jump to ${core.PC.toString(16)} in the ROM`);
        const cycles = work(core) ?? 0;
        core.PC = back & ~1;
        return 20 + cycles;
    };
}
