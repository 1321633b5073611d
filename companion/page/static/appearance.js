// @ts-check
// Light, dark, or as the system has it: applied before anything is drawn, so that nothing flashes. Nor do English words
// where the page will speak another language: it stays empty until language.js has translated it.
// (This is no module, because modules wait until the page has been read.)

{
  const dark = matchMedia("(prefers-color-scheme: dark)");

  const { dataset } = document.documentElement;
  const known = ["en", ...(dataset.languages ?? "").split(" ").filter(Boolean)];
  const wanted = [localStorage.getItem("language") ?? "", ...navigator.languages].map((code) => code.replace("-", "_"));
  // As text.js finds it, which is loaded later: by then the translations are on their way.
  const spoken = wanted.flatMap((code) => [code, code.split("_")[0]]).find((code) => known.includes(code));
  if (spoken && spoken !== "en") {
    dataset.untold = "";
    document.head.append(Object.assign(document.createElement("link"), {
      rel: "preload", as: "fetch", href: `/page-${spoken}.json`, crossOrigin: "anonymous",
    }));
  }

  const apply = () => {
    const chosen = localStorage.getItem("appearance");
    const theme = chosen === "light" || chosen === "dark" ? chosen : dark.matches ? "dark" : "light";
    dataset.theme = theme;
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", theme === "dark" ? "#171310" : "#f3ecdf");
    document.documentElement.toggleAttribute("data-unnumbered", localStorage.getItem("numbers") === "off");
  };

  dark.addEventListener("change", apply);
  addEventListener("appearance", apply); // another choice in this tab; see view.js
  addEventListener("storage", apply); // or in another one
  apply();
}
