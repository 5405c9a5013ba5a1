// The player: every moment is known before the first is shown, so that going to one, forward or
// backward, slowly or at once, always shows the same.

import { at, element, say } from "./words.mjs";

const SVG = "http://www.w3.org/2000/svg";
const STEP = 1200; // milliseconds that a moment stands at speed 1
const PLAY = "\u25b6\ufe0e";
const PAUSE = "\u23f8\ufe0e";

// Every moment whole, from what differs in each.
function filmed(film) {
  let now = { tokens: film.tokens.map(() => null), round: 0, turn: 0, scores: [], scene: 0, marks: 0 };
  return film.moments.map((moment) => {
    const tokens = [...now.tokens];
    const acted = [];
    for (const [token, place, look] of moment.moved ?? []) {
      const before = tokens[token];
      tokens[token] = place < 0 ? null : [place, look];
      if (film.looks[look]?.[4] && before && !film.looks[before[1]][4]) acted.push(token);
    }
    const { round = now.round, turn = now.turn, scores = now.scores } = moment;
    const { scene = now.scene, marks = now.marks } = moment;
    now = { tokens, round, turn, scores, scene, marks };
    const { lines, typed = "", dice = [], strikes = [] } = moment;
    return { ...now, lines, typed, dice, strikes, acted };
  });
}

