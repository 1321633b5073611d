// What the sketch of docs/examples/arduino uses of Arduino's core, for a computer. core.cpp has the rest.

#pragma once

#include <stdint.h>

const uint8_t LOW = 0, HIGH = 1, INPUT_PULLUP = 2;

void pinMode(uint8_t pin, uint8_t mode);
int digitalRead(uint8_t pin);
uint32_t millis();

struct SerialLine {
    void begin(uint32_t baud);
    int available();
    int read();
    void write(uint8_t byte);
};

extern SerialLine Serial;
