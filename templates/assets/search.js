/* The search box of every page, and the results of the search page.
 *
 * Without this script the box is a form that leads to the search page, which leads to the lists.
 * Ranking and names are two more scripts, loaded on first use: `fetch` is refused under file://.
 * Names are third-party text: they become text nodes, never markup.
 */
"use strict";

(() => {
  const form = document.querySelector("form[data-search]");
  if (form === null) return;
  const input = form.elements.namedItem("q");
  const results = document.querySelector("[data-search-results]");

  const IN_POPUP = 8;
  const ON_PAGE = 50;
  const QUIET_MS = 500;
  const SLASH_KEY = "risk-records-slash";
  const NOTHING = { total: 0, hits: [] };

  const query = () => input.value.trim();

  function element(name, attributes, ...children) {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children);
    return node;
  }

  /* ---- Loading ----------------------------------------------------------------------------- */

  const assets = new URL(".", document.currentScript.src).href;
  const ASSET_NAME = /^[a-z0-9-]+\.[0-9a-f]{8,64}\.js$/;

  function assetUrl(text) {
    const { href } = new URL(text, document.baseURI);
    if (href.startsWith(assets) && ASSET_NAME.test(href.slice(assets.length))) return href;
    throw new TypeError(`not a script of this site: ${text}`);
  }

  const shards = globalThis.trustedTypes?.createPolicy("shards", { createScriptURL: assetUrl });

  function loadScript(src) {
    return new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = shards ? shards.createScriptURL(src) : assetUrl(src);
      script.addEventListener("load", resolve);
      script.addEventListener("error", () => reject(new Error(`cannot load ${src}`)));
      document.head.append(script);
    });
  }

  let loading = null;

  /* A promise of the function that answers (query, limit). */
  function prepared() {
    loading ??= Promise.all([form.dataset.rank, form.dataset.index].map(loadScript)).then(() => {
      const { prepare, search } = globalThis.riskRecordsSearch;
      const names = prepare(globalThis.riskRecordsIndex);
      return (text, limit) => search(names, text, limit);
    });
    return loading;
  }

  /* ---- What both views show ---------------------------------------------------------------- */

  const status = element("p", { class: "search-status", role: "status" });
  form.append(status);
  let announcing = 0;

  function announce(text) {
    clearTimeout(announcing);
    announcing = setTimeout(() => status.replaceChildren(text), QUIET_MS);
  }

  function counted(total) {
    return total === 1 ? "1 result" : `${total.toLocaleString("en")} results`;
  }

  const capitalised = (word) => word.charAt(0).toUpperCase() + word.slice(1);

  function markedName(name, spans) {
    const node = element("span", { class: "search-name" });
    let at = 0;
    for (const [begin, end] of spans) {
      node.append(name.slice(at, begin), element("mark", {}, name.slice(begin, end)));
      at = end;
    }
    node.append(name.slice(at));
    return node;
  }

  /* Name, place and severity of a hit, for an option of the popup or an entry of the page. */
  function described({ row, spans }) {
    const { name, publisher } = row.server ?? row;
    const home = row.server === null ? "server" : name;
    const place = home.includes(publisher) ? home : `${home} · ${publisher}`;
    const parts = [
      markedName(row.name, spans),
      " ",
      element("span", { class: "search-where" }, place),
    ];
    if (row.severity !== "") {
      const level = capitalised(row.severity);
      const marks = { class: "search-severity", "data-severity": row.severity };
      parts.push(" ", element("span", marks, row.server === null ? `up to ${level}` : level));
    }
    return parts;
  }

  const address = (row) => form.dataset.root + row.path;

  /* ---- The popup of the box: an ARIA 1.2 combobox with manual selection -------------------- */

  function popupView() {
    const list = element("div", {
      class: "search-options",
      id: "search-options",
      role: "listbox",
      "aria-label": "Search results",
    });
    const note = element("p", { class: "search-note" });
    const popup = element("div", { class: "search-popup" }, list, note);
    let options = [];
    let active = -1;

    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-controls", list.id);
    form.append(popup);
    close();

    function close() {
      popup.hidden = true;
      activate(-1);
      input.setAttribute("aria-expanded", "false");
    }

    function open() {
      popup.hidden = false;
      list.hidden = options.length === 0;
      note.hidden = options.length > 0;
      input.setAttribute("aria-expanded", String(options.length > 0));
    }

    function activate(next) {
      options[active]?.setAttribute("aria-selected", "false");
      active = next;
      if (active < 0) {
        input.removeAttribute("aria-activedescendant");
        return;
      }
      options[active].setAttribute("aria-selected", "true");
      options[active].scrollIntoView({ block: "nearest" });
      input.setAttribute("aria-activedescendant", options[active].id);
    }

    function option(number, href, ...children) {
      return element(
        "a",
        {
          class: "search-option",
          id: `search-option-${number}`,
          role: "option",
          href,
          tabindex: "-1",
          "aria-selected": "false",
        },
        ...children,
      );
    }

    function show(text, found) {
      if (text === "") {
        options = [];
        close();
        return;
      }
      activate(-1);
      options = found.hits.map((hit, number) =>
        option(number, address(hit.row), ...described(hit)),
      );
      if (found.total > options.length) {
        const all = `${form.getAttribute("action")}?${new URLSearchParams({ q: text })}`;
        options.push(option(options.length, all, `All ${counted(found.total)}`));
      }
      list.replaceChildren(...options);
      note.replaceChildren(`No results for “${text}”`);
      open();
    }

    function fail(text) {
      activate(-1);
      options = [];
      list.replaceChildren();
      note.replaceChildren(text);
      open();
    }

    function move(step) {
      if (options.length === 0) return;
      if (popup.hidden) open();
      const from = active < 0 && step < 0 ? options.length : active;
      activate((from + step + options.length) % options.length);
    }

    // A press must leave the focus in the box, or the popup would be gone before the click.
    popup.addEventListener("mousedown", (event) => event.preventDefault());
    form.addEventListener("focusout", (event) => {
      if (!form.contains(event.relatedTarget)) close();
    });
    // A page that the browser kept comes back as it was left.
    globalThis.addEventListener("pageshow", (event) => {
      if (event.persisted) close();
    });

    return {
      limit: IN_POPUP,
      show,
      fail,
      move,
      chosen: () => (popup.hidden ? undefined : options[Math.max(active, 0)]),
      dismiss() {
        if (popup.hidden) return false;
        close();
        return true;
      },
    };
  }

  /* ---- The search page: all results as links, and the query in the address ----------------- */

  function pageView() {
    const count = element("p", { class: "search-count" });
    const list = element("ol", { class: "search-results" });
    let links = [];
    results.replaceChildren(count, list);

    function entry(hit) {
      const link = element("a", { class: "search-hit", href: address(hit.row) }, ...described(hit));
      const why = element("span", { class: "search-why" }, hit.reason);
      links.push(link);
      return element("li", { class: "search-result" }, link, " ", why);
    }

    function remember(text) {
      const url = new URL(location.href);
      if (text === "") url.searchParams.delete("q");
      else url.searchParams.set("q", text);
      // Browsers refuse too many changes of address a second; the results do not depend on it.
      try {
        if (url.href !== location.href) history.replaceState(null, "", url);
      } catch (error) {
        if (error.name !== "SecurityError") throw error;
      }
    }

    function show(text, found) {
      links = [];
      list.replaceChildren(...found.hits.map(entry));
      remember(text);
      const best = found.total > ON_PAGE ? `The best ${ON_PAGE} of ` : "";
      const number = found.total === 0 ? "No results" : best + counted(found.total);
      count.replaceChildren(text === "" ? "" : `${number} for “${text}”`);
    }

    function fail(text) {
      links = [];
      list.replaceChildren();
      count.replaceChildren(text);
    }

    function move(step) {
      const stops = [input, ...links];
      const at = stops.indexOf(document.activeElement);
      stops[(at + step + stops.length) % stops.length].focus();
    }

    list.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      move(event.key === "ArrowDown" ? 1 : -1);
    });

    return { limit: ON_PAGE, show, fail, move, chosen: () => links[0], dismiss: () => false };
  }

  /* ---- The box ----------------------------------------------------------------------------- */

  const view = results === null ? popupView() : pageView();
  let shown = "";

  async function update() {
    const text = query();
    try {
      const found = text === "" ? NOTHING : (await prepared())(text, view.limit);
      // A later key has overtaken this one while the scripts were loading.
      if (text !== query()) return;
      shown = text;
      view.show(text, found);
      if (text === "") announce("");
      else announce(found.total === 0 ? `No results for ${text}` : counted(found.total));
    } catch (error) {
      loading = null;
      view.fail("The search could not be loaded.");
      announce("The search could not be loaded.");
      throw error;
    }
  }

  function openChosen(event) {
    const link = shown === query() ? view.chosen() : undefined;
    // With nothing to open, the form leads to the search page.
    if (link === undefined) return;
    event.preventDefault();
    link.click();
  }

  function dismiss(event) {
    if (view.dismiss()) {
      event.preventDefault();
    } else if (input.value !== "") {
      event.preventDefault();
      input.value = "";
      update();
    }
  }

  input.addEventListener("focus", () => {
    if (query() === "") prepared().catch(() => { loading = null; });
    else update();
  });
  input.addEventListener("input", (event) => {
    if (!event.isComposing) update();
  });
  input.addEventListener("compositionend", update);
  input.addEventListener("keydown", (event) => {
    // The keys of an input method are its own; 229 is what it sends where it does not say so.
    if (event.isComposing || event.keyCode === 229) return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      view.move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter") {
      openChosen(event);
    } else if (event.key === "Escape") {
      dismiss(event);
    }
  });

  /* ---- Keys that lead to the box from anywhere --------------------------------------------- */

  // A page opened from the disk, or a private window, may have no storage.
  function stored(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  }

  function store(key, value) {
    try {
      localStorage.setItem(key, value);
    } catch {
      // The choice then holds until the page is left.
    }
  }

  let slashLeads = stored(SLASH_KEY) !== "off";
  const FIELDS = "input, textarea, select, [contenteditable]";

  function leadsToBox(event) {
    if (event.isComposing || event.altKey) return false;
    if (event.ctrlKey || event.metaKey) return !event.shiftKey && event.key.toLowerCase() === "k";
    return slashLeads && event.key === "/" && !event.target.closest?.(FIELDS);
  }

  document.addEventListener("keydown", (event) => {
    if (!leadsToBox(event)) return;
    event.preventDefault();
    input.focus();
    input.select();
  });

  /* A key without a modifier must have a switch (WCAG 2.1.4): people who speak to their computer
   * press keys by accident. */
  function slashSwitch() {
    const box = element("input", { type: "checkbox", id: "search-slash" });
    box.checked = slashLeads;
    box.addEventListener("change", () => {
      slashLeads = box.checked;
      store(SLASH_KEY, slashLeads ? "on" : "off");
    });
    const label = element("label", { for: box.id }, "The / key leads to the search box");
    return element("p", { class: "search-switch" }, box, " ", label);
  }

  if (results !== null) {
    const recall = () => {
      input.value = new URLSearchParams(location.search).get("q") ?? "";
      update();
    };
    results.after(slashSwitch());
    globalThis.addEventListener("popstate", recall);
    recall();
    if (query() === "") input.focus();
  }
})();
