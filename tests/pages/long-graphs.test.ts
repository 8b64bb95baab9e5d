import { describe, expect, it } from "vitest";
import { messages } from "~/domain/messages";
import { LONG_GRAPH_TEXTS } from "~/features/profile/graphs/long-graph";
import { all, documentOf, textOf, textsOf } from "./support/document";
import { type FakeHost, says, sendJson, signsIn } from "./support/fake-host";
import { DEFAULT_GRAPHS } from "./support/default-graphs.data";
import { onFakeHost } from "./support/on-fake-host";
import { noticesOf } from "./support/panel-states";
import type { Portal } from "./support/portal";

const PAGE =
  "/company-overview?startDate=2025-02-01&endDate=2026-01-31&mom=rth_30";
const OPEN = `${PAGE}&graph=rth_30`;
const LONG = `${PAGE}&months=36&graph=rth_30`;
const CALL = "/api/new_graphs/";
const USUAL_CALL = "/api/new_graphs/company/0/2026-01-31/?isnp=false";
const LONG_CALL = `${USUAL_CALL}&months=36`;
const UPDATED = "2026-06-02 03:04:05";
const PATH = "/company-overview";

type Lines = Record<string, { rolling: number[]; mom: number[] }>;

/** Each line as often as it is asked for, one after the other. */
function repeated(lines: Lines): Lines {
  return Object.fromEntries(
    Object.entries(lines).map(([name, { rolling, mom }]) => [
      name,
      { rolling: [...rolling, ...rolling], mom: [...mom, ...mom] },
    ]),
  );
}

/** February 2023 to January 2026, the last 18 of them as ever. */
const LONG_GRAPHS = {
  short_stays: repeated(DEFAULT_GRAPHS.short_stays),
  long_stays: repeated(DEFAULT_GRAPHS.long_stays),
  months: Array.from({ length: 36 }, (_, at) => ((at + 1) % 12) + 1),
  years: Array.from(
    { length: 36 },
    (_, at) => 2023 + Math.floor((at + 1) / 12),
  ),
};

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));

/** A host that gives what it is asked for, and else what a test says of the long call. */
function givesLong(status = 200, long: object = LONG_GRAPHS): void {
  host.on(CALL, ({ path }, response) =>
    path.includes("months=36")
      ? sendJson(
          response,
          status === 200 ? { data: long, data_effective_tstamp: UPDATED } : {},
          status,
        )
      : sendJson(response, {
          data: DEFAULT_GRAPHS,
          data_effective_tstamp: UPDATED,
        }),
  );
}

async function open(path: string) {
  signsIn(host, { role: "company" });
  const browser = await portal.browser().loggedIn("company");
  host.calls.length = 0;
  const { status, text } = await browser.get(path);
  expect(status).toBe(200);
  return documentOf(text);
}

type Page = Awaited<ReturnType<typeof open>>;

const rowsOf = (page: Page) => all(page, "#panel .graph-table tbody tr");
const sentenceOf = (page: Page) =>
  textOf(page.querySelector("#panel .space-y-2 > p"));
const asked = () => host.callsTo(CALL).map(({ path }) => path);

/** Links of the panel by their words. */
function linksOf(page: Page): Record<string, string | null> {
  return Object.fromEntries(
    all(page, "#panel a").map((link) => [
      textOf(link),
      link.getAttribute("href"),
    ]),
  );
}

