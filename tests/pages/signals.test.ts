import { brotliCompressSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { all, documentOf, textOf } from "./support/document";
import { onOwnPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";
import { signalCensus } from "./support/signal-census";
import { withoutTable } from "./support/store-of-portal";

const RANGE = "startDate=2025-07-01&endDate=2026-06-30";
const PAGE = `/signals/region/11?${RANGE}`;
const HILLS = `/signals/region/12?${RANGE}`;
const NOTHING = `/signals/region/21?${RANGE}`;

let portal: Portal;
onOwnPortal((started) => (portal = started), {
  census: signalCensus("2026-06-30", 300),
});

async function open(path: string, username = "company") {
  const browser = await portal.browser().loggedIn(username);
  const page = await browser.get(path);
  return { ...page, document: documentOf(page.text) };
}

function rowsOf(document: ReturnType<typeof documentOf>) {
  return all(document, "#signals tbody tr").map((row) =>
    [...row.children].map(textOf),
  );
}

describe("the page of signals", () => {
  it("has a row for each child, the most unusual first, and says so", async () => {
    const { status, document, text } = await open(PAGE);
    expect(status).toBe(200);
    expect(document.title).toBe("Signals: Coast – Sojourn");
    expect(rowsOf(document)).toEqual([
      [
        "=Oak",
        "◆↑ Unusually high * 93.75% May 2026 17 of 17 judged months were unusual.",
        "Too few to say * 0.00% May 2026",
        ...Array<string>(2).fill("Within limits 7.32 Jun 2026"),
        "Within limits 222.71 Jun 2026",
      ],
      [
        "Elm House",
        "Within limits * 37.50% May 2026",
        "Too few to say * 0.00% May 2026",
        "Within limits 7.32 Jun 2026",
        "↘ Drifting down since Dec 2025 7.32 Jun 2026 18 of 18 months were unusual.",
        "Within limits 222.71 Jun 2026",
      ],
      ["Ash <House>", ...Array<string>(5).fill("Too few to say No rate")],
    ]);
    expect(text).toContain("Order: most unusual measures");
    expect(text).toContain("Small number (under 20");
    expect(document.querySelector("[aria-sort]")).toBeNull();
  });

  it("leads from each cell to the chart of that month, and tells what the place itself has", async () => {
    const { document } = await open(PAGE);
    const links = all(document, "#signals tbody tr:first-child a");
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      `/facility-profile/102?${RANGE}`,
      ...["rth_30", "ed_30", "hosp_1000", "ed_1000", "adm_1000"].map(
        (graph) =>
          `/facility-profile/102?${RANGE}&mom=${graph}&graph=${graph}#panel`,
      ),
    ]);
    const own = all(document, "main a").find((link) =>
      textOf(link).includes("65.63%"),
    );
    expect(textOf(own)).toContain("in May 2026: unusually high");
    const to = all(document, "a").map((link) => link.getAttribute("href"));
    expect(to).toContain(
      `/region-profile/11?${RANGE}&mom=rth_30&graph=rth_30#panel`,
    );
    expect(to).toContain(`/signals-data/region/11?${RANGE}`);
  });

  it("sorts by a measure, and leads back to the most unusual", async () => {
    const { document } = await open(`${PAGE}&sort=rth_30&dir=asc`);
    expect(rowsOf(document).map(([name]) => name)).toEqual([
      "Elm House",
      "=Oak",
      "Ash <House>",
    ]);
    expect(
      textOf(document.querySelector('th[aria-sort="ascending"]')),
    ).toContain("30 Day RTH");
    const back = all(document, "main a").find(
      (link) => textOf(link) === "Most unusual first",
    );
    expect(back?.getAttribute("href")).toBe(PAGE);
  });

  it("asks for another order once", async () => {
    const browser = await portal.browser().loggedIn("company");
    const step = "&sort=name&dir=asc&_data=routes/signals.$level.$id";
    await browser.get(PAGE);
    const before = (await portal.log()).length;
    expect((await browser.get(PAGE + step)).status).toBe(200);
    const asked = (await portal.log())
      .slice(before)
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as { event?: string; route?: string })
      .filter(({ event }) => event === "api.request");
    expect(asked.map(({ route }) => route)).toEqual(["signals"]);
  });

  it("has 50 rows to a page, in the order of all", async () => {
    const first = await open(HILLS);
    expect(rowsOf(first.document)).toHaveLength(50);
    expect(rowsOf(first.document)[0]?.join()).toContain("Unusually");
    expect(first.text).toContain("Rows 1 to 50 of 300");
    expect(first.text).toContain("nothing unusual");
    const last = await open(`${HILLS}&page=9`);
    expect(rowsOf(last.document)).toHaveLength(50);
    expect(last.text).toContain("Rows 251 to 300 of 300");
    const pages = all(
      last.document,
      'nav[aria-label="Pages of the signals"] a',
    );
    expect(pages[0]?.getAttribute("href")).toBe(`${HILLS}&page=5#signals`);
  });

  it("of 300 children weighs less than 20 KB", async () => {
    const { text } = await open(HILLS);
    expect(brotliCompressSync(text).length).toBeLessThan(20 * 1_024);
  });

  it("names physicians, and nobody, and narrows their charts to the facility", async () => {
    const { document } = await open(`/signals/facility/101?${RANGE}`);
    expect(rowsOf(document).map(([name]) => name?.trim())).toEqual([
      "Gray, Gina, MD",
      "Patients without primary care physician",
    ]);
    const links = all(document, "#signals tbody td:nth-child(2) a");
    expect(links[0]?.getAttribute("href")).toBe(
      `/physician-profile/1000000001?facility-id=101&${RANGE}&mom=rth_30&graph=rth_30#panel`,
    );
  });

  it("of a company lists all facilities on demand, the most unusual first, and keeps to them", async () => {
    const facilities = `/signals/company/0?${RANGE}&of=facilities`;
    const divisions = await open(`/signals/company/0?${RANGE}`);
    const to = all(divisions.document, "main a").find(
      (link) => textOf(link) === "All facilities",
    );
    expect(to?.getAttribute("href")).toBe(facilities);
    const { document, text } = await open(facilities);
    expect(rowsOf(document)).toHaveLength(100);
    expect(rowsOf(document)[0]?.join()).toContain("Unusually");
    expect(text).toContain("Signals of facilities");
    expect(text).toMatch(/Rows 1 to 100 of 30\d/);
    expect(
      document.querySelector('form input[name="of"]')?.getAttribute("value"),
    ).toBe("facilities");
    const links = all(document, "a").map((link) => link.getAttribute("href"));
    expect(links).toEqual(
      expect.arrayContaining([
        `${facilities}&sort=name&dir=asc#signals`,
        `${facilities}&page=2#signals`,
        `/signals-data/company/0?${RANGE}&of=facilities`,
        `/signals/company/0?${RANGE}`,
      ]),
    );
    expect(links.join()).toContain("/facility-profile/1");
    const region = await open(`${PAGE}&of=facilities`);
    expect(region.text).not.toContain("of=facilities");
  });

  it("leads on to the address of what was accepted", async () => {
    const { location } = await open(
      `${PAGE}&previousStartDate=2026-01-01&previousEndDate=2026-02-01&sort=ed_30`,
    );
    expect(location).toBe(`${PAGE}&sort=ed_30&dir=asc`);
  });

  it("says that there is nothing to judge, or that it could not be read", async () => {
    const nothing = await open(NOTHING);
    expect(nothing.text).toContain(
      "There is nothing to judge in these months.",
    );
    const failed = await withoutTable(portal, "chart_notes", () => open(PAGE));
    for (const { status } of [nothing, failed]) expect(status).toBe(200);
    expect(failed.text).toContain("Something went wrong on the server.");
  });
});

