// The board's end of the serial link to board-companion, for any microcontroller with a C++ compiler.
//
// firmware/protocol.md defines the protocol, and this is all of it. Nothing here knows of pins, of
// lamps or of Arduino, and nothing is allocated while it runs.

#pragma once

#include <stdint.h>

// What the link needs of the board.
class BoardHardware {
public:
    // Sends a byte to the program.
    virtual void write(uint8_t byte) = 0;

    // Keeps a frame: `size` bytes along the strip, three for each pixel. Pixels beyond them are dark.
    virtual void take(const uint8_t *colours, uint16_t size) = 0;

    // Sends the frame to the lamps. The line is idle, so no byte is lost if that stops interrupts.
    virtual void show() = 0;
};

class BoardLink {
public:
    static const uint8_t VERSION = 1;
    static const uint8_t MAX_SWITCHES = 250;
    static const uint16_t MAX_COLOURS = 3 * 240;
    static const uint16_t MAX_MESSAGE = 1000;  // bytes, without the line feed
    static const uint16_t TIMEOUT_MS = 3000;   // without a valid message: the program has gone
    static const uint8_t SETTLE_MS = 50;       // for the switches that are closed at the start
    static const uint8_t IDLE_MS = 2;          // without a byte: no message is being received

    // switches: how many there are, at most MAX_SWITCHES; the button is one more, the last.
    // words: describes the board to people, in ASCII; ends with ", firmware 0" if the firmware is
    // not that of board-companion itself.
    BoardLink(BoardHardware &hardware, uint8_t switches, const char *words);

    // Makes the lamps dark and begins. All times are milliseconds, and may overflow.
    void begin(uint32_t now);

    // Takes a received byte.
    void receive(uint8_t byte, uint32_t now);

    // Records that a switch has closed or opened, and reports it if it had not.
    void change(uint8_t number, bool closed);

    // Does what is due. Call it at least every 10 ms.
    void tick(uint32_t now);

private:
    void end_of_line(uint32_t now);
    bool obey(uint16_t size);
    bool keep_frame(uint16_t size);
    void send_state(uint8_t ticket);
    void dark();

    void start_message(char kind);
    void put(uint8_t byte);
    void put_number(uint32_t value, uint8_t digits);
    void put_decimal(uint8_t value);
    void put_words(const char *words);
    void end_message();

    BoardHardware &hardware;
    const char *const words;
    const uint8_t switches;
    uint8_t closed[(MAX_SWITCHES + 8) / 8];
    uint16_t sequence;
    uint8_t refused;
    bool settling;
    bool greeted;
    bool frame_waits;
    uint8_t frame_ticket;
    uint32_t since;  // when settling began, or when the last valid message came
    uint32_t heard;  // when the last byte came
    uint32_t sum;    // the checksum of the message that is being sent
    uint16_t length;
    bool skipping;  // whether the rest of a message that is too long is still to come
    uint8_t line[MAX_MESSAGE];
};
