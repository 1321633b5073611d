// The computer at the other end of the Pico's USB cable: it enumerates the device and opens its serial channels.
const PACKET = 64; // bytes
const MS = 1e6; // in nanoseconds
const request = (kind, what, value, index, length) => Uint8Array.of(kind, what, value & 255, value >> 8, index & 255, index >> 8, length & 255, length >> 8);

export class Computer {
    /**
     * heard(channel, bytes): called with what the Pico sends; channel 0 is the console, 1 the data channel.
     * ready(): called when both are open.
     */
    constructor(chip, heard, ready) {
        this.usb = chip.usbCtrl;
        this.heard = heard;
        this.ready = ready;
        this.channels = [];
        this.strings = {};
        this.stopped = new Set(); // endpoints whose packets are not read
        this.held = new Set(); // endpoints with a packet that waits to be read
        this.queues = new Map();
        this.armed = new Map();
        this.attached = false;
        this.running = null;
        this.clock = chip.clock;
        const usb = this.usb;
        const report = usb.indicateBufferReady.bind(usb);
        usb.indicateBufferReady = (endpoint, out) => {
            if (!out && this.stopped.has(endpoint)) this.held.add(endpoint);
            else report(endpoint, out);
        };
        this.report = report;
        usb.onResetReceived = () => this.after(2, () => {
            this.steps = this.enumerate();
            this.steps.next();
        });
        usb.onEndpointWrite = (endpoint, data) => this.came(endpoint, data);
        usb.onEndpointRead = (endpoint, size) => {
            this.armed.set(endpoint, size);
            this.send(endpoint);
        };
        this.watch();
    }

    after(ms, work) {
        this.clock.createAlarm(work).schedule(ms * MS);
    }

    // A device shows itself by its pull-up resistor.
    watch() {
        const pulled = (this.usb.sieCtrl & 1 << 16) !== 0 && (this.usb.mainCtrl & 1) !== 0;
        if (pulled && !this.attached) this.after(100, () => this.usb.resetDevice());
        this.attached = pulled;
        this.after(1, () => this.watch());
    }

    *enumerate() {
        this.running = null;
        this.armed.clear();
        yield this.control(request(0, 5, 1, 0, 0)); // the address
        const device = yield this.control(request(0x80, 6, 0x100, 0, 18));
        const [size] = new Uint16Array((yield this.control(request(0x80, 6, 0x200, 0, 9))).slice(2, 4).buffer);
        const all = yield this.control(request(0x80, 6, 0x200, 0, size));
        for (const [name, index] of [['manufacturer', device[14]], ['product', device[15]], ['serial', device[16]]]) {
            if (index) this.strings[name] = new TextDecoder('utf-16le').decode((yield this.control(request(0x80, 6, 0x300 | index, 0x409, 255))).slice(2));
        }
        this.channels = [];
        let comm = 0, kind = 0;
        for (let at = 0; at < all.length; at += all[at]) {
            if (all[at + 1] === 4) {
                kind = all[at + 5];
                if (kind === 2) comm = all[at + 2];
                if (kind === 10) this.channels.push({comm});
            } else if (all[at + 1] === 5 && kind === 10) {
                const channel = this.channels.at(-1);
                channel[all[at + 2] & 0x80 ? 'in' : 'out'] = all[at + 2] & 15;
            }
        }
        this.interfaces = all[4];
        yield this.control(request(0, 9, 1, 0, 0));
        for (const channel of this.channels) {
            yield this.control(request(0x21, 0x20, 0, channel.comm, 7), Uint8Array.of(0, 0xc2, 1, 0, 0, 0, 8));
            yield this.control(request(0x21, 0x22, 3, channel.comm, 0)); // DTR and RTS: a program has opened it
        }
        this.ready();
    }

    control(setup, data = new Uint8Array(0)) {
        this.running = {into: (setup[0] & 0x80) !== 0, length: setup[6] | setup[7] << 8, data, got: [], ending: false};
        this.after(0.1, () => this.usb.sendSetupPacket(setup));
    }

    finish() {
        const {got} = this.running;
        this.running = null;
        this.steps.next(Uint8Array.from(got));
    }

    came(endpoint, data) {
        if (endpoint) {
            const channel = this.channels.findIndex(each => each.in === endpoint);
            if (channel >= 0 && data.length) this.heard(channel, data);
            return;
        }
        const now = this.running;
        if (!now) return;
        if (!now.into) return this.finish();
        now.got.push(...data);
        now.ending = data.length < PACKET || now.got.length >= now.length;
        if (now.ending) this.send(0);
    }

    send(endpoint) {
        if (!this.armed.has(endpoint)) return;
        if (endpoint === 0) {
            const now = this.running;
            if (!now || now.into && !now.ending) return;
            this.armed.delete(0);
            this.usb.endpointReadDone(0, now.data);
            if (now.into) this.finish();
            return;
        }
        const queue = this.queues.get(endpoint);
        if (!queue?.length) return;
        const data = queue.subarray(0, Math.min(PACKET, this.armed.get(endpoint)));
        this.queues.set(endpoint, queue.subarray(data.length));
        this.armed.delete(endpoint);
        this.usb.endpointReadDone(endpoint, Uint8Array.from(data));
    }

    /** Send bytes on a channel. They wait until the Pico takes them. */
    write(channel, bytes) {
        const {out} = this.channels[channel];
        this.queues.set(out, Buffer.concat([this.queues.get(out) ?? Buffer.alloc(0), bytes]));
        this.send(out);
    }

    /** Read a channel, or stop reading it. */
    listen(channel, listens) {
        const endpoint = this.channels[channel]?.in;
        if (!listens) return void this.stopped.add(endpoint);
        this.stopped.delete(endpoint);
        if (this.held.delete(endpoint)) this.report(endpoint, false);
    }
}
