// The verifier by itself: a page that is given bundles and replay pages, and trusts nothing in them.

const [chosen, kept, results] = ["files", "receipt", "results"].map((id) =>
  document.getElementById(id),
);
const FAULTS = {
  unknown: "is told, but is not on record",
  otherwise: "is told otherwise than it is on record",
  dice: "shows other dice than are on record",
  missing: "is on record, but is not told",
  gone: "is told, but was taken back",
  order: "is told before what happened earlier",
};
const names = (note) => note.signers.map((key) => key.text).join(", ");

// A replay page: its data, log and seal are read; nothing of it is run.
function ofPage(text) {
  const still = text.replace(/<(style|script)>[^]*?<\/\1>/g, ""); // neither styled nor run here
  const page = new DOMParser().parseFromString(still, "text/html");
  const [data, replay] = [page.getElementById("data"), page.getElementById("replay")];
  if (!data || !replay) throw new Bad("this is neither a replay page nor a bundle");
  const rows = Array.from(page.querySelectorAll("#log li"), (row) => ({
    address: row.id,
    text: row.lastElementChild?.textContent ?? "",
  }));
  const found = inspected(opened(JSON.parse(data.textContent)), rows, replay.dataset.seal);
  if (found.wrong.length) {
    const [address, code] = found.wrong[0];
    throw new Bad(
      address
        ? `${address} ${FAULTS[code]}`
        : "the page was changed after it was written: its moments or its log are others",
    );
  }
  const { story, lines, notes } = found.record;
  return [
    `lines 1 to ${lines.length} of ${story}`,
    ...notes.map((note) => `up to ${story}/${note.line}, in a log of ${note.size}: ${names(note)}`),
  ];
}

function ofBundle(data) {
  const receipts = kept.value.trim() ? [kept.value] : [];
  const note = verify(data, receipts);
  return [
    `${linesOf(note.size)}, root ${packed(note.root)}${receipts.length ? "; the receipt holds" : ""}`,
    `signed for by ${names(note)}`,
  ];
}

function checked(data) {
  try {
    const bundle = ascii(data.subarray(0, 200)).startsWith('{"campaign"');
    return [true, bundle ? ofBundle(data) : ofPage(lenient(data))];
  } catch (error) {
    const why = error instanceof Bad ? error.message : `it is damaged (${error.message})`;
    return [false, [why]];
  }
}

async function check() {
  results.replaceChildren();
  for (const file of chosen.files) {
    const [holds, told] = checked(new Uint8Array(await file.arrayBuffer()));
    const row = document.createElement("li");
    const name = document.createElement("b");
    name.textContent = `${holds ? "OK" : "BAD"}: ${file.name}`;
    const parts = told.map((text) => {
      const part = document.createElement("p");
      part.textContent = text;
      return part;
    });
    row.append(name, ...parts);
    results.append(row);
  }
}

document.getElementById("check").addEventListener("click", check);
chosen.addEventListener("change", check);
