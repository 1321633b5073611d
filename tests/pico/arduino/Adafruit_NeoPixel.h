// What the sketch uses of the library Adafruit NeoPixel.

#pragma once

#include "Arduino.h"

class Adafruit_NeoPixel {
public:
    Adafruit_NeoPixel(uint16_t count, int16_t pin) : size(3 * count), pin(pin) {}
    void begin();
    void show();
    uint8_t *getPixels() { return pixels; }

private:
    uint16_t size;
    int16_t pin;
    uint8_t pixels[3 * 240];
};
