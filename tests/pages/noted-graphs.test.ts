import { describe, expect, it } from "vitest";
import { epochDayOf } from "~/domain/calendar";
import { CENSUS } from "./support/census";
import { DEFAULT_GRAPHS } from "./support/default-graphs.data";
import { all, documentOf, textOf, textsOf } from "./support/document";
import { hrefsOf, regionOf } from "./support/drawn-page";
import { type FakeHost, says, signsIn } from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import { onOwnPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";
import { withoutTable } from "./support/store-of-portal";
import { EVENT, keepNotes } from "./support/written-notes";

const PAGE =
  "/company-overview?startDate=2025-01-01&endDate=2025-12-31&mom=rth_30";

const NOTE: typeof EVENT = {
  ...EVENT,
  level: "company",
  place_id: 0,
  measures: "rth_30",
  starts_on: epochDayOf("2025-09-01"),
  text: "A <new> contract",
};
const PHASE: typeof EVENT = {
  ...NOTE,
  id: 5,
  kind: "phase",
  starts_on: epochDayOf("2025-04-01"),
  text: "New rounds",
};

/** Ten come to Elm from hospital in each month of three years, and one goes back; eight in May 2025. */
function censusOfReturns(): Record<string, string> {
  const patients: string[] = [];
  const stays: string[] = [];
  const transfers: string[] = [];
  for (let month = 0; month < 36; month += 1) {
    const day = (of: number) =>
      `${2023 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}-${of}`;
    for (let place = 0; place < 10; place += 1) {
      const id = 100 + patients.length;
      patients.push(`${id},M${id},Ann,Resident,4`);
      stays.push(
        `${id},${id},101,1000000001,${day(10)},${day(28)},hospital,false`,
      );
      if (place < (day(1) === "2025-05-1" ? 8 : 1)) {
        transfers.push(`${id},${id},101,${day(20)},inpatient,false`);
      }
    }
  }
  return {
    "patients.csv": [CENSUS["patients.csv"], ...patients].join("\n"),
    "stays.csv": [CENSUS["stays.csv"], ...stays].join("\n"),
    "transfers.csv": [CENSUS["transfers.csv"], ...transfers].join("\n"),
  };
}

describe("what is written on charts", () => {
  let portal: Portal;
  onOwnPortal((started) => (portal = started), { census: censusOfReturns() });

  async function open(path: string, username = "company") {
    const browser = await portal.browser().loggedIn(username);
    return documentOf((await browser.get(path)).text);
  }

  it("draws an event with its number, and says it in the legend and in the table", async () => {
    const old = { ...NOTE, id: 6, starts_on: epochDayOf("2019-01-01") };
    await keepNotes(portal, [NOTE, { ...old, text: "Long ago" }]);
    const page = await open(PAGE);
    expect(textsOf(page, "#drawn-rth_30 .events text")).toEqual(["1"]);
    expect(textsOf(page, ".graph-events li")).toEqual([
      "1 09/01/2025: A <new> contract",
    ]);
    expect(all(page, "#drawn-ed_30 .event")).toEqual([]);
    const full = await open(`${PAGE}&graph=rth_30`);
    const rows = all(full, ".graph-table tbody tr").map(textOf);
    expect(rows.filter((row) => row.includes("A <new> contract"))).toEqual([
      expect.stringMatching(/^September 2025/),
    ]);
    const links = all(full, "a[href^='/events/']");
    expect(links[0]?.getAttribute("href")).toBe(
      "/events/company/0?graph=rth_30",
    );
  });

  it("breaks mean and limits where a phase begins, with its reason", async () => {
    await keepNotes(portal, [PHASE]);
    const page = await open(PAGE);
    const figure = "#drawn-rth_30";
    expect(textsOf(page, ".graph-events li")[0]).toBe(
      "Phase from April 2025 (30 Day RTH): New rounds",
    );
    const [mean] = all(page, `${figure} .mean`);
    expect(mean?.getAttribute("d")?.match(/M/g)).toHaveLength(2);
    expect(all(page, `${figure} .phase`)).toHaveLength(1);
  });

  it("a phase that began two years ago is drawn, said and judged where 36 months are shown", async () => {
    await keepNotes(portal, [
      { ...PHASE, starts_on: epochDayOf("2024-01-01") },
      { ...NOTE, starts_on: epochDayOf("2023-05-09") },
    ]);
    const short = await open(`${PAGE}&graph=rth_30`);
    expect(all(short, "#panel .chart-full .phase")).toEqual([]);
    expect(textOf(short.querySelector("#panel .graph-events"))).not.toContain(
      "05/09/2023",
    );
    const page = await open(`${PAGE}&months=36&graph=rth_30`);
    expect(all(page, "#panel .chart-full .phase")).toHaveLength(1);
    const [mean] = all(page, "#panel .chart-full .mean");
    expect(mean?.getAttribute("d")?.match(/M/g)).toHaveLength(2);
    const notes = textOf(page.querySelector("#panel .graph-events"));
    expect(notes).toContain("05/09/2023: A <new> contract");
    expect(notes).toContain("January 2024");
    const sentence = page.querySelector("#panel .space-y-2 > p");
    expect(textOf(sentence)).toContain("from January 2024 on");
    // It is outside of the limits of that phase.
    const may = all(page, "#panel .graph-table tbody tr")
      .map(textOf)
      .find((row) => row.startsWith("May 2025"));
    expect(may).toContain("More events than chance makes");
  });

  it("leads from each card to its other mode, its unusual months, its full screen and the form of events", async () => {
    const rolling = PAGE.replace("&mom=rth_30", "");
    const cardOf = async (path: string, title: string, username?: string) => {
      const card = regionOf(await open(path, username), title);
      const chosen = card.querySelector(".graph-toggle [aria-current=true]");
      return {
        finding: textOf(card.querySelector(".graph-finding")),
        chosen: textOf(chosen),
        hrefs: hrefsOf(card),
      };
    };
    const unusual = "1 of 18 months was unusual.";
    const mom = `${PAGE}#graph-rth_30`;
    expect(await cardOf(rolling, "30 Day RTH")).toEqual({
      finding: `Latest month: within limits. ${unusual}`,
      chosen: "Rolling 12 month",
      hrefs: {
        "Rolling 12 month, 30 Day RTH": `${rolling}#graph-rth_30`,
        "Month over month, 30 Day RTH": mom,
        [unusual]: mom,
        "Full screen 30 Day RTH": `${rolling}&graph=rth_30#panel`,
        "Data table 30 Day RTH": `${rolling}&graph=rth_30#panel`,
        "Add event 30 Day RTH": "/events/company/0?graph=rth_30#event-heading",
      },
    });
    const other = await cardOf(PAGE, "30 Day OP Ed Visits");
    expect(other.hrefs["Month over month, 30 Day OP Ed Visits"]).toBe(
      `${rolling}&mom=rth_30,ed_30#graph-ed_30`,
    );
    expect(Object.keys(other.hrefs).join()).not.toContain("unusual");
    // Month over month there is no way to the months that are shown.
    const place = PAGE.replace("/company-overview", "/facility-profile/101");
    const monthly = await cardOf(place, "30 Day RTH", "accounts");
    expect([monthly.chosen, monthly.finding]).toEqual([
      "Month over month",
      "Latest month: within limits. 2 of 18 months were unusual.",
    ]);
    expect(Object.keys(monthly.hrefs).join()).not.toMatch(/unusual|Add event/);
  });

  it("is said not to be known where it could not be read", async () => {
    const page = await withoutTable(portal, "chart_notes", () => open(PAGE));
    expect(textsOf(page, "main").join()).toContain(
      "Events and phases are not known right now.",
    );
    expect(all(page, ".graph-events b")).toEqual([]);
  });
});

describe("with an API host", () => {
  let host: FakeHost;
  let portal: Portal;
  onFakeHost((started) => ({ host, portal } = started));

  it("nothing is written on charts, and no link leads to where it would be", async () => {
    signsIn(host, { role: "company" });
    says(host, "/api/new_graphs/", { data: DEFAULT_GRAPHS });
    const browser = await portal.browser().loggedIn("company");
    for (const path of [PAGE, `${PAGE}&graph=rth_30`]) {
      const page = documentOf((await browser.get(path)).text);
      expect(all(page, "#drawn-rth_30")).toHaveLength(1);
      expect(all(page, "a[href^='/events/']")).toEqual([]);
      expect(textOf(page.querySelector("main"))).not.toContain(
        "not known right now",
      );
    }
  });
});