describe("the file of signals", () => {
  it("has all rows in the order of the page, each value with what it is over", async () => {
    const { status, headers, text } = await open(
      `/signals-data/region/11?${RANGE}`,
    );
    expect(status).toBe(200);
    expect(headers.get("content-disposition")).toContain(
      "signals-region-11-2026-06-30.csv",
    );
    const rows = parse<Record<string, string>>(text, {
      bom: true,
      columns: true,
    });
    expect(rows.map(({ name }) => name)).toEqual([
      "'=Oak",
      "Elm House",
      "Ash <House>",
    ]);
    expect(rows[1]).toMatchObject({
      id: "101",
      ed_1000_variation: "drifting_down",
      ed_1000_months: "2025-12 2026-01 2026-02 2026-03 2026-04 2026-05 2026-06",
      rth_30_value: "37.5",
      rth_30_denominator: "16",
      rth_30_month: "2026-05",
    });
    expect(rows[2]).toMatchObject({ ed_30_value: "", ed_30_month: "" });
  });

  it("of all facilities has those of each region", async () => {
    const file = await open(
      `/signals-data/company/0?${RANGE}&of=facilities&sort=name`,
    );
    expect(file.headers.get("content-disposition")).toContain(
      "signals-company-0-facilities-2026-06-30.csv",
    );
    const rows = parse<Record<string, string>>(file.text, {
      bom: true,
      columns: true,
    });
    const ids = rows.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(["101", "104", "1000"]));
  });

  it("leads back to the page where there is none, and refuses dates that cannot be", async () => {
    const empty = await open(`/signals-data/region/21?${RANGE}&sort=ed_30`);
    expect(empty.location).toBe(`${NOTHING}&sort=ed_30`);
    const odd = await open("/signals-data/region/11?startDate=x&endDate=y");
    expect(odd.status).toBe(400);
  });
});
