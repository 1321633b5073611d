// @ts-check
// Draws a QR code.

import { svg } from "./dom.js";

/**
 * The picture of a QR code. size: in modules, with the quiet zone. path: the dark modules.
 * @param {{ size: number, path: string }} code
 */
export function qrCode({ size, path }) {
  return svg("svg", { viewBox: `0 0 ${size} ${size}`, "shape-rendering": "crispEdges" }, svg("path", { d: path }));
}
