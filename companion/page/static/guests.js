// @ts-check
// The page for guests. Its address says what they see: one board, or all those of a house.

import { byTestId } from "./dom.js";
import "./language.js";
import { paints } from "./pieces.js";
import { showWall } from "./wall.js";
import { showBoard } from "./watch.js";

const wall = location.pathname === "/wall";
byTestId(wall ? "wall" : "guest").hidden = false;
document.body.append(paints());
(wall ? showWall : showBoard)();
