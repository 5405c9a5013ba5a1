// Light or dark by choice; what the system says holds until somebody chooses, and again next time.
"use strict";
(() => {
  const choice = document.getElementById("theme");
  choice.closest("p").hidden = false;
  choice.addEventListener("change", () => {
    if (choice.value) document.documentElement.dataset.theme = choice.value;
    else delete document.documentElement.dataset.theme;
  });
})();