describe("a graph in full", () => {
  it("has 36 months where they are asked for, and leads back to 18", async () => {
    givesLong();
    const page = await open(LONG);
    expect(asked().sort()).toEqual([USUAL_CALL, LONG_CALL]);
    expect(sentenceOf(page)).toMatch(/ 36 months, mean 22\.22%\./);
    expect(rowsOf(page)).toHaveLength(36);
    expect(textOf(rowsOf(page)[0])).toMatch(/^February 2023/);
    expect(textOf(rowsOf(page)[35])).toMatch(/^January 2026/);
    expect(textOf(page.querySelector("#panel span[aria-live]"))).toBe(
      "These are 36 months, as you asked.",
    );
    expect(linksOf(page)["Back to 18 months"]).toBe(`${OPEN}#panel`);
    expect(linksOf(page)).not.toHaveProperty("Show 36 months");
    // Every third month is named, on a narrow screen January and July.
    const labels = all(page, "#panel .chart-full .labels text");
    expect(labels).toHaveLength(12);
    const narrow = labels.filter((one) => !one.getAttribute("class"));
    expect(narrow.map(textOf)).toEqual([
      "Jul",
      "Jan2024",
      "Jul",
      "Jan2025",
      "Jul",
      "Jan2026",
    ]);
  });

  it("leaves the graphs of the page as they are, and all of its links keep the parameter", async () => {
    givesLong();
    const page = await open(LONG);
    for (const tag of ["rth_30", "ed_30", "hosp_1000"]) {
      expect(textsOf(page, `#drawn-${tag} .labels text`), tag).toHaveLength(6);
    }
    const hrefs = all(page, "main a")
      .map((link) => link.getAttribute("href") ?? "")
      .filter((href) => href.startsWith(`${PATH}?`));
    expect(hrefs.length).toBeGreaterThan(10);
    const without = hrefs.filter((href) => !href.includes("months=36"));
    expect(new Set(without)).toEqual(new Set([`${OPEN}#panel`]));
    const form = page.querySelector("form[aria-label=Filters]");
    expect(
      form?.querySelector("input[name=months]")?.getAttribute("value"),
    ).toBe("36");
  });

  it("has 18 without it, in one call, and leads to 36", async () => {
    givesLong();
    const page = await open(OPEN);
    expect(asked()).toEqual([USUAL_CALL]);
    expect(rowsOf(page)).toHaveLength(18);
    expect(linksOf(page)["Show 36 months"]).toBe(`${LONG}#panel`);
    expect(textOf(page.querySelector("#panel span[aria-live]"))).toBe("");
    expect(page.querySelector("input[name=months]")).toBeNull();
  });

  it("has what the host gives, and says so, where it does not know of 36", async () => {
    givesLong(200, DEFAULT_GRAPHS);
    const page = await open(LONG);
    expect(rowsOf(page)).toHaveLength(18);
    expect(sentenceOf(page)).toMatch(/ 18 months, mean/);
    expect(textOf(page.querySelector("#panel span[aria-live]"))).toBe(
      "This data host gives 18 months.",
    );
    expect(linksOf(page)["Back to 18 months"]).toBe(`${OPEN}#panel`);
  });

  it.each([
    ["refuses them", 400, {}],
    ["fails", 500, {}],
    ["sends what nobody can read", 200, { months: [1] }],
    ["has nothing of 36", 204, {}],
  ])("keeps 18 and says so where the host %s", async (_, status, long) => {
    givesLong(status, long);
    const page = await open(LONG);
    expect(rowsOf(page)).toHaveLength(18);
    expect(textOf(page.querySelector("#panel span[aria-live]"))).toBe(
      LONG_GRAPH_TEXTS.failed,
    );
    const links = linksOf(page);
    expect(links["Try again"]).toBe(`${LONG}#panel`);
    expect(links["Back to 18 months"]).toBe(`${OPEN}#panel`);
    // It is no fault of the page: its own graphs came.
    const main = textOf(page.querySelector("main"));
    expect(main).not.toContain(messages.panel.error);
    expect(noticesOf(page)).toEqual([]);
  });

  it("has 36 where those of the page could not be had", async () => {
    host.on(CALL, ({ path }, response) =>
      path.includes("months=36")
        ? sendJson(response, { data: LONG_GRAPHS })
        : sendJson(response, {}, 500),
    );
    expect(rowsOf(await open(LONG))).toHaveLength(36);
  });

  it("says what is wrong of both as ever where none of them comes", async () => {
    says(host, CALL, {}, 500);
    const page = await open(LONG);
    expect(textOf(page.querySelector("#panel"))).toContain(
      messages.panel.error,
    );
    expect(rowsOf(page)).toEqual([]);
  });
});

it.each([
  ["the page alone", ""],
  ["another panel", "&inspect=rth"],
  ["the huddle sheet", "&view=huddle&graph=rth_30"],
])("%s asks for no more months", async (_, more) => {
  givesLong();
  const page = await open(`${PAGE}&months=36${more}`);
  expect(asked()).toEqual([USUAL_CALL]);
  expect(page.querySelector("main")).not.toBeNull();
});
