// A board of board-companion on an Arduino Mega 2560: a switch on a pin of its own for each point of
// the star, a button, and a strip of WS2812 lamps.

#include <Adafruit_NeoPixel.h>
#include <string.h>

#include "board_link.h"

// The pins, point 1 first. Each switch closes to ground.
const uint8_t SWITCHES[] = {22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
                            32, 33, 34, 35, 36, 37, 38, 39, 40};
const uint8_t BUTTON = 41;
const uint8_t LAMPS = 6;

const char WORDS[] = "star, Arduino Mega 2560, firmware 0";
const uint32_t BAUD = 115200;  // as in [port] baud
const uint8_t SCAN_MS = 2;
const uint8_t COUNT = sizeof SWITCHES;

Adafruit_NeoPixel strip(COUNT, LAMPS);

class MegaBoard : public BoardHardware {
public:
    void write(uint8_t byte) override { Serial.write(byte); }

    void take(const uint8_t *colours, uint16_t size) override {
        // The program sends the bytes in the order of the pixels, which is that of the buffer.
        uint8_t *pixels = strip.getPixels();
        const uint16_t room = 3 * COUNT;
        memset(pixels, 0, room);
        memcpy(pixels, colours, size < room ? size : room);
    }

    void show() override { strip.show(); }
};

MegaBoard hardware;
BoardLink board(hardware, COUNT, WORDS);
uint32_t scanned;

void setup() {
    for (uint8_t i = 0; i < COUNT; i++) pinMode(SWITCHES[i], INPUT_PULLUP);
    pinMode(BUTTON, INPUT_PULLUP);
    strip.begin();
    Serial.begin(BAUD);
    scanned = millis();
    board.begin(scanned);
}

void loop() {
    while (Serial.available() > 0) board.receive(Serial.read(), millis());
    const uint32_t now = millis();
    if (now - scanned >= SCAN_MS) {
        scanned = now;
        for (uint8_t i = 0; i < COUNT; i++) board.change(i, digitalRead(SWITCHES[i]) == LOW);
        board.change(COUNT, digitalRead(BUTTON) == LOW);
    }
    board.tick(now);
}
