// @ts-check
// How the light of a lamp looks on a screen.

/**
 * The colour of a lamp at its brightest, and how strongly it shines (0 to 1).
 * @param {string} hex RRGGBB: red, green and blue light.
 */
export function onScreen(hex) {
  const parts = [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16));
  const most = Math.max(...parts);
  return {
    colour: most ? `rgb(${parts.map((part) => Math.round((255 * part) / most)).join()})` : "",
    strength: shining(most / 255),
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
 * The keyframes of a lamp's beats, and how long all of them take (milliseconds).
 * @param {number[][]} beats Pairs of a duration (ms) and a level (0 to 1).
 */
export function keyframes(beats) {
  const duration = beats.reduce((sum, [ms]) => sum + ms, 0);
  let at = 0;
  const frames = beats.flatMap(([ms, level]) => {
    const [from, to] = [at / duration, (at + ms) / duration];
    at += ms;
    return [from, Math.min(to, 1)].map((offset) => ({ offset, opacity: Math.max(shining(level), 0.08) }));
  });
  return { duration, frames };
}
