/* The search page of notes. It loads the notes when they are first asked for, from a script beside
   the pages, so that it also works from a disk, and asks no network. Every text is put into the
   page as text. */
(function () {
  "use strict";

  const STEP = 20;
  const PAUSE = 120;
  const BEFORE = 60;
  const AFTER = 180;
  const RESULTS = 3;
  // In this order a word found in a field counts for more; see the documentation.
  const FIELDS = ["title", "names", "tags", "results", "content"];
  const WEIGHTS = { title: 10000, names: 1000, tags: 100, results: 10, content: 1 };
  const MARKS = /\p{M}+/gu;

  const fold = text => text.normalize("NFKD").replace(MARKS, "").toLowerCase();

  // A folded text with the place in the text of each of its characters.
  function foldPlaces(text) {
    let folded = "";
    const places = [];
    let place = 0;
    for (const character of text) {
      const part = fold(character);
      folded += part;
      for (let number = 0; number < part.length; number += 1) places.push(place);
      place += character.length;
    }
    places.push(text.length);
    return { folded, places };
  }

  // Words, and phrases in quotation marks.
  function parseQuery(text) {
    const found = text.match(/"[^"]+"|[^\s"]+/g) || [];
    const words = found.map(word => fold(word.replace(/"/g, "")).trim()).filter(Boolean);
    return [...new Set(words)];
  }

  // The ranges of the words in a text, none inside another.
  function findRanges(text, words) {
    const { folded, places } = foldPlaces(text);
    const ranges = [];
    for (const word of words) {
      let at = folded.indexOf(word);
      while (at >= 0) {
        ranges.push([places[at], places[at + word.length]]);
        at = folded.indexOf(word, at + word.length);
      }
    }
    ranges.sort((one, other) => one[0] - other[0] || other[1] - one[1]);
    const apart = [];
    for (const range of ranges) {
      // A letter of several may have begun before the word; so it has some width.
      const end = Math.max(range[1], range[0] + 1);
      const last = apart[apart.length - 1];
      if (last && range[0] <= last[1]) last[1] = Math.max(last[1], end);
      else apart.push([range[0], end]);
    }
    return apart;
  }

  function addMarked(parent, text, words) {
    let at = 0;
    for (const [start, end] of findRanges(text, words)) {
      parent.append(text.slice(at, start));
      const mark = document.createElement("mark");
      mark.textContent = text.slice(start, end);
      parent.append(mark);
      at = end;
    }
    parent.append(text.slice(at));
  }

  // The text around the first word that it has, in one line.
  function cutSnippet(record, words) {
    const text = record.content;
    const first = findRanges(text, words)[0];
    if (!first) return record.summary;
    const from = first[0] <= BEFORE ? 0 : text.indexOf(" ", first[0] - BEFORE) + 1;
    const start = from > 0 && from <= first[0] ? from : Math.max(0, first[0] - BEFORE);
    const last = text.lastIndexOf(" ", start + BEFORE + AFTER);
    const end = text.length <= start + BEFORE + AFTER ? text.length : Math.max(last, first[1]);
    const line = text.slice(start, end).replace(/\s+/g, " ").trim();
    return (start > 0 ? "… " : "") + line + (end < text.length ? " …" : "");
  }

  function prepare(record) {
    const lists = {
      title: [record.title],
      names: record.names,
      tags: record.tags,
      results: record.results.map(result => result.name),
      content: [record.content],
    };
    const folded = {};
    for (const field of FIELDS) folded[field] = lists[field].map(fold);
    return { record, folded };
  }

  // What a word is worth in a list of texts: the whole text more than its beginning.
  function rate(texts, word) {
    let best = 0;
    for (const text of texts) {
      const at = text.indexOf(word);
      if (at < 0) continue;
      if (text === word) return 4;
      const begins = at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]);
      best = Math.max(best, at === 0 ? 3 : begins ? 2 : 1);
    }
    return best;
  }

  // Nothing for a note without one of the words.
  function score(note, words) {
    let sum = 0;
    for (const word of words) {
      const field = FIELDS.find(name => rate(note.folded[name], word) > 0);
      if (!field) return 0;
      sum += WEIGHTS[field] * (1 + rate(note.folded[field], word) / 10);
    }
    const whole = words.join(" ");
    for (const field of ["title", "names"]) {
      if (note.folded[field].includes(whole)) sum += WEIGHTS[field] * words.length;
    }
    return sum;
  }

  function findNotes(notes, words) {
    if (!words.length) return [];
    return notes
      .map((note, place) => ({ note: note.record, place, score: score(note, words) }))
      .filter(found => found.score > 0)
      .sort((one, other) =>
        other.score - one.score
        || (other.note.date > one.note.date) - (other.note.date < one.note.date)
        || one.place - other.place);
  }

  function element(name, className) {
    const made = document.createElement(name);
    if (className) made.className = className;
    return made;
  }

  function setUp(box) {
    const form = box.querySelector("form");
    const field = form.querySelector("input");
    const count = box.querySelector(".scidraft-search-count");
    const list = box.querySelector(".scidraft-search-results");
    const words = box.dataset;
    const folder = words.index.slice(0, words.index.lastIndexOf("/") + 1);
    const more = element("button", "scidraft-search-more");
    let notes = null;
    let loading = false;
    let timer = 0;
    let shown = [];
    let asked = [];

    more.type = "button";
    more.textContent = words.more;
    more.hidden = true;
    list.after(more);

    function load() {
      if (notes || loading) return;
      if (window.scidraftNotes) {
        use();
        return;
      }
      loading = true;
      count.textContent = words.loading;
      const script = element("script");
      script.src = words.index;
      script.onload = () => {
        loading = false;
        use();
      };
      script.onerror = () => {
        loading = false;
        count.textContent = words.failed;
      };
      document.head.append(script);
    }

    function use() {
      notes = window.scidraftNotes.map(prepare);
      search();
    }

    function link(address, text) {
      const made = element("a");
      made.href = folder + address;
      addMarked(made, text, asked);
      return made;
    }

    function resultLine(record, found) {
      const line = element("p", "scidraft-search-objects");
      found.forEach((result, number) => {
        if (number) line.append(" · ");
        const address = `${record.permalink.split("#")[0]}#${encodeURIComponent(result.anchor)}`;
        line.append(link(address, result.name));
      });
      return line;
    }

    function has(text) {
      const folded = fold(text);
      return asked.some(word => folded.includes(word));
    }

    function item(record) {
      const made = element("li");
      const head = element("p", "scidraft-search-title");
      head.append(link(record.permalink, record.title));
      made.append(head);
      const aliases = record.names.filter(name => name !== record.title && has(name));
      if (aliases.length) {
        const line = element("p", "scidraft-search-aliases");
        addMarked(line, words.aliases.replace("%s", () => aliases.join(", ")), asked);
        made.append(line);
      }
      const snippet = cutSnippet(record, asked);
      if (snippet) {
        const text = element("p", "scidraft-search-text");
        addMarked(text, snippet, asked);
        made.append(text);
      }
      const results = record.results.filter(result => has(result.name)).slice(0, RESULTS);
      if (results.length) made.append(resultLine(record, results));
      const facts = [record.date.slice(0, 10), ...record.tags].filter(Boolean);
      if (facts.length) {
        const line = element("p", "scidraft-search-facts");
        addMarked(line, facts.join(" · "), asked);
        made.append(line);
      }
      return made;
    }

    function show(number) {
      const first = list.children.length;
      list.append(...shown.slice(first, number).map(found => item(found.note)));
      more.hidden = list.children.length >= shown.length;
      return list.children[first];
    }

    function search() {
      window.clearTimeout(timer);
      if (!field.value.trim()) {
        list.replaceChildren();
        more.hidden = true;
        if (!loading) count.textContent = "";
        remember("");
        return;
      }
      load();
      if (!notes) return;
      asked = parseQuery(field.value);
      shown = findNotes(notes, asked);
      list.replaceChildren();
      show(STEP);
      const text = words.found.replace("{count}", shown.length);
      if (count.textContent !== text) count.textContent = text;
      remember(field.value.trim());
    }

    // The address can be kept and sent; some browsers do not let a file on a disk have it.
    function remember(query) {
      const address = new URL(location.href);
      if (query) address.searchParams.set("q", query);
      else address.searchParams.delete("q");
      if (address.href === location.href) return;
      try {
        history.replaceState(history.state, "", address);
      } catch (error) {
        // Then it stays as it was.
      }
    }

    // Up and down lead from the field through the links.
    function walk(event) {
      const stops = [field, ...list.querySelectorAll(".scidraft-search-title a")];
      if (!more.hidden) stops.push(more);
      const at = stops.indexOf(document.activeElement);
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step || at < 0 || event.altKey || event.ctrlKey || event.metaKey || event.isComposing) {
        return;
      }
      const next = stops[at + step];
      if (!next) return;
      event.preventDefault();
      next.focus();
    }

    form.addEventListener("submit", event => {
      event.preventDefault();
      search();
    });
    field.addEventListener("focus", load);
    field.addEventListener("input", () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(search, PAUSE);
    });
    box.addEventListener("keydown", walk);
    more.addEventListener("click", () => {
      const first = show(list.children.length + STEP);
      first.querySelector("a").focus();
    });

    box.querySelector(".scidraft-search-without").remove();
    form.hidden = false;
    const query = new URLSearchParams(location.search).get("q");
    if (query) {
      field.value = query;
      search();
    }
  }

  function begin() {
    document.querySelectorAll(".scidraft-search").forEach(setUp);
  }

  if (document.readyState === "loading") {
    document.addEventListener("DOMContentLoaded", begin);
  } else {
    begin();
  }
})();
