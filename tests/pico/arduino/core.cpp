// The sketch and its link as a library for tests/pico/arduino_board.py.

#include "Arduino.h"

#include <assert.h>
#include <string.h>

#include "Adafruit_NeoPixel.h"
#include "board_link.h"

namespace {

typedef void (*Sent)(int byte);
typedef void (*Shown)(const uint8_t *colours, int size);

Sent sent;
Shown shown;
uint8_t modes[70], closed[70];
uint32_t now;
uint8_t received[65536];
int count, taken;
bool begun, lit;

// A link without a sketch, for any number of switches.
struct Probe : BoardHardware {
    uint8_t frame[BoardLink::MAX_COLOURS];
    int size;
    void write(uint8_t byte) override { sent(byte); }
    void take(const uint8_t *colours, uint16_t given) override { memcpy(frame, colours, size = given); }
    void show() override { shown(frame, size); }
} hardware;

BoardLink *probe;

}  // namespace

SerialLine Serial;

void pinMode(uint8_t pin, uint8_t mode) { modes[pin] = mode; }

int digitalRead(uint8_t pin) {
    assert(modes[pin] == INPUT_PULLUP);  // else it floats
    return closed[pin] ? LOW : HIGH;
}

uint32_t millis() { return now; }

void SerialLine::begin(uint32_t baud) {
    assert(baud == 115200);
    begun = true;
}

int SerialLine::available() { return count - taken; }

int SerialLine::read() { return received[taken++]; }

void SerialLine::write(uint8_t byte) {
    assert(begun);
    sent(byte);
}

void Adafruit_NeoPixel::begin() { lit = true; }

void Adafruit_NeoPixel::show() {
    assert(lit && pin > 1);
    assert(taken == count);  // interrupts stop, and bytes that come now are lost
    shown(pixels, size);
}

void setup();
void loop();

extern "C" {

void connect(Sent to_sent, Shown to_shown) {
    sent = to_sent;
    shown = to_shown;
}

void set_time(uint32_t milliseconds) { now = milliseconds; }
void set_pin(int pin, int is_closed) { closed[pin] = is_closed; }
void run_setup() { setup(); }
void run_loop() { loop(); }

void hear(const uint8_t *data, int size) {
    assert(taken == count && size <= (int)sizeof received);
    memcpy(received, data, count = size);
    taken = 0;
}

void probe_new(int switches, const char *words) {
    delete probe;
    probe = new BoardLink(hardware, switches, words);
    probe->begin(now);
}

void probe_receive(int byte) { probe->receive(byte, now); }
void probe_change(int number, int is_closed) { probe->change(number, is_closed); }
void probe_tick() { probe->tick(now); }
}
