import { afterAll, beforeAll, expect, it } from "vitest";
import { all, documentOf, type PageDocument } from "./support/document";
import { htmlRules } from "./support/html-rules";
import { PORTAL_START_TIMEOUT_MS } from "./support/portal";
import { sheetFaults } from "./support/sheet-faults";
import { spokenOddly } from "./support/spoken-oddly";
import { startServedPages, type ServedPages } from "./support/served-pages";

let pages: ServedPages;
beforeAll(async () => {
  pages = await startServedPages();
}, PORTAL_START_TIMEOUT_MS);
afterAll(() => pages.stop());

/** A limit against hanging: there are some hundred documents. */
const LIMIT_MS = 300_000;

/** What a small engine, or one without scripts, makes nothing of. */
function unusable(page: PageDocument): string[] {
  const scripts = all(page, "body link, link[rel=modulepreload]");
  const ids = new Set(all(page, "[id]").map((one) => one.getAttribute("id")));
  const hrefs = all(page, 'a[href^="#"]').map(
    (link) => link.getAttribute("href") ?? "",
  );
  const unsaid = all(page, "button[value]").filter((button) => {
    const words = button.getAttribute("aria-label") ?? button.textContent;
    const value = button.getAttribute("value") ?? "";
    return !words.toLowerCase().includes(value.toLowerCase());
  });
  const unsendable = all(page, "form[method=post]").filter(
    (form) => !form.querySelector("button"),
  );
  return [
    ...scripts.map((link) => `a script as a link: ${link.outerHTML}`),
    ...hrefs
      .filter((href) => !ids.has(href.slice(1)))
      .map((href) => `nothing is at ${href}`),
    ...unsaid.map((button) => `a parameter is said of: ${button.outerHTML}`),
    ...unsendable.map((form) => `no button in ${form.getAttribute("action")}`),
  ];
}

it(
  "is valid, usable, styled and said as it is meant on every page and in every state, as the portal sends it",
  async () => {
    const rules = htmlRules();
    const faultsOfSheets = sheetFaults();
    const faults = new Set<string>();
    const statuses = new Set<number>();
    const withoutLogout = new Set<string>();
    for await (const { name, status, html } of pages.everyPage()) {
      statuses.add(status);
      const logout = documentOf(html).querySelector(
        "[action='/logout'] button",
      );
      if (status === 200 && !logout) withoutLogout.add(name);
      expect(html, name).toMatch(/^<!DOCTYPE html>/i);
      const page = documentOf(html);
      for (const fault of [
        ...spokenOddly(page),
        ...unusable(page),
        ...faultsOfSheets(page),
      ]) {
        faults.add(`${name}: ${fault}`);
      }
      const { results } = await rules.validateString(html);
      for (const { ruleId, message, selector } of results.flatMap(
        (result) => result.messages,
      )) {
        faults.add(`${name}: ${ruleId}: ${message} ${selector ?? ""}`);
      }
    }
    expect([...faults]).toEqual([]);
    expect([...withoutLogout]).toEqual([
      "login",
      "/left-open?from=/search for company",
      "login with an organisation",
      "code for an account",
      "second step",
      "forced set-up",
      "way out",
      "login without a form",
      "emergency login",
      "code without a password",
      "login after the session",
    ]);
    expect([...statuses].sort()).toEqual([200, 400, 403, 404, 409, 429, 500]);
  },
  LIMIT_MS,
);
