import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");

const FOLDERS = "app bench docs e2e mocks scripts server tests".split(" ");

/** Where rules stand: on one page, or in the README of their feature. */
const PAGES_OF_RULES =
  /^(docs\/rules\.md|(app\/(domain|features)|server)\/.+\/README\.md)$/;

/** The texts that may cite a rule: code, styles, configuration and pages. */
const TEXTS = [
  ...readdirSync(ROOT),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true }).map((file) =>
      join(folder, String(file)),
    ),
  ),
]
  .filter((file) => /\.(tsx?|[mc]?js|css|json|md)$/.test(file))
  .filter((file) => file !== "package-lock.json")
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), "utf8") }));

const NUMBERS = TEXTS.filter(({ file }) => PAGES_OF_RULES.test(file)).flatMap(
  ({ text }) => found(text, /(?<=^- \*\*)R\d+(?=\*\* )/gm),
);

it("gives each rule a number of its own", () => {
  expect(NUMBERS.length).toBeGreaterThan(100);
  expect(NUMBERS).toEqual([...new Set(NUMBERS)]);
});

it("leads from docs/rules.md to every page that has rules", () => {
  const index = TEXTS.find(({ file }) => file === "docs/rules.md")?.text;
  const pages = TEXTS.filter(
    ({ file, text }) =>
      /README\.md$/.test(file) &&
      PAGES_OF_RULES.test(file) &&
      /^- \*\*R\d/m.test(text),
  ).map(({ file }) => file);
  expect(pages.length).toBeGreaterThan(30);
  expect(pages.filter((file) => !index?.includes(`(../${file})`))).toEqual([]);
});

it("has every rule that is cited", () => {
  const cited = TEXTS.flatMap(({ file, text }) =>
    found(text, /\bR[1-9]\d{0,2}\b/g).map((rule) => ({ file, rule })),
  );
  expect(cited.filter(({ rule }) => !NUMBERS.includes(rule))).toEqual([]);
});

it("cites rules, and no document that is not in the repository", () => {
  const cited = TEXTS.flatMap(({ file, text }) =>
    found(
      text,
      /\b(dashboard|shell|reports|spec|specification) \u00a7|\bdesign\.md/g,
    ).map((cite) => ({ file, cite })),
  );
  expect(cited).toEqual([]);
});

function found(text: string, wanted: RegExp): string[] {
  return [...text.matchAll(wanted)].map(([match]) => match);
}
