import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { epochDayOf, isoDayOf } from "~/domain/calendar";
import { answersOf } from "~/features/reviews/rules/answers";
import { columnsOf } from "~server/reviews/read-review";
import {
  all,
  documentOf,
  textOf,
  textsOf,
} from "../../../tests/pages/support/document";
import { onOwnPortal } from "../../../tests/pages/support/on-portal";
import type { Portal } from "../../../tests/pages/support/portal";
import {
  inStore,
  withoutTable,
} from "../../../tests/pages/support/store-of-portal";

const RANGE = "startDate=2025-01-01&endDate=2025-12-31";
const PAGE = `/transfers/facility/101?${RANGE}`;
const OF_OAK = `/transfers/facility/102?${RANGE}`;
const FILE = `/metric-data/facility/101?${RANGE}&measure=transfers`;
const HOSPITAL = "A & B <General>";

/** Elm House: 20 on Saturdays, the last of them with all that is known of it, and 5 on Sundays; 4 were planned. */
const OF_ELM = [...weeksFrom("2025-01-18", 20), ...weeksFrom("2025-02-02", 5)]
  .map((day, at) => {
    const isLast = at === 19;
    const hospital = at < 4 ? HOSPITAL : `Hospital ${at}`;
    return [
      ...[at + 1, 1, 101, day, isLast ? "ed_only" : "inpatient", at < 4],
      ...[isLast ? "23:05" : "", isLast ? "" : hospital, "", ""],
    ].join(",");
  })
  .join("\n");
/** Oak House: one more than a page of a list has, none of them reviewed. */
const MANY = Array.from({ length: 51 }, (_, at) => {
  const day = isoDayOf(epochDayOf("2025-03-11") + at);
  return `${at + 101},3,102,${day},inpatient,false,,,,`;
}).join("\n");

const TRANSFERS = `transfer_id,patient_id,facility_id,transferred_on,outcome,planned,time_of_day,hospital,reason,diagnosis
${OF_ELM}
${MANY}`;

function weeksFrom(day: string, weeks: number): string[] {
  return Array.from({ length: weeks }, (_, week) =>
    isoDayOf(epochDayOf(day) + 7 * week),
  );
}

let portal: Portal;
onOwnPortal((started) => (portal = started), {
  census: { "transfers.csv": TRANSFERS },
});

beforeAll(() =>
  inStore(portal, async ({ db }) => {
    await db
      .updateTable("transfers")
      .set("assumed", 1)
      .where("id", "=", 20)
      .execute();
    await db
      .insertInto("review_causes")
      .values({
        id: 1,
        text: "Long waits at night",
        author: "Amy",
        added_at: "2025-01-01T00:00:00.000Z",
      })
      .execute();
    for (const [transfer_id, state, causes] of [
      [5, "reviewed", "fall"],
      [6, "signed", "fall"],
      [7, "signed", "fall added-1"],
      [8, "signed", ""],
      [9, "open", ""],
    ] as const) {
      const { patient_id, facility_id, transferred_on } = await db
        .selectFrom("transfers")
        .where("id", "=", transfer_id)
        .selectAll()
        .executeTakeFirstOrThrow();
      const answers = columnsOf(answersOf({ causes }));
      await db
        .insertInto("reviews")
        .values({
          ...{ transfer_id, patient_id, facility_id, transferred_on, state },
          ...{ npi: null, isnp: 0, version: 1, ...answers },
        })
        .execute();
    }
  }),
);

async function open(path: string, username = "company") {
  const browser = await portal.browser().loggedIn(username);
  const page = await browser.get(path);
  return { ...page, document: documentOf(page.text) };
}

