import { afterAll, beforeAll, expect, it } from "vitest";
import { htmlRules } from "./support/html-rules";
import { PORTAL_START_TIMEOUT_MS } from "./support/portal";
import { spokenOddly } from "./support/spoken-oddly";
import { startServedPages, type ServedPages } from "./support/served-pages";

let pages: ServedPages;
beforeAll(async () => {
  pages = await startServedPages();
}, PORTAL_START_TIMEOUT_MS);
afterAll(() => pages.stop());

/** A limit against hanging: there are some hundred documents. */
const LIMIT_MS = 120_000;

it(
  "is valid and said as it is meant on every page and in every state, as the portal sends it",
  async () => {
    const rules = htmlRules();
    const faults = new Set<string>();
    const statuses = new Set<number>();
    for await (const { name, status, html } of pages.everyPage()) {
      statuses.add(status);
      expect(html, name).toMatch(/^<!DOCTYPE html>/i);
      for (const fault of spokenOddly(html)) faults.add(`${name}: ${fault}`);
      const { results } = await rules.validateString(html);
      for (const { ruleId, message, selector } of results.flatMap(
        (result) => result.messages,
      )) {
        faults.add(`${name}: ${ruleId}: ${message} ${selector ?? ""}`);
      }
    }
    expect([...faults]).toEqual([]);
    expect([...statuses].sort()).toEqual([200, 400, 403, 404, 429, 500]);
  },
  LIMIT_MS,
);
