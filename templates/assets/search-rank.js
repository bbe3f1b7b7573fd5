/* Ranks the names of the search index by what somebody types: the browser's half of
 * site_builder/consult/search.py and name_match.py, whose results and order it repeats. Pure: it
 * knows no document, so a test can run both halves on the same queries. Loaded on the first key.
 */
"use strict";

globalThis.riskRecordsSearch = (() => {
  const MAX_QUERY = 200;
  const MAX_WORDS = 8;
  const MIN_TYPO = 5;
  const SEPARATORS = new Set("_-./:@ \t\n\v\f\r");
  const SPACE = /[ \t\n\v\f\r]+/;
  // The address of a repository, as it is copied from a browser or for `git clone`.
  const ADDRESS = /^https?:\/\/[^/]+\/(.+?)(?:\.git)?\/?$/;
  const PER_RANK = 8;
  const PER_SCORE = 1024;

  const EXACT = 0, PREFIX = 1, PART = 2, PART_PREFIX = 3, CONTAINS = 4, SERVER = 5, TYPO = 6;
  const BY_NAME = 0, BY_TERM = 1, BY_SERVER = 2;
  const REASONS = ["exact", "prefix", "part", "part", "contains", "server", "one typo"];

  const fold = (character) => character.toLowerCase().toUpperCase().toLowerCase();
  const isUpper = (character) => character !== character.toLowerCase();
  const isLower = (character) => character !== character.toUpperCase();

  /* Whether a part of a camelCase name begins at `index`. */
  function isHump(characters, index) {
    if (!isUpper(characters[index])) return false;
    if (!isUpper(characters[index - 1])) return true;
    return index + 1 < characters.length && isLower(characters[index + 1]);
  }

  /* The form in which names are compared: folded, without separators, with the starts of its parts
   * and, for each place, the place of its character in `text`. */
  function searchName(text) {
    const normal = text.normalize("NFKC");
    const characters = Array.from(normal);
    const starts = [];
    const begins = [];
    const ends = [];
    let joined = "";
    let opens = true;
    let at = 0;
    for (const [index, character] of characters.entries()) {
      const next = at + character.length;
      if (SEPARATORS.has(character)) {
        opens = true;
      } else {
        if (opens || isHump(characters, index)) starts.push(joined.length);
        opens = false;
        const folded = fold(character);
        joined += folded;
        for (let unit = 0; unit < folded.length; unit += 1) {
          begins.push(at);
          ends.push(next);
        }
      }
      at = next;
    }
    if (joined === "") {
      return { text, folded: normal, joined: normal, starts: [0], begins: [], ends: [] };
    }
    const moved = normal !== text;
    return {
      text,
      folded: characters.map(fold).join(""),
      joined,
      starts,
      begins: moved ? [] : begins,
      ends: moved ? [] : ends,
    };
  }

  function placed(name, begin, end) {
    const whole = end === name.joined.length;
    let rank = CONTAINS;
    if (begin === 0) rank = whole ? EXACT : PREFIX;
    else if (name.starts.includes(begin)) {
      rank = whole || name.starts.includes(end) ? PART : PART_PREFIX;
    }
    return { rank, begin, end };
  }

  const better = (one, other) =>
    other === null || one.rank < other.rank || (one.rank === other.rank && one.begin < other.begin);

  function literalness(word, name) {
    if (word.text === name.text) return 0;
    return name.folded.includes(word.folded) ? 1 : 2;
  }

  /* Whether `joined` has a half of `word` unharmed, or both but for the letters that meet. */
  function mayBeNear(word, joined) {
    const half = Math.floor(word.length / 2);
    return (
      joined.includes(word.slice(0, half)) ||
      joined.includes(word.slice(half)) ||
      (joined.includes(word.slice(0, half - 1)) && joined.includes(word.slice(half + 1)))
    );
  }

  /* Whether `text` goes on with `rest` at `at`, where there is such a place. */
  const goesOn = (text, rest, at) => at <= text.length && text.startsWith(rest, at);

  /* The best place where something that begins with a part of `name` is one edit from `word`: the
   * edit stands where the two first differ, so what follows must agree. */
  function oneTypoAway(word, name) {
    let best = null;
    const size = word.length;
    if (size < MIN_TYPO || !mayBeNear(word, name.joined)) return best;
    for (const begin of name.starts) {
      const rest = name.joined.slice(begin, begin + size + 1);
      let same = 0;
      while (same < size && same < rest.length && word[same] === rest[same]) same += 1;
      const lengths = [];
      if (goesOn(rest, word.slice(same + 1), same)) lengths.push(size - 1);
      if (same < rest.length && goesOn(rest, word.slice(same + 1), same + 1)) lengths.push(size);
      const exchanged = rest.slice(same + 1, same + 2) + rest.slice(same, same + 1);
      if (
        exchanged === word.slice(same, same + 2) &&
        goesOn(rest, word.slice(same + 2), same + 2)
      ) {
        lengths.push(size);
      }
      if (goesOn(rest, word.slice(same), same + 1)) lengths.push(size + 1);
      for (const length of lengths) {
        const place = placed(name, begin, begin + length);
        if (better(place, best)) best = place;
      }
    }
    return best;
  }

  /* The best match of `word` in `name`, or null. */
  function match(word, name) {
    let best = null;
    for (
      let at = name.joined.indexOf(word.joined);
      at >= 0;
      at = name.joined.indexOf(word.joined, at + 1)
    ) {
      const place = placed(name, at, at + word.joined.length);
      if (better(place, best)) best = place;
    }
    if (best !== null) return { ...best, detail: literalness(word, name) };
    best = oneTypoAway(word.joined, name);
    return best === null ? null : { ...best, rank: TYPO, detail: best.rank };
  }

  function rowsOf(index) {
    const [serverPath, toolPath] = index.paths;
    const filled = (path, server, tool) =>
      path.replace("{server}", () => server).replace("{tool}", () => tool);
    const shared = (name, category, severity) => ({
      name,
      length: Array.from(name).length,
      category: index.categories[category] ?? "",
      severity: index.severities[severity] ?? "",
      weight: severity,
    });
    const servers = index.servers.map(([name, slug, publisher, category, severity, terms]) => ({
      ...shared(name, category, severity),
      slug,
      publisher,
      server: null,
      path: filled(serverPath, slug, ""),
      terms,
    }));
    const tools = index.tools.flatMap(([name, stem, uses]) =>
      uses.map(([number, category, severity, ...terms]) => ({
        ...shared(name, category, severity),
        server: servers[number],
        path: filled(toolPath, servers[number].slug, stem || name),
        terms,
      })),
    );
    return [...servers, ...tools];
  }

  function searchable(row) {
    const texts = [[row.name, BY_NAME], ...row.terms.map((term) => [term, BY_TERM])];
    if (row.server === null) return texts;
    const names = [row.server.name, ...row.server.terms];
    return [...texts, ...names.map((text) => [text, BY_SERVER])];
  }

  /* What `query` may mean: its words each for itself, or all of it as one name. */
  function readings(query) {
    const text = query.slice(0, MAX_QUERY).normalize("NFKC");
    const words = text.split(SPACE).filter(Boolean).slice(0, MAX_WORDS);
    if (words.length > 1) return [words.map(searchName), [searchName(words.join(" "))]];
    return words.map((word) => [searchName(word.replace(ADDRESS, "$1"))]);
  }

  function fitOf(found, by, name) {
    const lent = by === BY_SERVER && found.rank !== TYPO;
    const rank = lent ? SERVER : found.rank;
    const detail = lent ? found.rank : found.detail;
    const marked = by === BY_NAME && name.begins.length > 0;
    return {
      score: rank * PER_RANK + detail,
      by,
      spans: marked ? [[name.begins[found.begin], name.ends[found.end - 1]]] : [],
    };
  }

  const fitsBetter = (one, other) =>
    other === undefined ||
    one.score < other.score ||
    (one.score === other.score && one.by < other.by);

  function merged(spans) {
    const result = [];
    for (const [begin, end] of spans.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
      const last = result.at(-1);
      if (last !== undefined && begin <= last[1]) last[1] = Math.max(last[1], end);
      else result.push([begin, end]);
    }
    return result;
  }

  function together(fits) {
    const scores = fits.map((fit) => fit.score);
    return {
      score: Math.max(...scores) * PER_SCORE + scores.reduce((sum, score) => sum + score, 0),
      by: Math.max(...fits.map((fit) => fit.by)),
      spans: merged(fits.flatMap((fit) => fit.spans)),
    };
  }

  /* The rows that every word fits, by number: the worst score decides, then the sum of them. */
  function allOf(words) {
    const result = new Map();
    for (const number of words[0].keys()) {
      if (words.every((fits) => fits.has(number))) {
        result.set(number, together(words.map((fits) => fits.get(number))));
      }
    }
    return result;
  }

  /* Makes every distinct name of `index` ready once; the result is what `search` asks for. */
  function prepare(index) {
    const rows = rowsOf(index).sort(
      (a, b) =>
        (a.server !== null) - (b.server !== null) || a.length - b.length || b.weight - a.weight,
    );
    const names = new Map();
    for (const [number, row] of rows.entries()) {
      for (const [text, by] of searchable(row)) {
        if (!names.has(text)) names.set(text, { name: searchName(text), uses: [] });
        names.get(text).uses.push([number, by]);
      }
    }
    return { rows, names: Array.from(names.values()) };
  }

  function fitsOf(word, names) {
    const fits = new Map();
    for (const { name, uses } of names) {
      const found = match(word, name);
      if (found === null) continue;
      for (const [number, by] of uses) {
        const fit = fitOf(found, by, name);
        if (fitsBetter(fit, fits.get(number))) fits.set(number, fit);
      }
    }
    return fits;
  }

  /* Of a whole query's fit, how its worst word was found. */
  const rankOf = (fit) => Math.floor(fit.score / PER_SCORE / PER_RANK);

  /* Whether a fit takes a typing error, and that in a part which goes on: most often the word is
   * not finished yet, so it counts only where nothing else is found. */
  function isGuess(fit) {
    const detail = Math.floor(fit.score / PER_SCORE) % PER_RANK;
    return rankOf(fit) === TYPO && (detail === PREFIX || detail === PART_PREFIX);
  }

  /* How many rows fit `query`, and the best of them: each with its row, the word for how it was
   * found, and the places of its name to mark. */
  function search({ rows, names }, query, limit) {
    const fits = new Map();
    for (const words of readings(query)) {
      for (const [number, fit] of allOf(words.map((word) => fitsOf(word, names)))) {
        if (fitsBetter(fit, fits.get(number))) fits.set(number, fit);
      }
    }
    const all = Array.from(fits);
    const sure = all.filter(([, fit]) => !isGuess(fit));
    const best = (sure.length > 0 ? sure : all).sort(
      ([a, one], [b, other]) => one.score - other.score || one.by - other.by || a - b,
    );
    return {
      total: best.length,
      hits: best.slice(0, limit).map(([number, fit]) => ({
        row: rows[number],
        reason: REASONS[rankOf(fit)],
        spans: fit.spans,
      })),
    };
  }

  return Object.freeze({ prepare, search });
})();
