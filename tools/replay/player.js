
"use strict";
(() => {
  const match = JSON.parse(document.getElementById("match").textContent);
  const film = document.getElementById("film");
  const $ = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  const RANKS = ["6", "7", "8", "9", "10", "J", "Q", "K", "A"];
  const SIGNS = ["D", "H", "S", "C", "O", "U"];
  const SPEEDS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];
  const LANGUAGES = Object.keys(match.languages);
  const PHONE = 860;
  let language = match.language;
  let shownTrick = null;
  let shownPlay = null;
  let following = true;

  const said = (name, parts = {}) =>
    Object.entries(parts).reduce((text, [key, value]) => text.replace(`{${key}}`, value), now().words[name]);
  const now = () => match.languages[language];

  // Everything that can be jumped to, in the order of time.
  const plays = [];
  const tricks = [];
  for (const deal of match.deals) {
    for (const trick of deal.tricks) {
      tricks.push({ deal, trick });
      for (const play of trick.plays) {
        const verdict = match.verdicts.find(
          (v) => v.deal === deal.number && v.trick === trick.number && v.seat === play.seat);
        plays.push({ deal, trick, play, verdict });
      }
    }
  }
  const timed = plays.filter((p) => p.play.time !== null);
  const lastTime = Math.max(0, ...tricks.map((t) => t.trick.end || 0));
  const length = () => match.film.duration || (Number.isFinite(film.duration) ? film.duration : lastTime + 5);
  const time = () => Math.max(0, film.currentTime - match.film.offset);
  const seek = (seconds) => {
    film.currentTime = Math.max(0, Math.min(seconds, length())) + match.film.offset;
    show();
  };
  const seekTo = (seconds) => { if (seconds !== null && seconds !== undefined) seek(seconds - match.lead); };

  // Making elements; text is always set as text.
  function make(tag, className, ...children) {
    const node = document.createElement(tag);
    if (className) node.className = className;
    node.append(...children.filter((child) => child !== null && child !== undefined));
    return node;
  }
  function draw(tag, attributes, ...children) {
    const node = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    node.append(...children);
    return node;
  }
  const sign = (suit) => draw("svg", { "aria-hidden": "true" }, draw("use", { href: `#sign-${suit}` }));
  function chip(play, deal, trick) {
    const card = play.card;
    const node = make("button", "chip");
    node.type = "button";
    if (card) node.append(sign(card[0]), now().ranks[RANKS.indexOf(card.slice(1))] + (play.unsure ? "?" : ""));
    else node.append("??");
    const verdict = match.verdicts.find(
      (v) => v.deal === deal.number && v.trick === trick.number && v.seat === play.seat);
    if (trick.winner === play.seat) node.classList.add("won", `s${match.sideOf[play.seat]}`);
    if (verdict && verdict.certain) node.classList.add("bad");
    if (play.unsure) node.classList.add("unsure");
    node.title = `${now().names[play.seat]}: ${card ? now().cards[card] : said("unknown_card")}` +
      (play.likely.length ? ` (${said("or")} ${play.likely.map((c) => now().cards[c]).join(", ")})` : "");
    node.setAttribute("aria-label", node.title);
    if (play.time !== null) node.addEventListener("click", () => seekTo(play.time));
    return node;
  }

  // The score, ticking with the film.
  function totalsAt(seconds) {
    let totals = Array(match.sides).fill(0);
    for (const [at, after] of match.moments) {
      if (at > seconds) break;
      totals = after;
    }
    return seconds >= lastTime ? match.totals : totals;
  }
  function showScore() {
    const totals = totalsAt(time());
    const parts = [];
    now().sides.forEach((name, side) => {
      if (match.sides === 2 && side === 1) parts.push(make("span", "colon", ":"));
      parts.push(make("span", `team s${side}`, make("span", "name", name), make("b", "", String(totals[side]))));
    });
    $("score").className = match.sides === 2 ? "score two" : "score";
    $("score").replaceChildren(...parts);
  }

  // The list.
  const trickNodes = new Map();
  const chipNodes = new Map();
  function buildList() {
    trickNodes.clear();
    chipNodes.clear();
    $("list").setAttribute("aria-label", said("list"));
    $("list").replaceChildren(...match.deals.map((deal) => {
      const head = make("button", "");
      head.type = "button";
      if (SIGNS.includes(deal.contract)) head.append(sign(deal.contract));
      head.append(`${said("deal")} ${deal.number}`);
      const what = [deal.contract ? now().contracts[deal.contract] : "", deal.factor > 1 ? `×${deal.factor}` : "",
        deal.state ? said(deal.state) : ""].filter(Boolean).join(" ");
      head.append(make("small", "", what), make("span", "tally", deal.score.join(" : ")));
      head.addEventListener("click", () => seekTo(deal.start));
      return make("section", "deal", make("h2", "", head), make("ol", "tricks", ...(columns ? [playersRow()] : []), ...deal.tricks.map((t) => row(deal, t))));
    }));
  }
  // Up to four players have a column each; more stand in the order in which they played.
  const columns = match.turns.length <= 4;
  function playersRow() {
    return make("li", "trick players", make("span", ""), make("div", "row seats",
      ...match.turns.map((seat) => make("span", "", now().names[seat]))), make("span", ""));
  }
  function row(deal, trick) {
    const number = make("button", "number", String(trick.number));
    number.type = "button";
    number.setAttribute("aria-label", `${said("trick")} ${trick.number}`);
    number.addEventListener("click", () => seekTo(trick.start));
    const chips = trick.plays.map((play) => {
      const node = chip(play, deal, trick);
      chipNodes.set(play, node);
      return node;
    });
    const cards = columns && chips.length
      ? match.turns.map((seat) => {
        const index = trick.plays.findIndex((play) => play.seat === seat);
        return make("span", index === 0 ? "led" : "", chips[index]);
      })
      : chips;
    if (!cards.length) cards.push(make("span", "note", said("rest")));
    const side = trick.winner === null ? "" : `s${match.sideOf[trick.winner]}`;
    const node = make("li", "trick", number, make("div", columns && chips.length ? "row seats" : "row", ...cards),
      make("span", `gain ${side}`, trick.winner === null ? "" : String(trick.points * deal.factor)));
    for (const meld of deal.melds.filter((m) => m.trick === trick.number)) {
      const who = meld.seat === null ? now().sides[meld.side] : now().names[meld.seat];
      node.append(make("span", "more", `${said(meld.kind)} ${who}: ${meld.cards.map((c) => now().cards[c]).join(", ")} +${meld.points}`));
    }
    for (const verdict of match.verdicts.filter((v) => v.deal === deal.number && v.trick === trick.number)) {
      const what = verdict.certain ? said("illegal") : `${said("illegal")} (${said("possible")})`;
      node.append(make("span", `more ${verdict.certain ? "badline" : "perhaps"}`,
        `${what}: ${now().names[verdict.seat]}${verdict.card ? ", " + now().cards[verdict.card] : ""}`));
    }
    trickNodes.set(trick, node);
    return node;
  }

  // The score curve over the film's time, which is its time line too.
  let head = null;
  let knob = null;
  let scaleX = () => 0;
  let span = { left: 0, width: 1 };
  function buildCurve() {
    const box = $("curve");
    const width = box.clientWidth || 600;
    const height = box.clientHeight || 150;
    const compact = height < 130;
    const left = compact ? 12 : 24, right = compact ? 44 : 60, top = compact ? 24 : 34, bottom = compact ? 10 : 16;
    const total = length();
    const every = [0, ...match.totals, ...match.moments.flatMap(([, totals]) => totals)];
    const least = Math.min(...every), most = Math.max(least + 1, ...every);
    span = { left, width: width - left - right };
    scaleX = (seconds) => left + (span.width * Math.min(seconds, total)) / total;
    const y = (points) => height - bottom - ((height - top - bottom) * (points - least)) / (most - least);
    const root = draw("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
    match.deals.forEach((deal, index) => {
      if (deal.start === null) return;
      const next = match.deals.slice(index + 1).find((d) => d.start !== null);
      const from = scaleX(Math.max(0, deal.start - match.lead)), to = scaleX(next ? next.start - match.lead : total);
      if (index % 2 === 0) root.append(draw("rect", { x: from, y: 0, width: Math.max(0, to - from), height, class: "band" }));
      const wide = to - from, suit = SIGNS.includes(deal.contract);
      const label = wide > 90 && !compact ? `${said("deal")} ${deal.number}` : String(deal.number);
      if (wide > 16) root.append(draw("text", { x: from + (suit && wide > 44 ? 23 : 5), y: compact ? 13 : 17 }, label));
      if (wide > 44 && suit)
        root.append(draw("use", { href: `#sign-${deal.contract}`, x: from + 5, y: compact ? 2 : 5, width: 15, height: 15 }));
    });
    root.append(draw("line", { x1: left, x2: width - right, y1: y(0), y2: y(0), class: "grid" }));
    const ends = [];
    for (let side = 0; side < match.sides; side += 1) {
      let path = `M${scaleX(0)} ${y(0)}`, last = 0;
      for (const [at, totals] of match.moments) {
        if (totals[side] === last) continue;
        path += `H${scaleX(at).toFixed(1)}V${y(totals[side]).toFixed(1)}`;
        last = totals[side];
      }
      root.append(draw("path", { d: `${path}H${width - right}`, class: `run s${side}` }));
      ends.push({ side, at: y(last), points: last });
    }
    ends.sort((a, b) => a.at - b.at);
    ends.forEach((end, index) => {
      if (index) end.at = Math.max(end.at, ends[index - 1].at + 14);
      root.append(draw("text", { x: width - right + 8, y: end.at + 4, class: `end t${end.side}` }, String(end.points)));
    });
    for (const entry of timed) {
      const x = scaleX(entry.play.time);
      if (entry.verdict && entry.verdict.certain) {
        root.append(draw("line", { x1: x, x2: x, y1: top - 8, y2: height - bottom, class: "stalk" }),
          draw("path", { d: `M${x} ${top - 10}h13l-4 5l4 5h-13z`, class: "flag" },
            draw("title", {}, `${said("illegal")}: ${now().names[entry.play.seat]}`)));
      } else if (entry.play.unsure) {
        root.append(draw("circle", { cx: x, cy: height - bottom, r: 3.5, class: "doubt" },
          draw("title", {}, `${said("unsure")}: ${now().names[entry.play.seat]}`)));
      }
    }
    for (const deal of match.deals) {
      for (const meld of deal.melds) {
        if (meld.time === null) continue;
        const x = scaleX(meld.time), at = height - bottom;
        root.append(draw("path", { d: `M${x - 4} ${at}l4 -5l4 5l-4 5z`, class: "meld" },
          draw("title", {}, `${said(meld.kind)} +${meld.points}`)));
      }
    }
    head = draw("line", { y1: 0, y2: height, class: "head" });
    knob = draw("circle", { cy: height - bottom, r: 5, class: "knob" });
    root.append(head, knob);
    box.setAttribute("aria-label", said("curve"));
    box.setAttribute("aria-valuemax", String(Math.round(total)));
    box.replaceChildren(root);
    showHead();
  }
  function showHead() {
    if (!head) return;
    const x = scaleX(time());
    head.setAttribute("x1", x);
    head.setAttribute("x2", x);
    knob.setAttribute("cx", x);
    $("curve").setAttribute("aria-valuenow", String(Math.round(time())));
    $("curve").setAttribute("aria-valuetext", clock(time()));
  }
  const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
  function dragged(event) {
    const box = $("curve").getBoundingClientRect();
    const share = (event.clientX - box.left - span.left) / span.width;
    seek(Math.max(0, Math.min(1, share)) * length());
  }
  $("curve").addEventListener("pointerdown", (event) => {
    $("curve").setPointerCapture(event.pointerId);
    dragged(event);
  });
  $("curve").addEventListener("pointermove", (event) => { if (event.buttons) dragged(event); });

  // What lies on the table now.
  function showNow() {
    const seconds = time() + 0.001;
    let at = -1;
    timed.forEach((entry, index) => { if (entry.play.time <= seconds) at = index; });
    const entry = at < 0 ? null : timed[at];
    if (entry === shownPlay && $("now").childElementCount) return;
    if (shownPlay) chipNodes.get(shownPlay.play)?.classList.remove("current");
    shownPlay = entry;
    if (!entry) {
      mark(null);
      $("now").replaceChildren(make("div", "where", said("before")));
      return;
    }
    chipNodes.get(entry.play)?.classList.add("current");
    mark(entry.trick);
    const { deal, trick, play } = entry;
    const upto = trick.plays.slice(0, trick.plays.indexOf(play) + 1);
    const whole = upto.length === trick.plays.length && trick.winner !== null;
    const where = make("div", "where", `${said("deal")} ${deal.number} · ${said("trick")} ${trick.number}`,
      make("small", "", [deal.contract ? now().contracts[deal.contract] : "", deal.factor > 1 ? `×${deal.factor}` : ""].join(" ")));
    const cards = make("div", "cards", ...upto.map((one) => {
      const node = chip(one, deal, trick);
      if (!whole) node.classList.remove("won");
      return make("div", `laid s${match.sideOf[one.seat]}${whole && one.seat === trick.winner ? " won" : ""}`, node,
        make("span", "", now().names[one.seat]));
    }));
    const parts = [where, cards];
    for (const one of plays.filter((p) => p.trick === trick && p.verdict && upto.includes(p.play))) {
      const box = make("div", one.verdict.certain ? "verdict" : "verdict perhaps");
      const what = one.verdict.certain ? said("illegal") : `${said("illegal")} (${said("possible")})`;
      box.append(make("b", "", `${what}: ${now().names[one.play.seat]}`),
        ...one.verdict.lines[language].map((line) => make("div", "", line)));
      parts.push(box);
    }
    $("now").replaceChildren(...parts);
  }
  function mark(trick) {
    if (trick === shownTrick) return;
    if (shownTrick) trickNodes.get(shownTrick)?.classList.remove("current");
    shownTrick = trick;
    const node = trick && trickNodes.get(trick);
    if (!node) return;
    node.classList.add("current");
    if (following && window.innerWidth > PHONE) {
      const list = $("list"), at = node.offsetTop - list.offsetTop;
      if (at < list.scrollTop + 60 || at > list.scrollTop + list.clientHeight - 120)
        list.scrollTo({ top: at - list.clientHeight / 3, behavior: "smooth" });
    }
  }
  function show() {
    showScore();
    showHead();
    showNow();
  }

  // Keys.
  const KEYS = [
    [["Space"], "play_pause"], [["←", "→"], "seek"], [["J", "L"], "step"], [["↑", "↓"], "step_trick"], [["P", "N"], "step_deal"],
    [["I"], "step_illegal"], [[",", "."], "frame"], [["−", "+"], "speed"], [["M"], "mute"], [["F"], "full"],
    [["1–4"], "language"], [["?"], "keys"],
  ];
  function neighbour(times, way) {
    const at = time() + match.lead;
    const list = way > 0 ? times.filter((t) => t > at + 0.05) : times.filter((t) => t < at - 0.3).reverse();
    if (list.length) seekTo(list[0]);
  }
  const startsOf = (entries) => entries.map((t) => t.start).filter((t) => t !== null);
  function pressed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("dialog")) return;
    const step = { ArrowLeft: -5, ArrowRight: 5 }[event.key];
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (step) seek(time() + step);
    else if (key === " " || key === "k") film.paused ? film.play() : film.pause();
    else if (key === "j" || key === "l") neighbour(timed.map((p) => p.play.time), key === "l" ? 1 : -1);
    else if (key === "ArrowUp" || key === "ArrowDown") neighbour(startsOf(tricks.map((t) => t.trick)), key === "ArrowDown" ? 1 : -1);
    else if (key === "p" || key === "n") neighbour(startsOf(match.deals), key === "n" ? 1 : -1);
    else if (key === "i") neighbour(match.verdicts.filter((v) => v.certain && v.time !== null).map((v) => v.time), 1);
    else if (key === "," || key === ".") { film.pause(); seek(time() + (key === "." ? 0.04 : -0.04)); }
    else if (key === "+" || key === "-") film.playbackRate = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1,
      SPEEDS.findIndex((s) => s >= film.playbackRate) + (key === "+" ? 1 : -1)))];
    else if (key === "m") film.muted = !film.muted;
    else if (key === "f") document.fullscreenElement ? document.exitFullscreen() : $("screen").requestFullscreen();
    else if (key >= "1" && key <= String(LANGUAGES.length)) speak(LANGUAGES[Number(key) - 1]);
    else if (key === "?") $("keys").showModal();
    else return;
    event.preventDefault();
  }
  // before the film's own keys: a focused film would seek by itself as well
  document.addEventListener("keydown", pressed, true);
  $("keys-button").addEventListener("click", () => $("keys").showModal());

  // Languages.
  function speak(chosen) {
    language = chosen;
    document.documentElement.lang = chosen;
    $("languages").setAttribute("aria-label", said("language"));
    for (const button of $("languages").children) button.setAttribute("aria-pressed", String(button.lang === chosen));
    $("keys-title").textContent = said("keys");
    $("keys-close").textContent = said("close");
    $("keys-button").title = said("keys");
    $("choose").textContent = said("choose");
    $("missing-text").textContent = said("no_film", { film: match.film.name });
    $("keys-list").replaceChildren(...KEYS.flatMap(([keys, name]) =>
      [make("dt", "", ...keys.map((key) => make("kbd", "", key))), make("dd", "", said(name))]));
    shownTrick = shownPlay = null;
    $("now").replaceChildren();
    buildList();
    buildCurve();
    show();
  }
  $("languages").append(...LANGUAGES.map((one) => {
    const button = make("button", "", one);
    button.type = "button";
    button.lang = one;
    button.addEventListener("click", () => speak(one));
    return button;
  }));

  // The film.
  film.addEventListener("error", () => { $("missing").hidden = false; });
  film.addEventListener("loadedmetadata", () => { $("missing").hidden = true; buildCurve(); });
  for (const name of ["timeupdate", "seeked", "pause"]) film.addEventListener(name, show);
  if (film.requestVideoFrameCallback) {
    const each = () => { show(); film.requestVideoFrameCallback(each); };
    film.requestVideoFrameCallback(each);
  }
  $("picker").addEventListener("change", (event) => {
    const [file] = event.target.files;
    if (file) film.src = URL.createObjectURL(file);
  });
  $("list").addEventListener("wheel", () => { following = false; setTimeout(() => { following = true; }, 4000); }, { passive: true });
  new ResizeObserver(() => buildCurve()).observe($("curve"));
  speak(language);
  const inside = $("embedded").textContent.trim();
  if (inside) {
    const bytes = Uint8Array.from(atob(inside), (letter) => letter.charCodeAt(0));
    film.src = URL.createObjectURL(new Blob([bytes], { type: match.film.type }));
    $("embedded").remove();
  } else {
    film.src = match.film.src;
  }
  window.player = { seek, time, match };
})();
