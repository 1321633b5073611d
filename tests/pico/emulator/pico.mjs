// A Pico under a board: rp2040js, what it lacks, switches and NeoPixels on its pins, and a computer on its USB.
import {RP2040, BasePeripheral, GPIOPinState, ConsoleLogger, LogLevel} from 'rp2040js';
import {install} from './rom.mjs';
import {drive} from './drive.mjs';
import {Computer} from './usb.mjs';

const DRIVE = 0x100000, FLASH = 0x200000, ROM_END = 0x4000;

/** The blocks of a UF2 file: [address, bytes] each. */
function* blocks(uf2) {
    for (let at = 0; at + 512 <= uf2.length; at += 512) {
        if (uf2.readUInt32LE(at) !== 0x0a324655) throw new Error('not a UF2 file');
        if (!(uf2.readUInt32LE(at + 8) & 1)) yield [uf2.readUInt32LE(at + 12), uf2.subarray(at + 32, at + 32 + uf2.readUInt32LE(at + 16))];
    }
}

// A peripheral whose registers only keep what is written.
class Registers extends BasePeripheral {
    constructor(chip, name, values = {}) {
        super(chip, name);
        this.values = values;
    }
    readUint32(offset) { return this.values[offset] ?? 0; }
    writeUint32(offset, value) { this.values[offset] = value >>> 0; }
}

/** Keep PIO in step with the clock, with its delays and divider; rp2040js lets it run ahead. */
function pace(pio, chip) {
    const {clock} = chip;
    const begin = pio.machines.map(machine => {
        const period = () => ((machine.clockDivInt || 65536) + machine.clockDivFrac / 256) * 1e9 / chip.clkSys;
        const alarm = clock.createAlarm(() => {
            if (!machine.enabled) return;
            const before = machine.cycles;
            machine.step();
            pio.checkChangedPins();
            alarm.schedule(Math.max(machine.cycles - before, 1) * period());
        });
        return () => alarm.schedule(period());
    });
    pio.run = () => {};
    const write = pio.writeUint32.bind(pio);
    pio.writeUint32 = (offset, value) => {
        const were = pio.machines.map(machine => machine.enabled);
        write(offset, value);
        pio.machines.forEach((machine, i) => { if (machine.enabled && !were[i]) begin[i](); });
    };
}

/**
 * A strip of NeoPixels, read off its data line.
 *
 * frames: how many it was sent. shown: the bytes of the last one. times: the shortest and the longest pulse in
 * nanoseconds: high for a zero, high for a one, and low within a frame.
 */
export class Strip {
    constructor(clock) {
        this.clock = clock;
        this.frames = 0;
        this.shown = Buffer.alloc(0);
        this.times = {zero: [Infinity, 0], one: [Infinity, 0], low: [Infinity, 0]};
        this.bits = [];
        this.rose = this.fell = 0;
        this.high = false;
        this.latch = clock.createAlarm(() => this.endFrame());
    }
    endFrame() {
        if (!this.bits.length) return;
        const bytes = Buffer.alloc(this.bits.length >> 3);
        this.bits.forEach((bit, i) => { if (bit) bytes[i >> 3] |= 0x80 >> (i & 7); });
        this.shown = bytes;
        this.frames++;
        this.onframe?.(bytes);
        this.bits = [];
    }
    edge(high) {
        if (high === this.high) return; // a pin that is released after a frame makes no edge
        this.high = high;
        const now = this.clock.nanos;
        const note = (kind, time) => { const range = this.times[kind]; [range[0], range[1]] = [Math.min(range[0], time), Math.max(range[1], time)]; };
        if (high) {
            if (this.bits.length && now - this.fell < 50e3) note('low', now - this.fell);
            this.rose = now;
            return;
        }
        const one = now - this.rose > 500;
        note(one ? 'one' : 'zero', now - this.rose);
        this.bits.push(one);
        this.fell = now;
        this.latch.schedule(250e3);
    }
}

export class Pico {
    /**
     * uf2: the image of CircuitPython. files: what is on its drive, {name: Buffer}.
     * wiring: the numbers of pins: {points: […]} or {rows: […], columns: […]}, button and lamps.
     * closed: the switches that are closed at power-on. quick: leave out the second in which CircuitPython waits for a
     * press on BOOTSEL. heard, ready: as in Computer. log: called with each message of the emulator.
     */
    constructor({uf2, files, wiring, closed = [], quick = false, heard = () => {}, ready = () => {}, log = () => {}}) {
        this.given = {wiring, quick, heard, ready, log};
        this.closed = new Set(closed);
        this.resets = 0;
        this.flash = new Uint8Array(FLASH).fill(0xff);
        for (const [address, bytes] of blocks(uf2)) this.flash.set(bytes, address - 0x10000000);
        this.flash.set(drive(files, FLASH - DRIVE), DRIVE);
        this.cycles = 0;
        this.start();
    }

