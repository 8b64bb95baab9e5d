import { beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { messages } from "~/domain/messages";
import { systemMessages } from "~/domain/system-messages";
import type { Browser } from "./support/browser";
import { DEFAULT_GRAPHS } from "./support/default-graphs.data";
import { all, documentOf, textOf } from "./support/document";
import { type FakeHost, says } from "./support/fake-host";
import { GRAPHS } from "./support/panel-cases.data";
import { inState, noticesOf, panelStates } from "./support/panel-states";
import { onFakeHost } from "./support/on-fake-host";
import type { Portal } from "./support/portal";

/** So long before the host's last import that the 30 days of all admissions are over. */
const RANGE = "startDate=2024-12-01&endDate=2025-11-30";

/** Both modes, and everything that shows a graph or a trend. */
const ADDRESSES = [
  "&mom=rth_30,ed_30,hosp_1000,ed_1000,adm_1000&graph=rth_30",
  "&inspect=patient_count",
  "&view=huddle",
];

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));
let browser: Browser;
beforeAll(async () => {
  browser = await portal.browser().loggedIn("company");
});

type Point = number | null;
type Change = (points: Point[], name: string) => unknown[];

/** The graphs of the host in order, with each of their lines changed. */
function withLines(change: Change) {
  const changed = (lines: Record<string, { rolling: Point[]; mom: Point[] }>) =>
    Object.fromEntries(
      Object.entries(lines).map(([name, { rolling, mom }]) => [
        name,
        { rolling: change(rolling, name), mom: change(mom, name) },
      ]),
    );
  const { short_stays, long_stays, ...rest } = DEFAULT_GRAPHS;
  return {
    short_stays: changed(short_stays),
    long_stays: changed(long_stays),
    ...rest,
  };
}

const DENOMINATORS = ["admission_events", "period_doc"];
const { months, years } = DEFAULT_GRAPHS;

/** What a host may answer within the contract, and what '30 Day RTH' then says, month over month. */
const VARIANTS: [what: string, graphs: object, sentence: RegExp][] = [
  [
    "counts that it does not know",
    {
      ...DEFAULT_GRAPHS,
      general: {
        patient_count: months.map(() => null),
        days_of_care: [],
        snf_adm: months.map((_, at) => (at % 2 ? at : null)),
      },
    },
    / 18 months, mean/,
  ],
  [
    "points that nobody can read",
    withLines((line, name) =>
      DENOMINATORS.includes(name)
        ? line
        : line.map((_, at) => (at % 2 ? "20%" : -1)),
    ),
    /^The 18 months have no rate to show\./,
  ],
  [
    "months that it does not know",
    withLines((line) => line.map((point, at) => (at < 6 ? null : point))),
    / 18 months, 6 of them without a rate, mean 23\.33%/,
  ],
  [
    "12 months",
    {
      ...withLines((line) => line.slice(-12)),
      months: months.slice(-12),
      years: years.slice(-12),
    },
    /^1 month above the upper limit: May 2025\. .* 12 months, mean 23\.33%\./,
  ],
  [
    "lines without points",
    withLines((line, name) => (name === "admission_events" ? line : [])),
    /^The 18 months have no rate to show\./,
  ],
  [
    "a single month",
    {
      ...withLines((line) => line.slice(-1)),
      months: months.slice(-1),
      years: years.slice(-1),
    },
    /^1 month, mean 20\.00%\./,
  ],
];

/** Of a number that is none, in words and in drawings. */
const SLIP = /NaN|undefined|Infinity|\bnull\b/;

describe.each(VARIANTS)("a host that sends %s", (_, graphs, sentence) => {
  beforeEach(() => {
    says(host, "/api/new_graphs/", { data: graphs });
  });

  it("has them told in order, and nothing drawn or written that is no number", async () => {
    const pages = await Promise.all(
      ADDRESSES.map((one) => browser.get(`/company-overview?${RANGE}${one}`)),
    );
    expect(pages.map(({ status }) => status)).toEqual(ADDRESSES.map(() => 200));
    const told = documentOf(pages[0]?.text ?? "").querySelector(
      "#panel .space-y-2 > p",
    );
    expect(textOf(told)).toMatch(sentence);
    for (const { text } of pages) {
      const page = documentOf(text);
      expect(noticesOf(page)).toEqual([]);
      const words = textOf(page.querySelector("main"));
      expect(words).not.toContain(messages.panel.error);
      expect(words).not.toMatch(SLIP);
      const drawings = all(page, "main svg").map((svg) => svg.outerHTML);
      expect(drawings.filter((svg) => SLIP.test(svg))).toEqual([]);
    }
  });
});

test("a host that does not know which admissions are settled is shown as it answers", async () => {
  const later = "startDate=2025-01-01&endDate=2025-12-31";
  const { text } = await browser.get(
    `/company-overview?${later}&mom=rth_30&graph=rth_30`,
  );
  const page = documentOf(text);
  expect(textOf(page.querySelector("#drawn-rth_30 .latest"))).toBe("20.00%");
  const words = textOf(page.querySelector("#panel .space-y-2 > p"));
  expect(words).toContain("Latest, January 2026: 20.00%");
});

describe("a host that sends what the contract refuses", () => {
  it("has it told in the graphs alone", async () => {
    const graphs = { ...DEFAULT_GRAPHS, months: [1, 2, 3] };
    says(host, "/api/new_graphs/", { data: graphs });
    const { text } = await browser.get(`/company-overview?${RANGE}`);
    const page = documentOf(text);
    expect(noticesOf(page)).toEqual([
      `Error: ${systemMessages.shapeError.graph}`,
    ]);
    expect(panelStates(page)).toMatchObject({
      overview: "data",
      frailty: "data",
      ...inState(GRAPHS, "error"),
    });
  });
});
