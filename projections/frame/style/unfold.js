// What a link leads to is unfolded, whatever it is folded in; on paper everything is.
"use strict";
(() => {
  const unfold = (found) => {
    for (let at = found; at; at = at.parentElement) if (at.localName === "details") at.open = true;
  };
  const arrive = () => {
    const found = document.querySelector(":target");
    unfold(found);
    found?.scrollIntoView();
  };
  let folded = [];
  document.addEventListener("click", (event) => {
    const to = event.target.closest("a")?.getAttribute("href") ?? "";
    if (to.startsWith("#")) unfold(document.getElementById(to.slice(1)));
  });
  addEventListener("hashchange", arrive);
  addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("details:not([open])")];
    for (const each of folded) each.open = true;
  });
  addEventListener("afterprint", () => {
    for (const each of folded) each.open = false;
  });
  arrive();
})();
