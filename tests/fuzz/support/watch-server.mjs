/**
 * Loaded into a portal before its own modules (`node --import`): writes for each request with a number what it has cost
 * the process and which parameters of a query it has read, one line of JSON each. Nothing of it is in the product.
 */
import { subscribe } from "node:diagnostics_channel";
import { appendFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const file = process.env.WATCH_FILE;
/** Requests come one after the other. */
let current = null;

if (file && isMainThread) {
  for (const method of ["get", "getAll", "has"]) {
    const original = URLSearchParams.prototype[method];
    URLSearchParams.prototype[method] = function (name, ...rest) {
      // Remix's Headers are made of it, and are no query.
      if (this.constructor === URLSearchParams)
        current?.names.add(String(name));
      return original.call(this, name, ...rest);
    };
  }
  subscribe("http.server.request.start", ({ request }) => {
    const number = request.headers["x-watch"];
    if (number === undefined) return;
    current = { number, cpu: process.cpuUsage(), names: new Set() };
  });
  subscribe("http.server.response.finish", ({ request }) => {
    if (!current || request.headers["x-watch"] !== current.number) return;
    const { user, system } = process.cpuUsage(current.cpu);
    const line = {
      number: Number(current.number),
      ms: (user + system) / 1_000,
      names: [...current.names],
    };
    current = null;
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  });
}
