import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { epochDayOf, isoDayOf, newYorkDay, usDayOf } from "~/domain/calendar";
import { todayWords as words } from "~/features/today/rules/words";
import { type Page } from "./support/browser";
import { CENSUS } from "./support/census";
import { all, documentOf, textOf, textsOf } from "./support/document";
import { onOwnPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";
import { inStore } from "./support/store-of-portal";
import { idleFor } from "./support/stored-sessions";

const PAGE = "/today/facility/101";
const DAY = newYorkDay(new Date());
const ago = (days: number) => isoDayOf(epochDayOf(DAY) - days);
const us = (days: number) => usDayOf(ago(days));
const short = (days: number) => us(days).slice(0, 5);

/** Fay is new and frail, Olin is out, and of Quinn there is nothing to say. The data of Birch House reach the day three days ago. */
const OF_TODAY = {
  "facilities.csv": `facility_id,facility_name,region_id,ccn,overall,survey,quality,staffing,data_through
101,Alder House,11,,,,,,
102,Birch House,11,,,,,,${ago(3)}
103,Cedar House,11,,,,,,`,
  "physicians.csv": `npi,first_name,last_name,credentials,primary_specialty,alternate_specialty,organization_legal_name
1000000001,Gail,Gray,,,,`,
  "patients.csv": `patient_id,mrn,first_name,last_name,frailty_score
11,M-1,Quinn,=Quiet,3
12,M-2,Fay,<Frail>,8
13,M-3,Olin,Out,
14,M-4,Rhea,Returned,`,
  "stays.csv": `stay_id,patient_id,facility_id,npi,admitted_on,discharged_on,admitted_from,isnp,unit
1,11,101,,${ago(200)},,community,false,2 West
2,12,101,1000000001,${ago(2)},,hospital,false,
3,13,101,,${ago(200)},,community,false,2 West
4,14,101,,${ago(130)},${ago(120)},hospital,false,`,
  "transfers.csv": `transfer_id,patient_id,facility_id,transferred_on,outcome,planned,hospital
1,12,102,${ago(150)},inpatient,false,
2,13,101,${ago(4)},inpatient,false,Mercy
3,14,101,${ago(120)},inpatient,false,`,
  "notes.csv": `note_id,patient_id,facility_id,npi,noted_at,note_type,note_text,provider,high_risk
1,12,101,1000000001,${ago(1)}T22:05:00,Progress Note,Pale. Sent for labs.,,true`,
  "users.csv": CENSUS["users.csv"]
    .split("\n")
    .filter((line) =>
      /^(username|company|facility|physician|accounts),/.test(line),
    )
    .join("\n"),
};

function cellsOf({ text }: Page, table: string): (string | undefined)[][] {
  return all(documentOf(text), `#${table} tbody tr`).map((row) =>
    all(row, "th, td").map((cell) => textOf(cell).replace(/\s+/g, " ")),
  );
}

describe("the page of today", () => {
  let portal: Portal;
  onOwnPortal((started) => (portal = started), { census: OF_TODAY });
  beforeAll(() =>
    inStore(portal, ({ db }) =>
      db
        .updateTable("facilities")
        .set({ data_through: null })
        .where("id", "=", 103)
        .execute(),
    ),
  );

  const browserOf = (username = "facility") =>
    portal.browser().loggedIn(username);

  it("says of each resident what the day means, why they are on the list, and where their page is", async () => {
    const page = await (await browserOf()).get(PAGE);
    expect(page.status).toBe(200);
    expect(page.headers.get("cache-control")).toContain("no-store");
    const document = documentOf(page.text);
    expect(document.title).toBe("Today, Alder House – Sojourn");
    expect(textsOf(document, "h1")).toEqual(["Today Alder House"]);
    expect(cellsOf(page, "attention")).toEqual([
      [
        "<Frail>, Fay Gray, Gail",
        expect.stringMatching(
          new RegExp(
            `^Frail, in window ?New ${short(2)} ?High-risk note ?${short(1)} 10:05 PM: “Pale. …”$`,
          ),
        ),
        "3",
        `${short(-28)} · 28 days left`,
        "In 98 days",
        "8 High",
        "0 · 0 · 1",
        "0",
        "For tomorrowDiscussed",
      ],
    ]);
    expect(cellsOf(page, "out").map((row) => row.slice(0, 2))).toEqual([
      ["Out, Olin 2 West", `${us(4)}, Mercy, ${words.bedKept}`],
    ]);
    expect(cellsOf(page, "others").map((row) => row.slice(0, 5))).toEqual([
      ["=Quiet, Quinn 2 West", "201", "", us(100), "3 Med"],
    ]);
    // In one piece, whatever room the name leaves.
    const [unit] = all(document, "#out tbody th .text-muted");
    expect(unit?.getAttribute("class")).toContain("inline-block");
    const links = all(document, "#attention tbody a");
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "/residents/12",
      "/residents/12#note-1",
    ]);
    expect(
      textsOf(document, ".counts li").map((one) => one.replace(/\s+/g, " ")),
    ).toEqual([
      "In house2",
      "Need attention1",
      "In the 30-day window1",
      "Out at hospital now1",
      "Back within 72 hours0",
      "Long-stay within 7 days0",
    ]);
  });

  it("says to a physician which notes they have not read", async () => {
    const browser = await browserOf("physician");
    const profile = await browser.get("/physician-profile/1000000001");
    expect(profile.text).toContain('href="/today/physician/1000000001"');
    const page = await browser.get("/today/physician/1000000001");
    expect(cellsOf(page, "attention")[0]?.[1]).toContain(
      `${short(1)} 10:05 PM, unread: “Pale. …”`,
    );
  });

  it("shows what the address asks for, in forms and links that keep it", async () => {
    const browser = await browserOf();
    const page = await browser.get(`${PAGE}?show=attention&sort=day&dir=desc`);
    const document = documentOf(page.text);
    expect(all(document, "#others, #out")).toEqual([]);
    expect(cellsOf(page, "attention")).toHaveLength(1);
    const hrefs = all(document, "a").map((link) => link.getAttribute("href"));
    expect(hrefs).toContain(
      "/today-data/facility/101?show=attention&sort=day&dir=desc",
    );
    expect(hrefs).toContain(`${PAGE}?sort=day&dir=desc`);
    // On paper too.
    expect(hrefs.filter((href) => href?.includes("show=attention&"))).toContain(
      `${PAGE}?show=attention&sort=day&dir=desc`,
    );
    const none = await browser.get(`${PAGE}?unit=nowhere`);
    expect(none.text).toContain(words.emptyFiltered);
  });

  it("counts within a filter, and leads from each number to exactly those", async () => {
    const browser = await browserOf();
    for (const [query, inHouse] of [
      ["", "2"],
      ["?unit=2+West", "1"],
    ]) {
      const { text } = await browser.get(`${PAGE}${query}`);
      const tiles = all(documentOf(text), ".counts a");
      expect(textOf(tiles[0])).toBe(inHouse);
      for (const tile of tiles) {
        const list = await browser.get(String(tile.getAttribute("href")));
        const rows = ":is(#attention, #out, #others) tbody tr:not(.group)";
        expect(all(documentOf(list.text), rows)).toHaveLength(
          Number(textOf(tile)),
        );
      }
    }
  });

  it("has the residents that the strip of the profile counts, behind each of its numbers", async () => {
    const browser = await browserOf();
    const profile = documentOf(
      (await browser.get("/facility-profile/101")).text,
    );
    expect(profile.querySelector(`nav a[href='${PAGE}']`)).not.toBeNull();
    const strip = all(profile, "[aria-label='This morning'] a");
    const counts = strip.map((link) => [
      textOf(link),
      link.getAttribute("href"),
    ]);
    expect(counts).toEqual([
      ["1 needs attention", `${PAGE}?show=attention`],
      ["1 out at hospital", `${PAGE}?show=out`],
      ["1 notice due", "/transfer-notices/facility/101?due=1"],
    ]);
    const [first] = all(profile, "[aria-label='First'] li");
    expect(textOf(first)).toBe("<Frail>, Fay Frail, in window");
    expect(first?.querySelector("a")?.getAttribute("href")).toBe(
      "/residents/12",
    );
    for (const [text, href] of counts) {
      const list = await browser.get(String(href));
      expect(
        all(
          documentOf(list.text),
          ":is(#attention, #out, #others, #transfer-notices) tbody tr",
        ),
      ).toHaveLength(Number.parseInt(String(text), 10));
    }
  });

  it("is nowhere on the profiles that account managers open, as residents and reviews are not", async () => {
    const browser = await browserOf("accounts");
    const [facility, physician] = await Promise.all(
      ["/facility-profile/101", "/physician-profile/1000000001"].map(
        async (path) => documentOf((await browser.get(path)).text),
      ),
    );
    expect(textsOf(physician!, "main tbody th").join()).toContain("Frail");
    for (const page of [facility!, physician!]) {
      expect(all(page, "[aria-label='This morning']")).toHaveLength(0);
      const ways = ["today", "residents", "reviews"].map(
        (one) => `a[href^='/${one}']`,
      );
      expect(all(page, ways.join())).toHaveLength(0);
    }
  });

  it("of a region has a row a facility, the one with most to do first, and each number leads to those that it counts", async () => {
    const browser = await browserOf("company");
    const page = await browser.get("/today/region/11");
    const document = documentOf(page.text);
    expect(document.title).toBe("Today, Coast – Sojourn");
    expect(cellsOf(page, "facilities")).toEqual([
      ["Alder House", "2", "1", "1", "1", "0", "0"],
      [`Birch House Data to ${us(3)}`, "0", "0", "0", "0", "0", "0"],
      ["Cedar House No complete data", "0", "0", "0", "0", "0", "0"],
    ]);
    const links = all(document, "#facilities tbody a");
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      ...[PAGE, `${PAGE}?show=in_house`],
      ...[`${PAGE}?show=attention`, `${PAGE}?show=window`],
      ...[`${PAGE}?show=out`, "/today/facility/102", "/today/facility/103"],
    ]);
    const tiles = all(document, ".counts a");
    expect(tiles.map((tile) => tile.getAttribute("href"))).toContain(
      "/today/region/11?show=out",
    );
    const out = await browser.get("/today/region/11?show=out");
    expect(cellsOf(out, "facilities").map(([name]) => name)).toEqual([
      "Alder House",
    ]);
    const back = all(documentOf(out.text), "a[href='/today/region/11']");
    expect(back.map(textOf)).toContain("Show all facilities");
    const sorted = await browser.get("/today/region/11?sort=name&dir=desc");
    expect(cellsOf(sorted, "facilities")[0]?.[0]).toContain("Cedar House");
    expect((await browser.get("/today-data/region/11")).status).toBe(404);
  });

  it("is led to by the strip above a facility, which names where most is to do", async () => {
    const browser = await browserOf("company");
    const profile = documentOf((await browser.get("/region-profile/11")).text);
    const strip = all(profile, ".morning li").map((item) => [
      textOf(item),
      item.querySelector("a")?.getAttribute("href"),
    ]);
    const today = "/today/region/11?show";
    expect(strip).toEqual([
      ["1 needs attention", `${today}=attention`],
      ["1 out at hospital", `${today}=out`],
      ["Alder House most to do: 1 needs attention", PAGE],
    ]);
  });

  describe("as a list of work", () => {
    const post = async (
      browser: Awaited<ReturnType<typeof browserOf>>,
      fields: Record<string, string>,
    ) => {
      const csrf = await browser.csrfToken(PAGE);
      return browser.post(`${PAGE}?show=attention`, { csrf, ...fields });
    };
    const meetingOf = (page: Page) => cellsOf(page, "attention")[0]?.at(-1);

    it("keeps who was discussed and a line that stays, and leads back to the row", async () => {
      const browser = await browserOf();
      const answer = await post(browser, {
        "line-2": " Call  the family ",
        discussed: "2",
      });
      expect(answer.status).toBe(303);
      expect(answer.location).toBe(`${PAGE}?show=attention#r2`);
      const page = await browser.get(PAGE);
      expect(meetingOf(page)).toMatch(
        /^For tomorrow ?Undo ?✓ Fay Facility, \d\d\/\d\d \d\d:\d\d [AP]M ?Call the family ?Fay Facility, \d\d/,
      );
      // On paper in words, which a field would cut off.
      expect(textsOf(documentOf(page.text), ".meeting .print\\:block")).toEqual(
        ["Call the family"],
      );
      expect(page.text).toContain("1 of 1 discussed");
      const [field] = all(documentOf(page.text), "[name='line-2']");
      expect(field?.getAttribute("value")).toBe("Call the family");
      await post(browser, {
        "line-2": "Call the family",
        "was-2": "Call the family",
        undo: "2",
      });
      expect(meetingOf(await browser.get(PAGE))).toMatch(
        /^For tomorrow ?Discussed ?Call the family ?Fay/,
      );
      const [event] = await inStore(portal, ({ db }) =>
        db
          .selectFrom("audit_events")
          .where("action", "=", "discuss_residents")
          .select("details")
          .execute(),
      );
      expect(JSON.parse(event?.details ?? "")).toEqual({
        ...{ facility_id: 101, discussed: 1, taken_back: 0, lines: 1 },
      });
    });

    it("loses no line of two people: only the button of its row replaces what somebody else has written", async () => {
      const [one, other] = [await browserOf(), await browserOf("company")];
      await post(one, { "line-2": "first", "was-2": "Call the family" });
      await post(one, { "line-3": "Bed held" });
      const theirs = { "line-2": "second", "was-2": "Call the family" };
      const both = { ...theirs, "line-3": "Call Mercy" };
      const fieldsIn = (page: Page, ...names: string[]) =>
        names.map((name) =>
          all(documentOf(page.text), `[name='${name}']`)[0]?.getAttribute(
            "value",
          ),
        );
      const linesOf = async () =>
        fieldsIn(await one.get(PAGE), "line-2", "line-3");
      // Another row is ticked, or all lines are saved: theirs are the same as before.
      const ticked: Record<string, string>[] = [{ discussed: "2" }, {}];
      for (const pressed of ticked) {
        const csrf = await other.csrfToken(PAGE);
        const answer = await other.post(PAGE, { csrf, ...both, ...pressed });
        expect(answer.status).toBe(409);
        expect(answer.text).toContain("Someone else has changed a line.");
        expect(answer.text).toContain("Someone else wrote “first”.");
        expect(
          fieldsIn(answer, "line-2", "was-2", "now-2", "line-3", "was-3"),
        ).toEqual([
          ...["second", "Call the family", "first"],
          ...["Call Mercy", undefined],
        ]);
        expect(await linesOf()).toEqual(["first", "Bed held"]);
      }
      // Its field is not on a page that shows others.
      const hidden = await other.post(`${PAGE}?show=out`, {
        ...{ csrf: await other.csrfToken(PAGE), ...theirs },
      });
      expect(hidden.text).toContain("Someone else has changed a line.");
      expect(all(documentOf(hidden.text), "[role=alert] a")).toEqual([]);
      // The tick is kept all the same.
      expect(meetingOf(await one.get(PAGE))).toMatch(/^For tomorrow ?Undo ?✓/);
      const csrf = await other.csrfToken(PAGE);
      const seen = { "now-2": "first", "now-3": "Bed held" };
      const answer = await other.post(PAGE, {
        ...{ csrf, ...both, ...seen, replace: "2" },
      });
      expect(answer.status).toBe(409);
      expect(fieldsIn(answer, "line-3", "now-2")).toEqual([
        "Call Mercy",
        undefined,
      ]);
      expect(await linesOf()).toEqual(["second", "Bed held"]);
      // What came after the page was shown is not replaced.
      const late = { "line-2": "third", "was-2": "first", "now-2": "first" };
      const again = await post(one, { ...late, replace: "2" });
      expect(again.status).toBe(409);
    });

    it("refuses residents of others, and what is no number", async () => {
      const browser = await browserOf("physician");
      const csrf = await browser.csrfToken("/today/physician/1000000001");
      const answer = await browser.post("/today/physician/1000000001", {
        ...{ csrf, "line-1": "not mine" },
      });
      expect(answer.status).toBe(404);
      for (const odd of ["line-x", "discussed"]) {
        const { status } = await post(await browserOf(), { [odd]: "abc" });
        expect(status).toBe(400);
      }
      const lines = await inStore(portal, ({ db }) =>
        db.selectFrom("discussions").select("line").execute(),
      );
      expect(lines.map(({ line }) => line).sort()).toEqual([
        "Bed held",
        "second",
      ]);
    });

    it("puts a line back into its field where the session had ended", async () => {
      const browser = await browserOf();
      const csrf = await browser.csrfToken(PAGE);
      idleFor(portal, 24 * 3_600_000);
      const was = { "line-2": "third", "was-2": "second" };
      await browser.post(PAGE, { csrf, ...was });
      const back = await browser.loggedIn("facility");
      const document = documentOf((await back.get(PAGE)).text);
      const [field] = all(document, "[name='line-2']");
      expect(field?.getAttribute("value")).toBe("third");
      expect(all(document, "[data-unsent]")).toHaveLength(1);
    });

    it("leads from who is out to the review of their transfer", async () => {
      const page = await (await browserOf()).get(PAGE);
      const link = all(documentOf(page.text), "#out tbody td a")[0];
      expect(link?.getAttribute("href")).toBe("/reviews/2");
    });
  });

  it("says what a late facility means, and one that has no complete data", async () => {
    const browser = await browserOf("company");
    expect((await browser.get("/today/facility/102")).text).toContain(
      `The data of Birch House reach ${us(3)}.`,
    );
    const { text } = await browser.get("/today/facility/103");
    expect(text).toContain("Cedar House has no complete data");
    expect(text).toContain(words.empty);
  });

  it("is a file of what it shows, harmless for spreadsheets", async () => {
    const browser = await browserOf();
    const file = await browser.get("/today-data/facility/101");
    expect(file.headers.get("content-disposition")).toBe(
      `attachment; filename="today-facility-101-${DAY}.csv"`,
    );
    const rows = parse<Record<string, string>>(file.text, {
      columns: true,
      bom: true,
    });
    expect(rows.map((row) => row.patient_last_name)).toEqual([
      "<Frail>",
      "Out",
      "'=Quiet",
    ]);
    expect(rows[0]).toMatchObject({
      patient_id: "12",
      mrn: "M-2",
      day_of_stay: "3",
      window_closes_on: ago(-28),
      window_days_left: "28",
      days_to_long_stay: "98",
      frailty_band: "high",
      data_through: DAY,
      why: expect.stringContaining("New from hospital"),
    });
    // Blank where it is not known, or there is nothing to say it of.
    expect(
      rows.map((row) => [
        row.patient_first_name,
        row.bed_kept,
        row.last_note_high_risk,
        row.last_note_unread,
      ]),
    ).toEqual([
      ["Fay", "", "true", ""],
      ["Olin", "true", "", ""],
      ["Quinn", "", "", ""],
    ]);
    const some = await browser.get("/today-data/facility/101?show=out");
    expect(some.text).toContain("Out,Olin");
    expect(some.text).not.toContain("Frail");
    const back = await browser.get("/today-data/facility/101?show=back");
    expect(back.location).toBe(`${PAGE}?show=back`);
    const exported = await inStore(portal, ({ db }) =>
      db
        .selectFrom("audit_events")
        .where("action", "=", "export_rows")
        .select("details")
        .execute(),
    );
    expect(exported.map(({ details }) => details)).toContainEqual(
      expect.stringContaining('"measure":"today"'),
    );
  });

  it("is what the huddle sheet of a facility speaks of, which is recorded", async () => {
    const browser = await browserOf();
    const { text } = await browser.get("/facility-profile/101?view=huddle");
    const document = documentOf(text);
    const said = (part: string) =>
      textOf(document.querySelector(`[aria-labelledby=huddle-${part}]`));
    expect(said("attention")).toMatch(
      new RegExp(
        `Need attention: 1.+No unit<Frail>, FayFrail, in window · New · High-risk note${short(-28)} · 28 days left$`,
      ),
    );
    expect(said("out")).toContain(`Out, Olin${short(4)}Mercy, bed kept`);
    expect(said("reviews")).toContain(
      `1 to review, 0 overdue. Oldest: transfer of ${us(4)}`,
    );
    expect(said("return")).toContain(`120 days, since ${us(120)}`);
    const seen = await inStore(portal, ({ db }) =>
      db
        .selectFrom("audit_events")
        .where("action", "=", "view_patients")
        .select("details")
        .execute(),
    );
    expect(seen.map(({ details }) => details)).toContainEqual(
      expect.stringContaining('"list":"today"'),
    );
  });

  it("is on no huddle sheet of an account manager or above facilities", async () => {
    for (const [username, path] of [
      ["accounts", "/facility-profile/101?view=huddle"],
      ["company", "/region-profile/11?view=huddle"],
    ] as const) {
      const { status, text } = await (await browserOf(username)).get(path);
      expect(status).toBe(200);
      expect(text).toContain("huddle-general");
      expect(text).not.toContain("Olin");
    }
  });
});