describe("the page of transfers", () => {
  it("counts them by what they have in common, and each number opens its transfers", async () => {
    const { status, document, text } = await open(PAGE);
    expect(status).toBe(200);
    expect(document.title).toBe("Transfers: Elm House – Sojourn");
    expect(textsOf(document, "main h2")).toEqual([
      "Weekday and hour",
      "Days since admission",
      "Causes",
      "Reason",
      "Unit",
      "Diagnosis",
      "Shift",
      "Outcome",
      "Could it have been avoided?",
      "Hospital",
      "Physician",
    ]);
    const rowsBy = (by: string) =>
      textsOf(document, `table[aria-labelledby="by-${by}"] tbody tr`);
    // Of one transfer the hour is known.
    expect(rowsBy("weekday_hour")).toEqual([
      ...["Mon00000000", "Tue00000000", "Wed00000000", "Thu00000000"],
      ...["Fri00000000", "Sat0000011920", "Sun00000055", "All0000012425"],
    ]);
    expect(rowsBy("shift")).toEqual([
      "Day, 07:00 AM–03:00 PM00%",
      "Evening, 03:00 PM–11:00 PM00%",
      "Night, 11:00 PM–07:00 AM14%",
      "Not known2496%",
    ]);
    expect(rowsBy("physician")).toEqual(["Gray, Gina25100%"]);
    expect(rowsBy("cause")).toEqual([
      "A fall3* 100%",
      "Long waits at night1* 33%",
    ]);
    expect(rowsBy("hospital")[0]).toBe(`${HOSPITAL}416%`);
    expect(text).toContain(
      "4 of 21 unplanned transfers reviewed. Share: of the 3 transfers with a reviewed cause.",
    );
    expect(text).toContain("The 20 largest are listed.");
    const hrefs = all(document, "main tbody a").map((link) =>
      link.getAttribute("href"),
    );
    expect(hrefs).toEqual(
      expect.arrayContaining([
        `${PAGE}&list=weekday&key=5#list-heading`,
        `${PAGE}&list=physician&key=1000000001#list-heading`,
        `${PAGE}&list=cause&key=added-1#list-heading`,
        `${PAGE}&list=hospital&key=A+%26+B+%3CGeneral%3E#list-heading`,
      ]),
    );
    expect(
      document.querySelector('a[href^="/metric-data"]')?.getAttribute("href"),
    ).toBe(FILE);
  });

  it.each([
    [PAGE, 40],
    [`/transfers/region/11?${RANGE}`, 55],
    [`/transfers/physician/1000000001?${RANGE}`, 30],
  ])("opens from each number of %s as many transfers", async (path, least) => {
    const browser = await portal.browser().loggedIn("company");
    const numbersOf = async (href: string) => {
      const { text } = await browser.get(href);
      const links = all(documentOf(text), "main a[href*='list=']");
      return links.map((link) => ({
        href: link.getAttribute("href") ?? "",
        count: Number.parseInt(textOf(link), 10),
      }));
    };
    const rowsOf = async (href: string): Promise<number> => {
      const document = documentOf((await browser.get(href)).text);
      const older = all(document, "nav[aria-label='Pages of the list'] a").find(
        (link) => textOf(link) === "Older transfers",
      );
      const next = older?.getAttribute("href");
      const own = all(document, "#transfers tbody tr").length;
      return own + (next ? await rowsOf(next) : 0);
    };
    const numbers = await numbersOf(path);
    expect(numbers.length).toBeGreaterThan(least);
    for (const { href, count } of numbers) {
      expect([href, await rowsOf(href)]).toEqual([href, count]);
    }
  });

  it("compares the facilities of a place by the same numbers", async () => {
    const { document } = await open(`/transfers/region/11?${RANGE}`);
    const rows = all(document, "#by-facility tbody tr").map((row) =>
      [...row.children].map(textOf),
    );
    // Of 681 resident days and of 297, which are few.
    expect(rows.map((row) => row.slice(0, 3))).toEqual([
      ["Elm House", "25", "36.71"],
      ["Oak House", "51", "* 171.72"],
    ]);
    expect(rows[0]?.slice(3)).toEqual([
      ...["0", "0", "1", "24", "Saturday 20"],
      ...["Over 30 days 19", "–", "–", "–", "A fall 3"],
    ]);
    const named = all(document, "#by-facility a").map((link) =>
      link.getAttribute("aria-label"),
    );
    expect(named).toContain("Elm House, Night, 11:00 PM–07:00 AM: 1 transfer");
    const { document: facility } = await open(PAGE);
    expect(facility.getElementById("by-facility")).toBeNull();
  });

  it("says of each number of the grid what it counts", async () => {
    const { document } = await open(PAGE);
    const grid = all(document, "table[aria-labelledby=by-weekday_hour] a");
    expect(grid.map((link) => link.getAttribute("aria-label"))).toEqual([
      "Saturday, 08:00 PM–12:00 AM: 1 transfer",
      "Saturday, hour not known: 19 transfers",
      "Saturday: 20 transfers",
      "Sunday, hour not known: 5 transfers",
      "Sunday: 5 transfers",
      "08:00 PM–12:00 AM: 1 transfer",
      "Not known: 24 transfers",
    ]);
  });

  it("heads each column of numbers where all can read it", async () => {
    const { document } = await open(PAGE);
    const heads = all(document, "table[aria-labelledby=by-cause] thead th");
    expect(heads.map(textOf)).toEqual(["Group", "Transfers", "Share"]);
    for (const head of heads) {
      expect(head.getAttribute("scope")).toBe("col");
      expect(head.closest(".sr-only")).toBeNull();
    }
  });

  it("has no table of causes where no transfer is reviewed", async () => {
    const { document } = await open(OF_OAK);
    expect(textOf(document.querySelector("main"))).toContain(
      "No unplanned transfers in this period have been reviewed.",
    );
    expect(
      document.querySelector("[aria-labelledby=by-weekday_hour]"),
    ).not.toBeNull();
    expect(
      document.querySelector("table[aria-labelledby=by-cause]"),
    ).toBeNull();
  });

  it("lists the transfers of a number with the way to each resident and back", async () => {
    const { document } = await open(`${PAGE}&list=weekday&key=5`);
    expect(textOf(document.getElementById("list-heading"))).toBe(
      "Day of the week: Saturday",
    );
    expect(
      textOf(
        document.getElementById("list-heading")?.nextElementSibling ?? null,
      ),
    ).toBe("20 transfers");
    const [first] = all(document, "#transfers tbody tr");
    const cells = first ? [...first.children] : [];
    expect(cells.map(textOf)).toEqual([
      "Canarylast, CanaryfirstM1",
      "05/31/2025 11:05 PM",
      "ED visit, assumed",
      "141",
      "Gray, Gina",
      "Not known",
      "Not known",
      "Not started",
    ]);
    expect(cells[0]?.querySelector("a")?.getAttribute("href")).toBe(
      "/residents/1",
    );
    const review = cells.at(-1)?.querySelector("a");
    expect(review?.getAttribute("href")).toBe("/reviews/20");
    expect(review?.getAttribute("aria-label")).toBe(
      "Review: Not started, Canarylast, Canaryfirst, 05/31/2025 11:05 PM",
    );
    const close = all(document, "main a").find(
      (link) => textOf(link) === "Close the list",
    );
    // It leads back to what has opened the list.
    expect(close?.getAttribute("href")).toBe(`${PAGE}#group-weekday-5`);
    expect(textOf(document.getElementById("group-weekday-5"))).toBe("20");
  });

  it("leads from a long list to older transfers, and back to the newest", async () => {
    const hrefsOf = async (path: string) =>
      all(
        (await open(path)).document,
        'nav[aria-label="Pages of the list"] a',
      ).map((link) => link.getAttribute("href"));
    const list = `${OF_OAK}&list=all`;
    expect(await hrefsOf(list)).toEqual([`${list}&page=2#transfers`]);
    expect(await hrefsOf(`${list}&page=2`)).toEqual([`${list}#transfers`]);
  });

  it.each([
    ["list=all", "all-transfers"],
    ["list=hospital&key=A+%26+B+%3CGeneral%3E", "group-hospital-0"],
    ["list=cause&key=added-1", "group-cause-1"],
    // There is no such group.
    ["list=weekday&key=1", "all-transfers"],
  ])("closes the list of %s at %s", async (query, id) => {
    const { document } = await open(`${PAGE}&${query}`);
    const close = all(document, "main a").find(
      (link) => textOf(link) === "Close the list",
    );
    expect(close?.getAttribute("href")).toBe(`${PAGE}#${id}`);
    expect(document.getElementById(id)?.localName).toBe("a");
  });

  it("says of each transfer how far its review is", async () => {
    const { document } = await open(`${PAGE}&list=all`);
    const textBy = new Map(
      all(document, "#transfers tbody td:last-child a").map((link) => [
        link.getAttribute("href"),
        textOf(link),
      ]),
    );
    // The last one was planned, and has no review.
    expect([10, 9, 5, 6, 1].map((id) => textBy.get(`/reviews/${id}`))).toEqual([
      "Not started",
      "Open",
      "Reviewed",
      "Signed",
      undefined,
    ]);
  });

  it.each([
    ["hour", "99", "Hour of the day"],
    ["hospital", HOSPITAL, `Hospital: ${HOSPITAL}`],
    // By the groups, by the product, and of nobody.
    ["cause", "added-1", "Causes: Long waits at night"],
    ["cause", "infection", "Causes: Infection not treated in time"],
    ["cause", "added-9", "Causes"],
    ["physician", "1000000001", "Physician: Gray, Gina"],
    ["physician", "1000000002", "Physician: NPI 1000000002"],
  ])("calls the list of %s %s by its name", async (by, key, heading) => {
    const query = new URLSearchParams({ list: by, key });
    const { document } = await open(`${PAGE}&${query}`);
    expect(textOf(document.getElementById("list-heading"))).toBe(heading);
  });

  it("leads on to the address of what was accepted", async () => {
    const { location } = await open(
      `${PAGE}&previousStartDate=2025-01-01&previousEndDate=2025-02-01&list=hour&key=3`,
    );
    expect(location).toBe(`${PAGE}&list=hour&key=3`);
  });

  it("gives all of them as a file", async () => {
    const { text, headers } = await open(FILE);
    expect(headers.get("content-disposition")).toContain(
      "transfers-facility-101-from-2025-01-01-2025-12-31.csv",
    );
    const rows = parse<Record<string, string>>(text, {
      bom: true,
      columns: true,
    });
    expect(rows).toHaveLength(25);
  });

  it("says where there are none, and leads back there from a file of them", async () => {
    const none = "startDate=2024-01-01&endDate=2024-12-31";
    const page = `/transfers/facility/101?${none}`;
    const words = "No transfers in this period.";
    expect((await open(page)).text).toContain(words);
    const file = await open(
      `/metric-data/facility/101?${none}&measure=transfers`,
    );
    expect([file.status, file.location]).toEqual([302, page]);
  });

  it("says that they cannot be read", async () => {
    const { status, text } = await withoutTable(portal, "reviews", () =>
      open(PAGE),
    );
    expect(status).toBe(200);
    expect(text).toContain("Something went wrong on the server.");
  });

  it("has no way to residents for account managers, and says why", async () => {
    const { document } = await open(PAGE, "accounts");
    const wordsOf = (page: typeof document) =>
      textOf(page.querySelector("main"));
    expect(wordsOf(document)).toContain("25 transfers");
    const ways = all(document, "a[href*='list='], a[href^='/metric-data']");
    expect(ways).toHaveLength(0);
    const list = await open(`${PAGE}&list=all`, "accounts");
    expect(list.status).toBe(200);
    expect(wordsOf(list.document)).toContain(
      "Your account cannot open lists of residents.",
    );
    const days = "startDate=2025-02-01&endDate=2025-02-07";
    const week = await open(`/transfers/facility/101?${days}`, "accounts");
    expect(week.status).toBe(200);
    expect(wordsOf(week.document)).toContain(
      "Choose a range of a month or more.",
    );
  });
});
