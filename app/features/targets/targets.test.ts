import { parse } from "csv-parse/sync";
import type { Selectable } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { epochDayOf, isoDayOf, newYorkDay } from "~/domain/calendar";
import type { TargetTable } from "~server/store/schema";
import type { Browser, Page } from "../../../tests/pages/support/browser";
import { all, documentOf, textOf } from "../../../tests/pages/support/document";
import { onOwnPortal } from "../../../tests/pages/support/on-portal";
import type { Portal } from "../../../tests/pages/support/portal";
import {
  inStore,
  withoutTable,
} from "../../../tests/pages/support/store-of-portal";

const PAGE = "/targets/facility/101";

const OWN: Selectable<TargetTable> = {
  ...{ id: 4, version: 1, user_id: 1, author: "Ada Ames" },
  ...{ level: "facility" as const, place_id: 101 },
  ...{ measure: "rth_30" as const, hundredths: 1550 },
  starts_on: epochDayOf("2026-01-01"),
  reason: "Goal of the <b>board</b>",
  added_at: "2026-03-20T15:05:00.000Z",
  ...{ ended_by: null, ended_at: null },
};
const COMPANY = { level: "company" as const, place_id: 0 };
const ABOVE = { ...OWN, ...COMPANY, id: 5, hundredths: 2000 };
const HOSP = { measure: "hosp_1000" as const, hundredths: 162 };
const OTHER = { ...ABOVE, ...HOSP, id: 6 };
const END = { ended_by: "Ben Bell", ended_at: OWN.added_at };
const ENDED = { ...OWN, ...END, id: 7, measure: "ed_30" as const };

let portal: Portal;
onOwnPortal((started) => (portal = started));

const browserOf = (username = "company") => portal.browser().loggedIn(username);

const stored = () =>
  inStore(portal, ({ db }) =>
    db.selectFrom("targets").selectAll().orderBy("id").execute(),
  );

const keep = (...targets: (typeof OWN)[]) =>
  inStore(portal, async ({ db }) => {
    await db.deleteFrom("targets").execute();
    await db.insertInto("targets").values(targets).execute();
  });

async function send(browser: Browser, fields: Record<string, string>) {
  const csrf = await browser.csrfToken("/change-password");
  return browser.post(PAGE, { csrf, ...fields });
}

const rowsOf = ({ text }: Page, id: string) =>
  all(documentOf(text), `#${id} tbody tr`).map((row) =>
    all(row, "th, td")
      .map((cell) => textOf(cell).replace(/\s+/g, " ").trim())
      .join("|"),
  );

describe("the page of targets", () => {
  beforeEach(() => keep(OWN, ABOVE, OTHER, ENDED));

  it("lists what is in force, from where, and what was ended", async () => {
    const page = await (await browserOf()).get(PAGE);
    const { title } = documentOf(page.text);
    expect([page.status, title]).toEqual([200, "Targets: Elm House – Sojourn"]);
    const rest = "01/01/2026|Goal of the <b>board</b>";
    const written = "Ada Ames, 03/20/2026 11:05 AM ET";
    expect(rowsOf(page, "targets")).toEqual([
      `30 Day RTH|15.50%|${rest}||${written}|End`,
      `Hosp/1000 Days of Care|1.62|${rest}|Company|${written}|`,
    ]);
    expect(rowsOf(page, "ended-targets")).toEqual([
      `30 Day OP Ed Visits|15.50%|${rest}|${written}|Ben Bell, 03/20/2026 11:05 AM ET`,
    ]);
    expect(page.text).toContain(
      "No target is set for 30 Day OP Ed Visits, ED/1000 Days of Care, ADM/1000 LT Pt. Months.",
    );
  });

  it("has no form and asks nothing of whoever may read alone", async () => {
    const page = await (await browserOf("accounts")).get(`${PAGE}?end=4`);
    const document = documentOf(page.text);
    expect(all(document, "main form, #end-target")).toEqual([]);
    expect(page.text).toContain("can view this but not change it");
  });

  it("sets what a form says, and keeps what was typed where it is refused", async () => {
    const browser = await browserOf();
    const typed = {
      ...{ measure: "ed_30", value: "8.25 %", from: "2026-02-01" },
      reason: ' Our "goal" ',
    };
    const wrong = { ...typed, measure: "", value: "many" };
    const refused = await send(browser, wrong);
    expect(refused.status).toBe(400);
    const read = (which: string, attribute: string) =>
      all(documentOf(refused.text), `main ${which}`)
        .map((one) => one.getAttribute(attribute))
        .join(" ");
    const fields = "#target-measure #target-value";
    expect(read("[role=alert] a", "href")).toBe(fields);
    expect(read("[aria-invalid]", "id")).toBe(fields.replaceAll("#", ""));
    expect(read("[type=text]", "value")).toBe('many Our "goal"');
    const set = await send(browser, typed);
    expect([set.status, set.location]).toEqual([303, `${PAGE}#main`]);
    expect((await stored()).at(-1)).toMatchObject({
      ...{ measure: "ed_30", hundredths: 825, reason: 'Our "goal"' },
      ...{ level: "facility", place_id: 101, author: "Cara Company" },
    });
  });

  it("asks before a target of its own ends, and says so where others came first", async () => {
    const browser = await browserOf();
    const questionOf = async (id: string) => {
      const { text } = await browser.get(`${PAGE}?end=${id}`);
      return textOf(documentOf(text).querySelector("#end-target"));
    };
    expect(await questionOf("4")).toContain("15.50%");
    // Of above, ended, or none.
    for (const id of ["5", "7", "99", "x"])
      expect(await questionOf(id)).toBe("");
    const fields = { ended_id: "4", version: "1" };
    await send(browser, fields);
    const ended = { id: 4, version: 2, ended_by: "Cara Company" };
    expect((await stored())[0]).toMatchObject(ended);
    const page = await browser.get(PAGE);
    expect(page.text).toContain("The target has ended.");
    // That of the company counts again.
    expect(rowsOf(page, "targets")[0]).toMatch(/^30 Day RTH\|20\.00%/);
    await send(browser, fields);
    expect((await browser.get(PAGE)).text).toContain(
      "Someone else ended this target.",
    );
  });

  it("says so where they cannot be read, and profiles do without", async () => {
    const browser = await browserOf();
    const pages = [PAGE, "/facility-profile/101"];
    const [failed, profile] = await withoutTable(portal, "targets", () =>
      Promise.all(pages.map((page) => browser.get(page))),
    );
    expect(failed?.text).toContain("Something went wrong on the server.");
    expect(profile?.status).toBe(200);
  });
});

