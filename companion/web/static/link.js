// The connection to the program: opens again by itself when it is lost.

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 8000;

/**
 * Join the table. `heard(message)` gets every message, `changed(open)` every loss and return of
 * the connection. Returns `send(command)`, which is false when nothing could be sent.
 */
export function join(heard, changed) {
  let socket = null;
  let timer = 0;
  let pause = FIRST_PAUSE;

  function open() {
    clearTimeout(timer);
    timer = 0;
    socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/table`);
    socket.onmessage = (event) => {
      pause = FIRST_PAUSE;
      heard(JSON.parse(event.data));
    };
    socket.onclose = () => {
      socket = null;
      changed(false);
      // Not every page of a program that starts again comes back in the same moment.
      timer = setTimeout(open, pause * (0.75 + Math.random() / 2));
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    };
    socket.onopen = () => changed(true);
  }

  function hurry() {
    if (timer && document.visibilityState === "visible") {
      pause = FIRST_PAUSE;
      open();
    }
  }

  document.addEventListener("visibilitychange", hurry);
  addEventListener("online", hurry);
  open();

  return (command) => {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(command));
    return true;
  };
}
