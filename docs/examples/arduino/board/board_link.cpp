#include "board_link.h"

#include <string.h>

namespace {

const uint8_t SUM_SIZE = 9;  // "*" and the eight digits after a body

// Continues a CRC-32, as in zlib and PNG. It starts and ends with all bits inverted.
uint32_t crc_step(uint32_t sum, uint8_t byte) {
    sum ^= byte;
    for (uint8_t bit = 0; bit < 8; bit++) sum = (sum & 1) ? (sum >> 1) ^ 0xEDB88320UL : sum >> 1;
    return sum;
}

char to_digit(uint8_t value) { return value < 10 ? '0' + value : 'a' + value - 10; }

// Returns the value of hexadecimal digits, or -1.
int16_t from_digits(const uint8_t *text) {
    int16_t value = 0;
    for (uint8_t i = 0; i < 2; i++) {
        const uint8_t digit = text[i];
        if (digit >= '0' && digit <= '9') {
            value = value * 16 + (digit - '0');
        } else if (digit >= 'a' && digit <= 'f') {
            value = value * 16 + (digit - 'a' + 10);
        } else {
            return -1;
        }
    }
    return value;
}

// Returns the six bits of a character of base64, or -1.
int8_t from_base64(uint8_t character) {
    if (character >= 'A' && character <= 'Z') return character - 'A';
    if (character >= 'a' && character <= 'z') return character - 'a' + 26;
    if (character >= '0' && character <= '9') return character - '0' + 52;
    if (character == '+') return 62;
    if (character == '/') return 63;
    return -1;
}

}  // namespace

BoardLink::BoardLink(BoardHardware &hardware, uint8_t switches, const char *words)
    : hardware(hardware), words(words), switches(switches) {
    memset(closed, 0, sizeof closed);
    sequence = 0;
    refused = 0;
}

void BoardLink::begin(uint32_t now) {
    settling = true;
    greeted = false;
    frame_waits = false;
    skipping = false;
    length = 0;
    since = heard = now;
    dark();
}

void BoardLink::change(uint8_t number, bool is_closed) {
    uint8_t &group = closed[number >> 3];
    const uint8_t bit = 1 << (number & 7);
    if (((group & bit) != 0) == is_closed) return;
    group ^= bit;
    if (!greeted) return;
    sequence++;
    start_message('e');
    put_number(sequence, 4);
    put_number(number, 2);
    put(is_closed ? '1' : '0');
    end_message();
}

void BoardLink::tick(uint32_t now) {
    const uint32_t passed = now - since;
    if (settling && passed >= SETTLE_MS) {
        settling = false;
        start_message('r');
        end_message();
    } else if (greeted && passed >= TIMEOUT_MS) {
        greeted = false;
        frame_waits = false;
        dark();
    }
    if (frame_waits && now - heard >= IDLE_MS) {
        frame_waits = false;
        hardware.show();
        start_message('f');
        put_number(frame_ticket, 2);
        end_message();
    }
}

// Receiving

void BoardLink::receive(uint8_t byte, uint32_t now) {
    heard = now;
    if (byte == '\n') {
        if (!skipping && length > 0) end_of_line(now);  // an empty line ends what was incomplete
        skipping = false;
        length = 0;
    } else if (skipping) {
        return;
    } else if (length == MAX_MESSAGE) {
        skipping = true;
        refused++;
    } else {
        line[length++] = byte;
    }
}

void BoardLink::end_of_line(uint32_t now) {
    if (length >= SUM_SIZE && line[length - SUM_SIZE] == '*') {
        const uint16_t size = length - SUM_SIZE;
        uint32_t expected = 0xFFFFFFFFUL;
        for (uint16_t i = 0; i < size; i++) expected = crc_step(expected, line[i]);
        expected = ~expected;
        bool right = true;
        for (uint8_t i = 0; i < 8; i++) {
            right &= line[size + 1 + i] == to_digit(expected >> (28 - 4 * i) & 15);
        }
        if (right) {
            if (settling) return;
            since = now;
            if (obey(size)) return;
        }
    }
    refused++;
}

// Does what the body says that is in the line. Returns whether it says something.
bool BoardLink::obey(uint16_t size) {
    const char kind = size > 0 ? line[0] : 0;
    if (kind == 'H') {
        greeted = size == 2 && line[1] == '0' + VERSION;
        start_message('h');
        put_decimal(VERSION);
        put(' ');
        put_decimal(switches);
        put(' ');
        put_words(words);
        end_message();
        return true;
    }
    if (!greeted) {
        start_message('r');
        end_message();
        return true;
    }
    if (kind == 'S' && size == 3) {
        const int16_t ticket = from_digits(line + 1);
        if (ticket >= 0) send_state(ticket);
        return ticket >= 0;
    }
    return kind == 'F' && size >= 3 && keep_frame(size);
}

// Decodes a frame where it is. It is shown when the line is idle: until then, more may come.
bool BoardLink::keep_frame(uint16_t size) {
    const int16_t ticket = from_digits(line + 1);
    const uint16_t characters = size - 3;
    // Whole pixels are whole groups of four characters.
    if (ticket < 0 || characters % 4 != 0 || characters / 4 * 3 > MAX_COLOURS) return false;
    uint16_t written = 0;
    for (uint16_t read = 3; read < size; read += 4) {
        uint32_t group = 0;
        for (uint8_t i = 0; i < 4; i++) {
            const int8_t six = from_base64(line[read + i]);
            if (six < 0) return false;
            group = group << 6 | (uint8_t)six;
        }
        line[written++] = group >> 16;
        line[written++] = group >> 8;
        line[written++] = group;
    }
    hardware.take(line, written);
    frame_ticket = ticket;
    frame_waits = true;
    return true;
}

void BoardLink::dark() {
    hardware.take(line, 0);
    hardware.show();
}

// Sending

void BoardLink::send_state(uint8_t ticket) {
    start_message('s');
    put_number(ticket, 2);
    put_number(sequence, 4);
    put_number(refused, 2);
    for (uint8_t i = 0; i < (switches + 8) / 8; i++) put_number(closed[i], 2);
    end_message();
}

void BoardLink::start_message(char kind) {
    sum = 0xFFFFFFFFUL;
    put(kind);
}

void BoardLink::put(uint8_t byte) {
    sum = crc_step(sum, byte);
    hardware.write(byte);
}

void BoardLink::put_number(uint32_t value, uint8_t digits) {
    while (digits-- > 0) put(to_digit(value >> 4 * digits & 15));
}

void BoardLink::put_decimal(uint8_t value) {
    if (value >= 100) put('0' + value / 100);
    if (value >= 10) put('0' + value / 10 % 10);
    put('0' + value % 10);
}

void BoardLink::put_words(const char *text) {
    while (*text) put(*text++);
}

void BoardLink::end_message() {
    const uint32_t done = ~sum;
    put('*');
    put_number(done, 8);
    put('\n');
}