describe("a target in force", () => {
  const WORDS =
    /Target \d[\d.%]*( this month)?: \S? ?(met|not met|too close to call|not judged yet)/;
  const today = newYorkDay(new Date());
  const young = { ...ABOVE, starts_on: epochDayOf(today) };

  /** A profile waits 0.4 s for what is set on its charts: on a busy machine it is opened again. */
  const textAt = async (path: string): Promise<string> => {
    const browser = await browserOf();
    for (;;) {
      const { text, status } = await browser.get(path);
      expect([path, status]).toEqual([path, 200]);
      if (text.includes("not known right now")) continue;
      const main = documentOf(text).querySelector("main");
      return textOf(main).replace(/\s+/g, " ");
    }
  };
  const PAGES = [
    "/company-overview",
    "/facility-profile/101",
    "/facility-profile/101?graph=rth_30",
    "/facilities/company/0",
    "/signals/region/11",
  ];

  it("is shown on every page of its place and below, and nowhere without one", async () => {
    await keep(young);
    for (const path of PAGES) expect(await textAt(path)).toMatch(WORDS);
    expect(await textAt("/facility-profile/101?graph=rth_30")).toContain(
      `set by Ada Ames (Company): Goal of the <b>board</b>.`,
    );
    await keep(ENDED);
    for (const path of PAGES)
      expect(await textAt(path)).not.toMatch(/Target \d/);
  });

  it("is judged for the place itself on its signals, usual or not", async () => {
    await keep({ ...young, measure: "adm_1000", hundredths: 1 });
    expect(await textAt("/signals/company/0")).toMatch(
      /as a whole: nothing unusual ?ADM\/1000 LT Pt\. Months [^.]*\.00 in \w{3} \d{4}: too few to say Target 0\.01 this month: not judged yet/,
    );
  });

  it("stands alike on Facilities and on the profiles of these", async () => {
    await keep(young, { ...young, ...HOSP, id: 6 });
    const { text } = await (await browserOf()).get("/facilities/company/0");
    const said = new Set<string>();
    for (const row of all(documentOf(text), "#facilities tbody tr")) {
      const href = row.querySelector("a")?.getAttribute("href") ?? "";
      const profile = await textAt(href);
      // A facility without anything to count has no charts.
      if (!WORDS.test(profile)) continue;
      const words = textOf(row).replace(/\s+/g, " ");
      for (const [verdict] of words.matchAll(new RegExp(WORDS, "g"))) {
        expect(profile).toContain(verdict);
        said.add(verdict);
      }
    }
    expect(said.size).toBeGreaterThan(1);
  });

  it("counts from its day on", async () => {
    await keep(young);
    const yesterday = isoDayOf(epochDayOf(today) - 1);
    const past = `startDate=2025-01-01&endDate=${yesterday}`;
    for (const path of ["/facility-profile/101", "/facilities/company/0"])
      expect(await textAt(`${path}?${past}`)).not.toMatch(WORDS);
  });

  it("is in the files, where one is set", async () => {
    await keep(young);
    const browser = await browserOf();
    for (const [path, column] of [
      ["/facilities-data/company/0", "rth_target"],
      ["/signals-data/region/11", "rth_30_target"],
    ] as const) {
      const { text } = await browser.get(path);
      const [row = {}] = parse<Record<string, string>>(text, {
        bom: true,
        columns: true,
      });
      expect([path, row[column]]).toEqual([path, "20"]);
      expect(row[`${column}_verdict`]).toMatch(/^(too_few|chance)$/);
      expect(row[column.replace("rth", "ed")]).toBe("");
    }
  });
});
