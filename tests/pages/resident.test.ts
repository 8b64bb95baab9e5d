import { describe, expect, it } from "vitest";
import { epochDayOf, isoDayOf, newYorkDay, usDayOf } from "~/domain/calendar";
import { CENSUS } from "./support/census";
import { all, documentOf, textOf, textsOf } from "./support/document";
import { onOwnPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";
import { inStore, withoutTable } from "./support/store-of-portal";

const PAGE = "/residents/7";

const row = (...cells: (string | number)[]) => `\n${cells.join(",")}`;

const TODAY = epochDayOf(newYorkDay(new Date()));
const ago = (days: number) => isoDayOf(TODAY - days);

/** Notes of resident 7 in the evening of May 1. */
const notes = (ids: readonly number[]) =>
  ids.map((id) =>
    row(
      ...[id, 7, 101, "", `2025-05-02T03:00:0${id % 10}Z`, "Progress Note"],
      ...["Found <short> of breath.", "R. Miller", "true"],
    ),
  );

/**
 * Ada came back from hospital, and was at an emergency room of Ash House on the day after her admission. Olin is out at
 * hospital, and another transfer lies after the reach. Ada was registered twice, and of Nora nothing is known.
 */
const OF_RESIDENTS = {
  "facilities.csv": `facility_id,facility_name,region_id,ccn,overall,survey,quality,staffing,data_through
101,Elm <House>,11,,,,,,2025-06-01
102,Oak House,11,,,,,,${ago(3)}
201,Ash House,21,,,,,,`,
  "patients.csv": `${CENSUS["patients.csv"]}
7,M-7,Ada,<Lee>,7
8,M-8,Olin,Out,
9,M-9,Ada,Lee,
10,M-10,Nora,None,`,
  "stays.csv": `stay_id,patient_id,facility_id,npi,admitted_on,discharged_on,admitted_from,isnp,unit
7,7,101,1000000001,2025-01-05,,hospital,true,2 West
8,8,102,1000000002,${ago(400)},,hospital,false,`,
  "transfers.csv": `transfer_id,patient_id,facility_id,transferred_on,outcome,planned,time_of_day,hospital,unit,reason,diagnosis,returned_on
6,7,201,2025-01-06,ed_only,false,,,,,,
7,7,101,2025-01-17,inpatient,false,14:05,Mercy <General>,,,,2025-01-20
70,7,101,2025-05-31,inpatient,false,,,,,,2025-06-01
8,8,102,${ago(5)},inpatient,false,,,,,,
80,8,102,${ago(1)},inpatient,false,,,,,,`,
  "notes.csv": `note_id,patient_id,facility_id,npi,noted_at,note_type,note_text,provider,high_risk${notes([1, 2, 3, 4, 5]).join("")}`,
  "merges.csv": "from,into\n9,7",
};

let portal: Portal;
onOwnPortal((started) => (portal = started), { census: OF_RESIDENTS });

const browserOf = (username = "region") => portal.browser().loggedIn(username);

describe("a resident's page", () => {
  it("says who it is, where they are and how they stand", async () => {
    const page = await (await browserOf()).get(PAGE);
    expect(page.status).toBe(200);
    expect(page.headers.get("cache-control")).toContain("no-store");
    const document = documentOf(page.text);
    // A browser keeps titles, as it keeps addresses.
    expect(document.title).toBe("Resident – Sojourn");
    expect(textsOf(document, "h1")).toEqual(["Ada <Lee>"]);
    const crumbs = all(document, 'nav[aria-label="Breadcrumbs"] li');
    expect(
      crumbs.map((crumb) => textOf(crumb).replace(/^\s*\/\s*/, "")),
    ).toEqual(["Dashboard", "Elm <House>", "Today", "Resident"]);
    expect(textsOf(document, "main dl > div").slice(0, 11)).toEqual([
      "MRN:M-7",
      "Facility:Elm <House>",
      "Physician:Gray, Gina",
      "Unit:2 West",
      "Frailty:7, High",
      "In house since01/05/2025",
      "30-day windowClosed on 02/04/2025",
      "Long-staySince 04/15/2025",
      "Days of care148, through 06/01/2025",
      "Hospitalizations2",
      "ED visits0",
    ]);
    const hrefs = all(document, "main dl a").map((link) =>
      link.getAttribute("href"),
    );
    expect(hrefs).toEqual([
      "/facility-profile/101",
      "/physician-profile/1000000001",
    ]);
  });

  it("has a bar of the stay, in words too", async () => {
    const { text } = await (await browserOf()).get(PAGE);
    const document = documentOf(text);
    const [bar] = all(document, "main svg[role=img]");
    expect(bar?.getAttribute("aria-label")).toBe(
      "From 01/05/2025 through 06/01/2025. At hospital: 2 times. 30-day window closes: 02/04/2025. Long-stay begins: 04/15/2025. Notes: 5.",
    );
    expect(textOf(bar?.closest("section"))).toMatch(
      /^Stay.*Admitted from hospital 01\/05\/2025\s+Through 06\/01\/2025/,
    );
    const none = await (await browserOf("company")).get("/residents/10");
    expect(none.text).not.toContain("stay-heading");
  });

  it("says that who is out at hospital is not in house, and counts nothing after the reach", async () => {
    const { text } = await (await browserOf()).get("/residents/8");
    expect(text).not.toMatch(/in house/i);
    expect(textsOf(documentOf(text), "main dl > div").slice(5, 11)).toEqual([
      `Out at hospital since${usDayOf(ago(5))}`,
      `30-day windowClosed on ${usDayOf(ago(370))}`,
      `Long-staySince ${usDayOf(ago(300))}`,
      `Days of care398, through ${usDayOf(ago(3))}`,
      "Hospitalizations1",
      "ED visits0",
    ]);
  });

  it("tells what happened, the newest first, and which figures count it", async () => {
    await inStore(portal, ({ db }) =>
      db
        .updateTable("transfers")
        .set({ assumed: 1 })
        .where("id", "=", 7)
        .execute(),
    );
    const { text } = await (await browserOf()).get(PAGE);
    const document = documentOf(text);
    expect(textsOf(document, "h3")).toEqual([
      "Elm <House>, in house since 01/05/2025 ISNP",
    ]);
    const items = all(document, "#timeline ol > li").map((item) =>
      textOf(item).replace(/\s+/g, " "),
    );
    const [late, notes, longStay, returned, admitted] = items;
    expect(late).toContain("Not in RTH%: 146 days after admission");
    expect(notes).toContain("05/01/2025 11:00 PM ET");
    expect(notes).toContain("High risk");
    expect(notes).toContain("2 more notes");
    expect(longStay).toBe("04/15/2025 Long-stay from this day on");
    expect(returned).toContain("01/17/2025 02:05 PM");
    expect(returned).toContain("Hospital: Mercy <General>");
    expect(returned).toContain("Return: On 01/20/2025, 3 days later");
    expect(returned).toContain(
      "Outcome assumed: not reported by the hospital.",
    );
    expect(returned).toContain("Not known: unit, reason, diagnosis.");
    expect(returned).toContain(
      "Counts in RTH%: 12 days after admission on 01/05/2025",
    );
    expect(returned).toContain("Not in H/1000 or ADM/1000: not yet long-stay");
    expect(admitted).toContain("Admitted from hospital");
    expect(admitted).toContain(
      "Counts in ED%: an emergency visit at another facility on 01/06/2025, 1 day after admission",
    );
    expect(
      all(document, "#timeline time")
        .map((time) => time.getAttribute("datetime"))
        .filter((iso) => iso?.startsWith("2025-01-17")),
    ).toEqual(["2025-01-17T14:05"]);
    expect(all(document, "#timeline details")).toHaveLength(6);
  });

  it("leads to older notes, and back to the newest", async () => {
    const more = Array.from({ length: 46 }, (_, at) => ({
      ...{ id: 100 + at, patient_id: 7, facility_id: 101, npi: null },
      noted_at: `2025-03-01T03:00:${10 + at}.000Z`,
      ...{ note_type: "Note", note_text: `Note ${at}`, provider: null },
      ...{ recorded_patient_id: null, high_risk: 0 as const },
    }));
    await inStore(portal, ({ db }) =>
      db.insertInto("notes").values(more).execute(),
    );
    const browser = await browserOf();
    const openAt = async (path: string) => {
      const { text } = await browser.get(path);
      const document = documentOf(text);
      return {
        hasOldest: text.includes("Note 0<"),
        links: all(document, "nav[aria-label='Pages of notes'] a").map((link) =>
          link.getAttribute("href"),
        ),
      };
    };
    expect(await openAt(PAGE)).toEqual({
      hasOldest: false,
      links: [`${PAGE}?notes=2#timeline`],
    });
    expect(await openAt(`${PAGE}?notes=2`)).toEqual({
      hasOldest: true,
      links: [`${PAGE}#timeline`],
    });
    await inStore(portal, ({ db }) =>
      db.deleteFrom("notes").where("id", ">=", 100).execute(),
    );
  });

  it("says what is left out only to who does not see everything", async () => {
    const left = "Stays and figures at other facilities";
    const textFor = async (role: string) =>
      (await (await browserOf(role)).get(PAGE)).text;
    expect(await textFor("region")).toContain(left);
    expect(await textFor("company")).not.toContain(left);
  });

  it("offers a physician no way to pages that are closed to them", async () => {
    const { text } = await (await browserOf("physician")).get(PAGE);
    const links = all(documentOf(text), "main dl a");
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "/physician-profile/1000000001",
    ]);
  });

  it("says that nothing is known of somebody without stays", async () => {
    const { text } = await (await browserOf("company")).get("/residents/10");
    expect(text).toContain("No stays, transfers or notes on record.");
  });

  it("leads to the review of each unplanned transfer, and to those of transfers that are gone", async () => {
    const linksOf = async () => {
      const { text } = await (await browserOf()).get(PAGE);
      return all(documentOf(text), "main a[href^='/reviews/']").map((link) => [
        link.getAttribute("href"),
        textOf(link),
      ]);
    };
    expect(await linksOf()).toEqual([
      ["/reviews/70", "Review: not started"],
      ["/reviews/7", "Review: not started"],
    ]);
    const review = (transfer_id: number, day: string) => ({
      ...{ transfer_id, patient_id: 7, facility_id: 101, npi: null },
      transferred_on: epochDayOf(day),
      ...{ isnp: 0 as const, version: 1, answers: "{}", avoidable: "" },
      ...{ causes: "", owner_key: "", due_on: null, done_on: null },
    });
    await inStore(portal, ({ db }) =>
      db
        .insertInto("reviews")
        .values([
          { ...review(7, "2025-01-17"), state: "signed" },
          { ...review(-9, "2025-02-17"), state: "open" },
        ])
        .execute(),
    );
    expect(await linksOf()).toEqual([
      ["/reviews/70", "Review: not started"],
      ["/reviews/7", "Review: signed"],
      ["/reviews/-9", "02/17/2025, Elm <House>: Review: open"],
    ]);
    await inStore(portal, ({ db }) =>
      db
        .updateTable("transfers")
        .where("id", "in", [7, 70])
        .set({ planned: 1, trip_planned: 1 })
        .execute(),
    );
    // A planned one keeps the review that was begun before.
    expect((await linksOf()).map(([href]) => href)).toEqual([
      "/reviews/7",
      "/reviews/-9",
    ]);
  });

  it("is opened from the list of a physician's patients, and from after-hours notes", async () => {
    await inStore(portal, ({ db }) =>
      db
        .updateTable("notes")
        .set({ noted_at: new Date(Date.now() - 3_600_000).toISOString() })
        .where("id", "=", 1)
        .execute(),
    );
    const browser = await browserOf();
    for (const [path, names] of [
      [
        "/physician-profile/1000000001?startDate=2025-01-01&endDate=2025-06-01",
        "#list tbody th a",
      ],
      ["/reports/after-hours-patient-report/", "#notes tbody th a"],
    ] as const) {
      const links = all(documentOf((await browser.get(path)).text), names);
      expect(
        links.map((link) => link.getAttribute("href")),
        path,
      ).toEqual([PAGE]);
    }
  });
});

it("leads from somebody who was merged to whom they became", async () => {
  const page = await (await browserOf()).get("/residents/9");
  expect([page.status, page.location]).toEqual([302, PAGE]);
});

it("tells an error in its place, with a way to try again", async () => {
  const browser = await browserOf();
  const { status, text } = await withoutTable(portal, "merges", () =>
    browser.get(PAGE),
  );
  expect(status).toBe(200);
  expect(text).toContain("Something went wrong on the server.");
  const retry = all(documentOf(text), "main a").find(
    (link) => textOf(link) === "Try again",
  );
  expect(retry?.getAttribute("href")).toBe(PAGE);
});
