// Search over the text that is in the page: every chapter that has all words, case and accents folded.
"use strict";
(() => {
  const form = document.querySelector("form.search");
  if (!form) return;
  const field = form.querySelector("input");
  const told = form.querySelector("output");
  const list = document.querySelector("ol.found");
  const most = 30; // chapters that are listed
  const around = 70; // characters before and behind what was found

  const bare = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "");
  const fold = (text) => bare(bare(text).toUpperCase().toLowerCase());

  let chapters; // read when somebody searches first
  const read = () => [...document.querySelectorAll("article.chapter")].map((chapter) => ({
    id: chapter.id,
    title: (chapter.querySelector("h2") ?? document.querySelector("h1")).textContent,
    text: fold(chapter.textContent),
    chapter,
  }));

  const hit = (chapter, words) => {
    const places = chapter.querySelectorAll("p, li, td, blockquote, figcaption");
    let best;
    let most = 0;
    for (const place of places) {
      const text = fold(place.textContent);
      const count = words.filter((word) => text.includes(word)).length;
      if (count > most) [best, most] = [place, count];
    }
    return best;
  };

  const words = (place) => {
    const copy = place.cloneNode(true);
    for (const source of copy.querySelectorAll("sup")) source.remove();
    return copy.textContent.replace(/\s+/g, " ").trim();
  };

  const snippet = (text, word) => {
    const at = Math.max(0, fold(text).indexOf(word) - around); // folding may shift it by a few
    const part = text.slice(at, at + 2 * around + word.length);
    return (at ? "\u2026" : "") + part + (at + part.length < text.length ? "\u2026" : "");
  };

  const shown = ({ id, title, chapter }, wanted) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = `#${encodeURIComponent(id)}`;
    link.textContent = title;
    item.append(link);
    const place = hit(chapter, wanted);
    if (place) {
      const text = document.createElement("p");
      text.textContent = snippet(words(place), wanted[0]);
      item.append(text);
    }
    return item;
  };

  const search = () => {
    chapters ??= read();
    const wanted = fold(field.value).split(/\s+/).filter(Boolean);
    const found = wanted.length
      ? chapters.filter(({ text }) => wanted.every((word) => text.includes(word)))
      : [];
    found.sort((one, other) => named(other, wanted) - named(one, wanted));
    list.replaceChildren(...found.slice(0, most).map((one) => shown(one, wanted)));
    const { none, one, many } = form.dataset;
    const said = found.length ? (found.length === 1 ? one : many) : none;
    told.value = wanted.length ? said.replace("{n}", found.length) : "";
  };
  const named = ({ title }, wanted) => wanted.every((word) => fold(title).includes(word)) ? 1 : 0;

  let waiting;
  field.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(search, 120);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(waiting);
    search();
    list.querySelector("a")?.focus();
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.matches("input, textarea, select");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      field.focus();
    } else if (event.key === "Escape" && event.target === field) {
      field.value = "";
      search();
    }
  });
  form.hidden = false;
})();
