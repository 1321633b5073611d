// @ts-check
// The page's requests to the library. Each carries the key that the program told this page.

import { fileName } from "./gamewords.js";
import { _, language } from "./text.js";

/** @import { Added, Family, GameStatistics, ReplayPart, ReviewPart, Shelf } from "./messages.d.ts" */
const BIGGEST_FILE = 4; // MB of a file that is added, as in companion/page/library_routes.py

/** @typedef {{ game: string, player: string, result: string, deleted: string }} Query */

/**
 * Save something as a file.
 * @param {Blob} content
 * @param {string} name
 */
export function save(content, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

export class Shelves {
  /** Empty where there is no library. */
  key = "";

  /**
   * @param {string} path
   * @param {Record<string, string>} query
   * @param {string} method
   * @param {Blob} [body]
   */
  async #ask(path, query, method = "GET", body) {
    /** @type {Response} */
    let answer;
    try {
      answer = await fetch(`/library/${path}?${new URLSearchParams(query)}`, {
        method, body, headers: { "X-Library-Key": this.key, "Accept-Language": language },
      });
    } catch {
      throw new Error(_("The program did not answer. Try again."));
    }
    if (!answer.ok) throw new Error(await answer.text());
    return answer;
  }

  /** @param {Query} query @param {number} offset @returns {Promise<Shelf>} */
  async list(query, offset) {
    return (await this.#ask("list", { ...query, offset: String(offset) })).json();
  }

  /** @param {Query} query @returns {Promise<GameStatistics>} */
  async statistics(query) {
    return (await this.#ask("statistics", query)).json();
  }

  /** @returns {Promise<Family>} */
  async family() {
    return (await this.#ask("people", {})).json();
  }

  /** @param {string} log @param {number} start @returns {Promise<ReplayPart>} */
  async replay(log, start) {
    return (await this.#ask("replay", { log, start: String(start) })).json();
  }

  /** @param {string} log @param {number} start @param {string} engine @returns {Promise<ReviewPart>} */
  async review(log, start, engine) {
    return (await this.#ask("review", { log, start: String(start), engine })).json();
  }

  /** Delete or restore a game. @param {"delete" | "restore"} what @param {string} log */
  async change(what, log) {
    return (await this.#ask(what, { log }, "POST")).text();
  }

  /** Add the games of a file. @param {File} file @returns {Promise<Added>} */
  async add(file) {
    if (file.size > BIGGEST_FILE << 20) throw new Error(_("{file} is larger than {number} MB: add it in parts.", { file: file.name, number: BIGGEST_FILE }));
    return (await this.#ask("add", { name: file.name }, "POST", file)).json();
  }

  /**
   * Download a game, or all of a query.
   * @param {"file" | "files"} what
   * @param {Record<string, string>} query
   */
  async download(what, query) {
    const answer = await this.#ask(what, query);
    save(await answer.blob(), fileName(answer.headers.get("Content-Disposition")));
  }
}
