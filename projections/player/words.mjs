// The page's elements and the catalogue's sentences.

export const at = (id) => document.getElementById(id);
export const given = JSON.parse(at("data").textContent);

// A sentence of the catalogue with its places filled.
export function say(code, values = {}) {
  return given.words[code].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

export function element(tag, text = "", name = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  if (name) made.className = name;
  return made;
}

// The rows of the log: address, sentence, and the element.
export const rows = Array.from(document.querySelectorAll("#log li"), (row) => ({
  address: row.id,
  text: row.lastElementChild.textContent,
  row,
}));
