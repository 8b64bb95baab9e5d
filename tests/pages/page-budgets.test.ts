import { brotliCompressSync } from "node:zlib";
import { expect, it } from "vitest";
import { onOwnPortal } from "./support/on-portal";
import type { Browser } from "./support/browser";
import type { Portal } from "./support/portal";

const TELLS = new URL("support/tells-statements.mjs", import.meta.url).href;

let portal: Portal;
onOwnPortal((started) => (portal = started), {
  env: { NODE_OPTIONS: `--import ${TELLS}` },
});

interface Cost {
  statements: number;
  calls: number;
  bytes: number;
}

/**
 * What it costs to open a page a second time: statements on SQLite, calls of handlers and services, bytes of the document in
 * brotli. The least of three times, as the portal has work of its own beside.
 */
async function costOf(browser: Browser, path: string): Promise<Cost> {
  const costs: Cost[] = [];
  for (let time = 0; time < 4; time++) {
    const before = (await portal.log()).length;
    const { status, text } = await browser.get(path);
    expect([path, status]).toEqual([path, 200]);
    const lines = (await portal.log()).slice(before);
    costs.push({
      statements: lines.filter((line) => line.startsWith('{"statement"'))
        .length,
      calls: lines.filter((line) => line.includes('"api.request"')).length,
      bytes: brotliCompressSync(text).length,
    });
  }
  const least = (key: keyof Cost) =>
    Math.min(...costs.slice(1).map((cost) => cost[key]));
  return {
    statements: least("statements"),
    calls: least("calls"),
    bytes: least("bytes"),
  };
}

/**
 * As measured when the budget was made; bytes with some room for names and days. Who needs more says why here. Profiles, facilities
 * and signals ask for targets, one statement a page, signals two. The search asks in four whether the names that it remembers still hold.
 * It is recorded in two.
 */
it.each([
  ["company", "/company-overview", 10, 8, 7_300],
  ["region", "/region-profile/11", 15, 8, 7_400],
  ["facility", "/facility-profile/101", 17, 9, 7_800],
  ["physician", "/physician-profile/1000000001", 12, 7, 7_500],
  ["company", "/facilities/company/0", 12, 1, 4_800],
  ["facility", "/today/facility/101", 26, 2, 5_100],
  ["company", "/today/company/0", 10, 1, 3_900],
  ["facility", "/transfers/facility/101", 6, 1, 3_900],
  ["company", "/transfers/company/0", 4, 1, 3_900],
  ["facility", "/reviews", 8, 1, 3_400],
  ["facility", "/figure-rows/facility/101?measure=rth", 9, 1, 3_500],
  ["company", "/signals/company/0", 7, 1, 4_700],
  ["facility", "/targets/facility/101", 6, 1, 3_700],
  ["facility", "/transfer-notices/facility/101", 12, 1, 3_600],
  ["accounts", "/users/from-file", 4, 0, 3_150],
  ["company", "/changes", 13, 1, 3_200],
  ["company", "/census", 8, 1, 3_700],
  ["physician", "/reports/after-hours-patient-report", 11, 2, 3_700],
  ["company", "/search?q=elm", 18, 2, 2_900],
  ["accounts", "/users", 6, 1, 4_500],
  ["accounts", "/users/audit-trail", 7, 1, 6_500],
])(
  "for %s %s takes at most %i statements and %i calls, and %i bytes",
  async (user, path, statements, calls, bytes) => {
    const browser = await portal.browser().loggedIn(user);
    const cost = await costOf(browser, path);
    expect(cost.statements).toBeLessThanOrEqual(statements);
    expect(cost.calls).toBeLessThanOrEqual(calls);
    expect(cost.bytes).toBeLessThanOrEqual(bytes);
  },
);
