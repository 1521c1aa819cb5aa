// Runs before the first paint, so that a chosen theme never flashes. The only script that is no module.
(() => {
  const chosen = localStorage.getItem("mneme-theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
})();
