/* Answers queries with the browser's half of the search: an index script and a list of queries in,
 * as the JSON array [script, [query...], limit] on standard input; for each query
 * [total, [[name, path, reason, marked texts]...]] out. */
"use strict";

const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { runInThisContext } = require("node:vm");

const [script, queries, limit] = JSON.parse(readFileSync(0, "utf-8"));
require(join(__dirname, "../../../templates/assets/search-rank.js"));
runInThisContext(script);

const { prepare, search } = globalThis.riskRecordsSearch;
const prepared = prepare(globalThis.riskRecordsIndex);
const answers = queries.map((query) => {
  const { total, hits } = search(prepared, query, limit);
  const marked = ({ row, spans }) => spans.map(([begin, end]) => row.name.slice(begin, end));
  return [total, hits.map((hit) => [hit.row.name, hit.row.path, hit.reason, marked(hit)])];
});
process.stdout.write(JSON.stringify(answers));
