// @ts-check
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { join } from "../../../companion/page/static/link.js";

/** @import { Message } from "../../../companion/page/static/messages.d.ts" */

class Socket {
  static OPEN = 1;
  /** @type {Socket[]} Every one that was opened. */
  static all = [];
  readyState = 0;
  onopen = () => {};
  /** @type {(event: { code: number }) => void} */
  onclose = () => {};
  /** @type {(event: { data: string }) => void} */
  onmessage = () => {};
  /** @type {string[]} */
  sent = [];

  /** @param {string} address */
  constructor(address) {
    this.address = address;
    Socket.all.push(this);
  }

  open() {
    this.readyState = Socket.OPEN;
    this.onopen();
  }

  lose() {
    this.readyState = 3;
    this.onclose({ code: 1006 });
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(text);
  }
}

/** @type {EventTarget} */
let document;
/** @type {Message[]} */
let heard;
/** @type {boolean[]} */
let changes;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  mock.method(Math, "random", () => 0.5);
  Socket.all = [];
  heard = [];
  changes = [];
  const page = new EventTarget();
  document = Object.assign(new EventTarget(), { visibilityState: "visible" });
  Object.assign(globalThis, {
    WebSocket: Socket, document, location: { protocol: "http:", host: "board:8000" },
    addEventListener: page.addEventListener.bind(page), dispatchEvent: page.dispatchEvent.bind(page),
  });
});

afterEach(() => {
  for (const socket of Socket.all) socket.onclose = () => {};
  mock.restoreAll();
});

function begin() {
  return join((message) => heard.push(message), (open) => changes.push(open));
}

/** The socket that was opened last. */
function last() {
  return Socket.all[Socket.all.length - 1];
}

test("it joins the table of the page's own server", () => {
  begin();
  assert.equal(last().address, "ws://board:8000/table?changes&language=en");
  Object.assign(globalThis, { location: { protocol: "https:", host: "board" } });
  begin();
  assert.equal(last().address, "wss://board/table?changes&language=en");
});

test("a guest joins elsewhere, and is told why a connection was closed", () => {
  /** @type {[boolean, number][]} */
  const told = [];
  join(() => {}, (open, code) => told.push([open, code]), "/guests?");
  assert.equal(last().address, "ws://board:8000/guests?language=en");
  last().open();
  last().lose();
  assert.deepEqual(told, [[true, 0], [false, 1006]]);
});

test("messages are read, commands are sent as JSON", () => {
  const send = begin();
  last().open();
  last().onmessage({ data: '{"type":"lamps","rgb":"ff0000"}' });
  assert.deepEqual(heard, [{ type: "lamps", rgb: "ff0000" }]);
  assert.equal(send({ do: "sweep" }), true);
  assert.deepEqual(last().sent, ['{"do":"sweep"}']);
});

test("nothing is sent before the connection is open, nor after it is lost", () => {
  const send = begin();
  assert.equal(send({ do: "sweep" }), false);
  last().open();
  last().lose();
  assert.equal(send({ do: "sweep" }), false);
  assert.deepEqual(last().sent, []);
  assert.deepEqual(changes, [true, false]);
});

test("it tries again after pauses that double, up to eight seconds", () => {
  begin();
  for (const pause of [250, 500, 1000, 2000, 4000, 8000, 8000]) {
    const before = Socket.all.length;
    last().lose();
    mock.timers.tick(pause - 1);
    assert.equal(Socket.all.length, before);
    mock.timers.tick(1);
    assert.equal(Socket.all.length, before + 1);
  }
});

test("a message makes the pauses short again", () => {
  begin();
  for (let lost = 0; lost < 4; lost += 1) {
    last().lose();
    mock.timers.tick(8000);
  }
  last().open();
  last().onmessage({ data: '{"type":"waiting","text":""}' });
  last().lose();
  const before = Socket.all.length;
  mock.timers.tick(250);
  assert.equal(Socket.all.length, before + 1);
});

test("it does not wait when the network is back or the page is seen again", () => {
  begin();
  for (const wake of [() => globalThis.dispatchEvent(new Event("online")), () => document.dispatchEvent(new Event("visibilitychange"))]) {
    last().lose();
    const before = Socket.all.length;
    wake();
    assert.equal(Socket.all.length, before + 1);
  }
});
