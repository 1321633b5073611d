// @ts-check
// The version of the page's files: loads them again when the program has others, and has a worker
// keep them for when the program is away, where browsers allow that.

const TRIED = "renewed"; // in the session's storage: the version that was loaded for last

/**
 * Load the page again if the program's is another one, unless that has been tried. True if it does.
 * @param {string} own The version of this page and of its messages.
 * @param {string} wanted Those of the program.
 */
export function renewed(own, wanted) {
  if (own === wanted || sessionStorage.getItem(TRIED) === wanted) return false;
  sessionStorage.setItem(TRIED, wanted);
  void forget().finally(() => location.reload());
  return true;
}

/** Forget what is kept: it is of another version. */
async function forget() {
  if (!("caches" in globalThis)) return;
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}

/** Keep the page's files. Browsers have workers only for pages of this machine, or over TLS. */
export function keepFiles() {
  if (isSecureContext && "serviceWorker" in navigator) {
    navigator.serviceWorker.register("/sw.js").catch(() => {}); // then nothing is kept; the page works without
  }
}
