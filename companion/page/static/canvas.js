// @ts-check
// Paints the picture of a board on a canvas, as it looks on the page: what is drawn there is SVG, and how it looks is in
// style.css. Only what boards and pieces are made of is known here.

/**
 * The paint of an outline, or null where there is none.
 * @param {CanvasRenderingContext2D} canvas
 * @param {string} paint As CSS has it; a piece's gradient is `url("#face-…")`.
 */
function paintOf(canvas, paint) {
  if (paint === "none") return null;
  const gradient = /#([\w-]+)/.exec(paint.startsWith("url") ? paint : "")?.[1];
  if (!gradient) return paint;
  // As the page's gradients have it, from the box of a piece with radius 1.
  const made = canvas.createRadialGradient(-0.24, -0.4, 0, -0.24, -0.4, 1.7);
  for (const [i, stop] of [...document.querySelectorAll(`#${gradient} stop`)].entries()) {
    made.addColorStop(i, getComputedStyle(stop).stopColor);
  }
  return made;
}

/**
 * The outline of an element, in its own units; null where it has none.
 * @param {SVGElement} element
 */
function outlineOf(element) {
  const number = (/** @type {string} */ name) => Number(element.getAttribute(name) ?? 0);
  const path = new Path2D();
  switch (element.tagName) {
    case "path": return new Path2D(element.getAttribute("d") ?? "");
    case "circle":
      path.arc(number("cx"), number("cy"), number("r"), 0, 2 * Math.PI);
      return path;
    case "rect":
      path.roundRect(number("x"), number("y"), number("width"), number("height"), number("rx"));
      return path;
    case "polyline":
      for (const point of (element.getAttribute("points") ?? "").split(" ")) {
        const [x, y] = point.split(",").map(Number);
        path.lineTo(x, y);
      }
      return path;
    default: return null;
  }
}

/**
 * Paint an element and what it holds. It must be in the page, or it has no style.
 * @param {CanvasRenderingContext2D} canvas
 * @param {Element} element
 */
export function paintSvg(canvas, element) {
  if (!(element instanceof SVGElement)) return;
  const style = getComputedStyle(element);
  if (style.display === "none" || style.visibility === "hidden" || style.opacity === "0") return;
  canvas.save();
  if (element instanceof SVGGraphicsElement && !(element instanceof SVGSVGElement)) {
    const matrix = element.transform.baseVal.consolidate()?.matrix;
    if (matrix) canvas.transform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f);
  }
  canvas.globalAlpha *= Number(style.opacity);
  const alpha = canvas.globalAlpha;
  const [fill, stroke] = [paintOf(canvas, style.fill), paintOf(canvas, style.stroke)];
  const scale = canvas.getTransform().a || 1;
  canvas.lineWidth = parseFloat(style.strokeWidth) / (style.vectorEffect === "none" ? 1 : Math.abs(scale));
  canvas.lineJoin = canvas.lineCap = "round";
  const painting = (/** @type {() => void} */ filled, /** @type {() => void} */ stroked) => {
    const steps = [() => {
      if (fill === null) return;
      canvas.fillStyle = fill;
      canvas.globalAlpha = alpha * Number(style.fillOpacity);
      filled();
    }, () => {
      if (stroke === null || !canvas.lineWidth) return;
      canvas.strokeStyle = stroke;
      canvas.globalAlpha = alpha * Number(style.strokeOpacity);
      stroked();
    }];
    if (style.paintOrder.startsWith("stroke")) steps.reverse();
    for (const step of steps) step();
    canvas.globalAlpha = alpha;
  };
  const outline = outlineOf(element);
  if (outline) painting(() => canvas.fill(outline), () => canvas.stroke(outline));
  else if (element instanceof SVGTextElement) {
    canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    canvas.textAlign = "center";
    canvas.textBaseline = "middle";
    const [text, x, y] = [element.textContent ?? "", Number(element.getAttribute("x") ?? 0), Number(element.getAttribute("y") ?? 0)];
    painting(() => canvas.fillText(text, x, y), () => canvas.strokeText(text, x, y));
  } else for (const child of element.children) paintSvg(canvas, child);
  canvas.restore();
}
