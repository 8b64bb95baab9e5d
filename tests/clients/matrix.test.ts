import { expect, test } from "vitest";
import type { ClientReport } from "../../e2e/clients/client";
import { asMarkdown, asText, hasFailed } from "../../e2e/clients/matrix";

const NO_WINDOW = { result: "fail", reason: "it shows no pictures" } as const;

const BROWSER: ClientReport = {
  name: "browser",
  version: "Browser 1.2",
  missing: null,
  outcomes: {
    login: { result: "pass" },
    graph: NO_WINDOW,
    charts: NO_WINDOW,
  },
};
const ABSENT: ClientReport = {
  name: "absent",
  version: null,
  missing: "not here: apt-get install absent",
  outcomes: {},
};

test("says in every field of the matrix what became of it", () => {
  expect(asText([BROWSER, ABSENT]).split("\n")).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Login +yes +not here$/),
      expect.stringMatching(/^Search +not asked +not here$/),
      "absent: not here: apt-get install absent",
    ]),
  );
});

test("names a reason once, for all that it holds for", () => {
  expect(asText([BROWSER])).toContain(
    "browser, Graph full screen and toggle; Charts: labels apart, points round: fail: it shows no pictures",
  );
});

test("is a table with day and versions for the documentation", () => {
  expect(asMarkdown([BROWSER], "2026-11-22").split("\n")).toEqual(
    expect.arrayContaining([
      "2026-11-22: Browser 1.2.",
      expect.stringMatching(/^\| Login +\| yes +\|$/),
      expect.stringMatching(/^\| -+ \| -+ \|$/),
    ]),
  );
});

test("has failed where a client failed, not where one is not here", () => {
  const held = { ...BROWSER, outcomes: { login: { result: "pass" } } } as const;
  expect(hasFailed([held, ABSENT])).toBe(false);
  expect(hasFailed([BROWSER])).toBe(true);
});