// Show a battle and let it be played.
export function play(film, rows) {
  const moments = filmed(film);
  const last = moments.length - 1;
  const slider = at("moment");
  const places = new Map(moments.flatMap((each, n) => each.lines.map((line) => [line, n])));
  const elements = new Map(rows.map(({ address, row }) => [address, row]));
  const shown = { moment: -1, tokens: [], scene: -1 };
  let timer = 0;

  const named = (round) => (round ? say("round", { n: round }) : say("opening"));
  const starts = (differs) => moments.map((_, n) => n).filter((n) => n === 0 || differs(n));
  const stops = {
    round: starts((n) => moments[n].round !== moments[n - 1].round),
    turn: starts((n) => moments[n].acted.length > 0),
    point: film.turns.map(([address]) => places.get(address)).filter((n) => n !== undefined),
  };

  function drawTokens(moment) {
    moment.tokens.forEach((seen, number) => {
      const token = at(`token-${number}`);
      token.classList.toggle("absent", !seen);
      if (!seen) return;
      const [[x, y], look] = [film.places[seen[0]], seen[1]];
      token.style.transform = `translate(${x}px, ${y}px)`;
      token.removeAttribute("transform");
      if (shown.tokens[number] !== look) token.innerHTML = film.looks[look][0];
      shown.tokens[number] = look;
    });
  }

  function line(points, name) {
    const made = document.createElementNS(SVG, "polyline");
    made.setAttribute("points", points.map((point) => point.slice(0, 2).join(",")).join(" "));
    made.setAttribute("class", name);
    return made;
  }

  function ring([x, y], radius, name) {
    const made = document.createElementNS(SVG, "circle");
    for (const [key, value] of Object.entries({ cx: x, cy: y, r: radius, class: name })) {
      made.setAttribute(key, value);
    }
    return made;
  }

  // An arrow from who strikes to whom, between the rims of their tokens; where they stand side by
  // side there is no room for one, and whoever is struck at has a full ring.
  function arrow([x, y], [u, v]) {
    const long = Math.hypot(u - x, v - y);
    if (long < 44) return [ring([u, v], 19, "struck")];
    const point = (along, aside) => [
      x + ((u - x) * along - (v - y) * aside) / long,
      y + ((v - y) * along + (u - x) * aside) / long,
    ];
    const shaft = [point(20, 0), point(long - 28, 0)];
    const head = [point(long - 20, 0), point(long - 30, 6), point(long - 30, -6)];
    return [line(shaft, "strike under"), line(shaft, "strike"), line(head, "strike head")];
  }

  // From where to where each has gone, who struck at whom, and a ring round whoever differs.
  function drawTrace(moment, before) {
    const drawn = [];
    moment.tokens.forEach((seen, number) => {
      const was = before?.tokens[number];
      if (!seen || !was || (seen[0] === was[0] && seen[1] === was[1])) return;
      const [to, from] = [film.places[seen[0]], film.places[was[0]]];
      if (seen[0] !== was[0]) {
        drawn.push(line([from, to], "trace under"), line([from, to], "trace"), ring(from, 5, "from"));
      }
      drawn.push(ring(to, 21, "changed"));
    });
    for (const pair of moment.strikes) {
      const [from, to] = pair.map((token) => moment.tokens[token] ?? before?.tokens[token]);
      if (from && to) drawn.push(...arrow(film.places[from[0]], film.places[to[0]]));
    }
    at("trace").replaceChildren(...drawn);
  }

  function tell(moment, number) {
    const sentences = moment.lines.map((address) => {
      const told = element("p", elements.get(address)?.lastElementChild.textContent ?? "");
      told.className = elements.get(address)?.className ?? "";
      return told;
    });
    const link = element("a", moment.lines[0]);
    link.href = `#${moment.lines[0]}`;
    at("here").replaceChildren(link);
    at("typed").textContent = moment.typed && `> ${moment.typed}`;
    at("told").replaceChildren(...sentences);
    const dice = moment.dice.map(([, of, sides, face]) => {
      const die = element("li", "", "die");
      die.append(element("b", face, "face"), element("span", sides ? `${of}, d${sides}` : of));
      return die;
    });
    at("dice").replaceChildren(...dice);
    at("dice").hidden = !dice.length;
    slider.value = number;
    const values = { n: number + 1, of: moments.length, address: moment.lines[0] };
    slider.setAttribute("aria-valuetext", say("at", values));
    at("count").textContent = `${number + 1} / ${moments.length}`;
  }

  function tellState(moment, before) {
    const side = film.sides[moment.turn - 1];
    const parts = [named(moment.round)];
    if (side) parts.push(say("turn", { side }));
    at("when").textContent = parts.join(" \u00b7 ");
    at("rounds").value = stops.round.filter((n) => n <= shown.moment).pop();
    at("scores").textContent = film.sides
      .map((name, n) => `${n + 1} ${name}: ${moment.scores[n] ?? 0}`)
      .join(" \u00b7 ");
    at("marks").textContent = (film.marks[moment.marks] ?? []).join(" \u00b7 ");
    moment.tokens.forEach((seen, token) => {
      const row = at(`member-${token}`);
      row.hidden = !seen;
      if (!seen) return;
      const [, health, facing, state, acted] = film.looks[seen[1]];
      const was = before?.tokens[token];
      const texts = { place: film.places[seen[0]][2], facing, health, state };
      texts.acted = acted ? say("yes") : "";
      for (const [name, text] of Object.entries(texts)) {
        const cell = row.querySelector(`.${name}`);
        if (cell) cell.textContent = text;
      }
      row.classList.toggle("changed", Boolean(was && (was[0] !== seen[0] || was[1] !== seen[1])));
    });
  }

  function follow(moment) {
    document.querySelectorAll("#log [aria-current]").forEach((row) => {
      row.removeAttribute("aria-current");
    });
    const current = moment.lines.map((address) => elements.get(address)).filter(Boolean);
    current.forEach((row) => row.setAttribute("aria-current", "true"));
    const [log, first] = [at("log"), current[0]];
    if (!first) return;
    const place = first.getBoundingClientRect().top - log.getBoundingClientRect().top;
    if (place < 40 || place > log.clientHeight - 80) log.scrollTop += place - log.clientHeight / 3;
  }

  function show(n, address = "") {
    const wanted = Math.max(0, Math.min(last, n));
    const [moment, before] = [moments[wanted], moments[wanted - 1]];
    shown.moment = wanted;
    if (shown.scene !== moment.scene) at("scene").innerHTML = film.scenes[moment.scene];
    shown.scene = moment.scene;
    drawTokens(moment);
    drawTrace(moment, before);
    tell(moment, wanted);
    tellState(moment, before);
    follow(moment);
    if (!timer) history.replaceState(null, "", `#${address || moment.lines[0]}`);
    for (const [id, ends] of [["back", wanted === 0], ["first", wanted === 0]]) at(id).disabled = ends;
    for (const id of ["forward", "last"]) at(id).disabled = wanted === last;
  }

  function pause() {
    clearTimeout(timer);
    timer = 0;
    at("play").setAttribute("aria-label", say("play"));
    at("play").textContent = PLAY;
    history.replaceState(null, "", `#${moments[shown.moment].lines[0]}`);
  }

  function go() {
    timer = setTimeout(() => {
      show(shown.moment + 1);
      if (shown.moment < last) go();
      else pause();
    }, STEP / Number(at("speed").value));
  }

  function toggle() {
    if (timer) {
      pause();
      return;
    }
    if (shown.moment === last) show(0);
    at("play").setAttribute("aria-label", say("pause"));
    at("play").textContent = PAUSE;
    go();
  }

  function stopAt(kind, way) {
    const there = stops[kind];
    const next =
      way > 0
        ? there.find((n) => n > shown.moment)
        : there.filter((n) => n < shown.moment).pop();
    to(next ?? (way > 0 ? last : 0));
  }

  function to(n, address = "") {
    if (timer) pause();
    show(n, address);
  }

  const deeds = {
    play: toggle,
    first: () => to(0),
    last: () => to(last),
    back: () => to(shown.moment - 1),
    forward: () => to(shown.moment + 1),
    "round-back": () => stopAt("round", -1),
    "round-forward": () => stopAt("round", 1),
    "turn-back": () => stopAt("turn", -1),
    "turn-forward": () => stopAt("turn", 1),
    "point-back": () => stopAt("point", -1),
    "point-forward": () => stopAt("point", 1),
    keys: () => at("help").showModal(),
    copy,
  };
  const keys = {
    " ": "play",
    ArrowLeft: "back",
    ArrowRight: "forward",
    Home: "first",
    End: "last",
    r: "round-forward",
    R: "round-back",
    a: "turn-forward",
    A: "turn-back",
    t: "point-forward",
    T: "point-back",
    "?": "keys",
  };

  function copy() {
    const done = (code) => () => {
      at("copied").textContent = say(code);
    };
    navigator.clipboard.writeText(location.href).then(done("copied"), done("copy-by-hand"));
  }

  for (const [id, deed] of Object.entries(deeds)) at(id)?.addEventListener("click", deed);
  slider.max = last;
  slider.addEventListener("input", () => to(Number(slider.value)));
  at("rounds").addEventListener("change", (event) => to(Number(event.target.value)));
  at("rounds").append(
    ...stops.round.map((n) => {
      const option = element("option", named(moments[n].round));
      option.value = n;
      return option;
    }),
  );
  document.addEventListener("keydown", (event) => {
    const target = event.target;
    const busy = target.closest("select, dialog, .scroll") || (event.key === " " && target.closest("button"));
    if (busy || event.altKey || event.ctrlKey || event.metaKey) return;
    if (target === slider && event.key.startsWith("Arrow")) return; // it moves by itself
    const deed = keys[event.key];
    if (!deed || !at(deed)) return;
    event.preventDefault();
    deeds[deed]();
  });
  const linked = () => {
    try {
      return decodeURIComponent(location.hash.slice(1));
    } catch {
      return ""; // a percent sign that escapes nothing
    }
  };
  addEventListener("hashchange", () => {
    if (places.has(linked())) to(places.get(linked()), linked());
  });
  at("copy").hidden = !navigator.clipboard;
  document.documentElement.classList.add("live");
  at("controls").hidden = false;
  at("status").hidden = false;
  const linkedTo = linked(); // by a name of a row, which the browser would scroll to
  for (const { row } of rows) row.removeAttribute("id");
  if (places.has(linkedTo)) show(places.get(linkedTo), linkedTo);
  else show(0);
  if (places.has(linkedTo)) scrollTo(0, 0);
}
