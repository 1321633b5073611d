// @ts-check
// Light, dark, or as the system has it: applied before anything is drawn, so that nothing flashes. Nor do English words
// where the page will speak another language: it stays empty until language.js has translated it.
// (This is no module, because modules wait until the page has been read.)

{
  const dark = matchMedia("(prefers-color-scheme: dark)");

  const { dataset } = document.documentElement;
  const translated = (dataset.languages ?? "").split(" ").filter(Boolean).map((code) => code.split("_")[0]);
  const spoken = [localStorage.getItem("language") ?? "", ...navigator.languages].map((code) => code.split(/[-_]/)[0])
    .find((code) => code === "en" || translated.includes(code));
  if (spoken && spoken !== "en") dataset.untold = "";

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