    start(before) {
        const chip = this.chip = new RP2040();
        chip.logger = new ConsoleLogger(LogLevel.Error, false);
        chip.logger.error = (who, what) => this.given.log(`${who}: ${what}`);
        this.call = install(chip, () => { throw new Error('BOOTSEL'); });
        chip.flash.set(this.flash);
        const watchdog = chip.peripherals[0x40058];
        if (before) {
            chip.sram.set(before.sram);
            watchdog.scratchData.set(before.peripherals[0x40058].scratchData);
            watchdog.reason = before.peripherals[0x40058].reason;
        }
        watchdog.onWatchdogTrigger = () => {
            this.expired = true;
            watchdog.enable = watchdog.timer.enable = watchdog.alarm.enable = false; // rp2040js would fire it for ever
        };
        for (const [base, name, values] of [
            [0x40018, 'IO_QSPI', {}], [0x40060, 'ROSC', {0x18: 0x80001000}], [0x40064, 'VREG_AND_CHIP_RESET', {0: 0x10b1, 8: this.given.quick ? 1 << 20 : 0x100}],
            [0x14000, 'XIP_CTRL', {0: 3, 8: 2}],
        ]) chip.peripherals[base] = new Registers(chip, name, values);
        for (const pio of chip.pio) pace(pio, chip);
        chip.core.PC = 0x10000000;
        chip.core.LR = 0;
        this.clock = chip.clock;
        this.wire();
        this.computer = new Computer(chip, this.given.heard, () => this.given.ready(this.computer));
    }

    wire() {
        const {wiring} = this.given;
        const {gpio} = this.chip;
        for (const pin of [...gpio, ...this.chip.qspi]) Object.assign(pin, {padValue: 0x56}).setInputValue(true); // pulled up: BOOTSEL is not pressed
        this.strip = Object.assign(new Strip(this.clock), this.strip && {frames: this.strip.frames, onframe: this.strip.onframe});
        gpio[wiring.lamps].addListener(state => this.strip.edge(state === GPIOPinState.High));
        for (const row of wiring.rows ?? []) gpio[row].addListener(() => this.levels());
        this.levels();
    }

    /** Set the inputs by the switches that are closed. */
    levels() {
        const {points, rows, columns, button} = this.given.wiring;
        const {gpio} = this.chip;
        const low = new Set();
        (points ?? []).forEach((pin, i) => { if (this.closed.has(i)) low.add(pin); });
        (rows ?? []).forEach((row, r) => {
            if (gpio[row].value !== GPIOPinState.Low) return;
            columns.forEach((column, c) => { if (this.closed.has(r * columns.length + c)) low.add(column); });
        });
        if (this.closed.has(points?.length ?? rows.length * columns.length)) low.add(button);
        for (const pin of [...points ?? columns, button]) if (gpio[pin].rawInputValue === low.has(pin)) gpio[pin].setInputValue(!low.has(pin));
    }

    /** Close or open a switch; the number after the last one is the button. */
    set(number, closed) {
        this.closed[closed ? 'add' : 'delete'](number);
        this.levels();
    }

    /** Run so many instructions. nanos: how long a cycle takes on the Pico's clock; 8 on a genuine one. Returns the cycles. */
    run(instructions, nanos = 8) {
        const {chip, clock} = this;
        const {core} = chip;
        let total = 0;
        for (let i = 0; i < instructions; i++) {
            if (core.waiting && !core.interruptsUpdated) {
                if (!clock.nextAlarm) break;
                total += clock.nanosToNextAlarm / nanos;
                clock.tick(clock.nanosToNextAlarm);
                i += 10;
                if (core.interruptsUpdated && core.checkForInterrupts()) core.waiting = false;
            } else {
                const cycles = core.PC < ROM_END && core.PC >= 0x100 ? this.call(core) : core.executeInstruction();
                total += cycles;
                clock.nanosCounter += cycles * nanos;
                if (clock.nextAlarm !== null && clock.nextAlarm.nanos <= clock.nanosCounter) clock.tick(0);
            }
            if (this.expired) {
                this.expired = false;
                this.resets++;
                this.flash.set(chip.flash.subarray(0, FLASH));
                this.given.log('reset by the watchdog');
                this.start(chip);
                break;
            }
        }
        this.cycles += total;
        return total;
    }
}
