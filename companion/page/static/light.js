// @ts-check
// How the light of a lamp looks on a screen.

const STEP = 80; // milliseconds: what changes more often is shown in fewer steps, which costs less

/**
 * The colour of a lamp at its brightest, how strongly it shines, and its light (both 0 to 1).
 * @param {string} hex RRGGBB: red, green and blue light.
 */
export function onScreen(hex) {
  const parts = [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16));
  const most = Math.max(...parts);
  return {
    colour: most ? `rgb(${parts.map((part) => Math.round((255 * part) / most)).join()})` : "",
    strength: shining(most / 255),
    level: most / 255,
  };
}

/**
 * How strongly a lamp of some level (0 to 1) shines on a screen. Real lamps are far brighter: eyes
 * see a twentieth of their light well.
 * @param {number} level
 */
export function shining(level) {
  return level ? 0.25 + 0.75 * level ** 0.5 : 0;
}

/**
 * The same beats with none shorter than a step, where those beside it may take it in.
 * @param {number[][]} beats
 */
export function coarse(beats) {
  /** @type {[number, number][]} */
  const found = [];
  let [time, light] = [0, 0];
  beats.forEach(([ms, level], i) => {
    time += ms;
    light += ms * level;
    if (time < STEP && i < beats.length - 1) return;
    found.push([time, light / time]);
    [time, light] = [0, 0];
  });
  return found;
}

/**
 * The keyframes of a lamp's beats, and how long all of them take (milliseconds).
 * @param {number[][]} beats Pairs of a duration (ms) and a level (0 to 1).
 * @param {number} full The lamp's light at level 1 (0 to 1).
 */
export function keyframes(beats, full = 1) {
  const duration = beats.reduce((sum, [ms]) => sum + ms, 0);
  let at = 0;
  const frames = coarse(beats).flatMap(([ms, level]) => {
    const [from, to] = [at / duration, (at + ms) / duration];
    at += ms;
    return [from, Math.min(to, 1)].map((offset) => ({ offset, opacity: shining(level * full) }));
  });
  return { duration, frames };
}
