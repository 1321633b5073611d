// @ts-check
// Keeps the page's files for when the board's program is away. The program always comes first: what
// is kept is only shown if it does not answer, and then all files are of one version. The server
// fills in which version that is, and which files belong to it (companion/page/static_files.py); so another
// version is another worker, which replaces this one and what it has kept.

/** @type {ServiceWorkerGlobalScope} */
const worker = /** @type {any} */ (self);

const PREFIX = "shell-";
const NAME = `${PREFIX}@shell@`;
const MARK = 'data-shell="@shell@"';
const FILES = "@files@".split(" ");
const PAGE = "/";
const PATIENCE = 3000; // milliseconds for a program to answer; the page connects to a slower one anyway

/** The windows whose page was kept. Their other files are those that were kept with it. */
const away = new Set();

worker.addEventListener("install", (event) => event.waitUntil(keep()));
worker.addEventListener("activate", (event) => event.waitUntil(tidy()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (pathname === PAGE) event.respondWith(open(event));
  } else if (away.has(event.clientId) && FILES.includes(pathname)) {
    event.respondWith(kept(pathname).then((file) => file ?? fetch(request)));
  }
});

/** Keep all files, unless the program is replaced meanwhile. */
async function keep() {
  const cache = await caches.open(NAME);
  await cache.addAll(FILES);
  const page = await fetch(PAGE); // the last: if it is of this version, so was everything before
  if (!(await page.clone().text()).includes(MARK)) {
    await caches.delete(NAME);
    throw new Error("the program has been replaced while its page was kept");
  }
  await cache.put(PAGE, page);
  await worker.skipWaiting();
}

/** Forget what other versions have kept. */
async function tidy() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name)));
}

/** @param {string} path */
async function kept(path) {
  return (await caches.open(NAME)).match(path);
}

/** @param {FetchEvent} event */
async function open({ request, resultingClientId }) {
  const answer = fetch(request);
  const page = await kept(PAGE);
  if (!page) return answer;
  try {
    return await Promise.race([answer, late()]);
  } catch {
    answer.catch(() => {}); // it may still fail, and nobody waits for it any more
    away.add(resultingClientId);
    return page;
  }
}

/** @returns {Promise<never>} */
function late() {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error("the program does not answer")), PATIENCE);
  });
}
