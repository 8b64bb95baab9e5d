import { beforeAll, describe, expect, it } from "vitest";
import { epochDayOf, isoDayOf, usDayOf } from "~/domain/calendar";
import type { FeedMessageTable } from "~server/store/feed-tables";
import type { Page } from "./support/browser";
import { CENSUS } from "./support/census";
import { all, documentOf, nameOf, textOf, textsOf } from "./support/document";
import { onOwnPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";
import { inStore, withoutTable } from "./support/store-of-portal";

const PAGE = "/census";
/** Movements are counted by day of UTC. */
const DAY = new Date().toISOString().slice(0, 10);
const ago = (days: number) => isoDayOf(epochDayOf(DAY) - days);
const us = (days: number) => usDayOf(ago(days));

/** A year of which nothing changes any more, and the day on which Gum House fell silent in it. */
const YEAR = "startDate=2025-02-01&endDate=2026-01-31";
const FELL_SILENT = "2025-11-10";
const MONTHS = ["02", "03", "04", "05", "06", "07", "08", "09", "10", "11"].map(
  (month) => `2025-${month}`,
);

/** Who was admitted from hospital in each month of that year, and stayed for a week. */
function admissionsOf(facility: number): string[] {
  return [...MONTHS, "2025-12", "2026-01"].map((month, at) => {
    const id = facility * 100 + at;
    return `${id},${facility},${facility},,${month}-03,${month}-10,hospital,false`;
  });
}

/**
 * In Coast, Alder is well and has no feed, the feed of Birch is silent and two of its three residents have the same number, and that of Cedar is young. Bay has
 * the id of Birch, and Hills has Fir and Gum with the same admissions and 101 facilities without any.
 */
const IN_DOUBT = {
  "regions.csv": `region_id,region_name,division_id
11,Coast,1
102,Bay,1
12,Hills,2`,
  "facilities.csv": [
    "facility_id,facility_name,region_id,ccn,overall,survey,quality,staffing",
    ..."101,Alder <House>,11 102,Birch House,11 103,Cedar House,11 104,Dune House,102 105,Fir House,12 106,Gum House,12"
      .split(/ (?=\d)/)
      .map((facility) => `${facility},,,,,`),
    ...Array.from(
      { length: 101 },
      (_, at) => `${1001 + at},Hill ${at},12,,,,,`,
    ),
  ].join("\n"),
  "patients.csv": `patient_id,mrn,first_name,last_name,frailty_score
11,1,Amy,Ash,
12,7,Ada,Lee,
13,7,Bo,Orr,
14,9,Cy,Poe,
15,3,Di,Ray,
16,8,Ed,Sum,
105,20,Flo,Fir,
106,21,Gus,Gum,`,
  "stays.csv": [
    CENSUS["stays.csv"].split("\n")[0],
    `1,11,101,1000000001,${ago(200)},,community,false`,
    `2,12,102,1000000001,${ago(90)},${ago(40)},community,false`,
    `3,13,102,,${ago(50)},,community,false`,
    `4,16,102,1000000001,${ago(90)},,community,false`,
    `5,14,103,1000000001,${ago(200)},,community,false`,
    `6,15,104,1000000001,${ago(200)},,community,false`,
    ...admissionsOf(105),
    ...admissionsOf(106),
  ].join("\n"),
  "transfers.csv": CENSUS["transfers.csv"].split("\n")[0] ?? "",
};

let portal: Portal;
onOwnPortal((started) => (portal = started), { census: IN_DOUBT });
beforeAll(async () => {
  await inStore(portal, async ({ db }) => {
    const beds = db.updateTable("facilities").set({ beds: 110 });
    await beds.where("id", "=", 102).execute();
    const said = [
      { facility_id: 102, last: ago(6), first: ago(36) },
      { facility_id: 103, last: ago(1), first: ago(2) },
      { facility_id: 106, last: FELL_SILENT, first: "2025-10-10" },
    ];
    await db
      .insertInto("feed_facilities")
      .values(
        said.map(({ facility_id, last }) => ({
          facility_id,
          last_message_at: `${facility_id === 102 ? ago(3) : last}T14:05:00.000Z`,
          last_movement_at: `${last}T13:00:00.000Z`,
        })),
      )
      .execute();
    for (const { facility_id, first, last } of said) {
      const from = epochDayOf(first);
      const days = Array.from({ length: epochDayOf(last) - from }, (_, at) =>
        Array<string>(6).fill(isoDayOf(from + at)),
      ).flat();
      const more = { facility_id, status: "used", movement: 1 } as const;
      await messages(
        days.map((day) => ({ ...more, said_at: `${day}T12:00:00Z` })),
      );
    }
    const waits = { status: "waiting", movement: 0 } as const;
    await messages([
      ...Array(2).fill({ ...waits, reason: "no_stay", facility_id: 102 }),
      { ...waits, reason: "not_yet", facility_id: 102 },
      ...Array(3).fill({
        ...waits,
        reason: "unknown_sender",
        facility_id: null,
      }),
    ]);

    async function messages(
      rows: Pick<FeedMessageTable, "status" | "movement" | "facility_id">[],
    ) {
      const common = { via: "mllp", encoding: "hl7", type: "ADT^A01" } as const;
      await db
        .insertInto("feed_messages")
        .values(
          rows.map((row, at) => ({
            digest: `${row.facility_id} ${row.status} ${at}`,
            received_at: `${DAY}T00:00:00.000Z`,
            ...{ ...common, reused_id: 0, role: "facility" },
            ...row,
          })),
        )
        .execute();
    }
  });
  // A page of figures waits for its marks only for a moment; this has them judged.
  await open(PAGE, "company");
});

async function open(path: string, username = "region"): Promise<Page> {
  const page = await (await portal.browser().loggedIn(username)).get(path);
  expect(page.status).toBe(200);
  return page;
}

function cellsOf({ text }: Page, table = "facilities") {
  return all(documentOf(text), `#${table} tbody tr`).map((row) =>
    all(row, "th, td").map((cell) => textOf(cell).replace(/\s+/g, " ")),
  );
}

const namesOf = (page: Page) => cellsOf(page).map(([name]) => name);

function hrefsOf({ text }: Page): (string | null)[] {
  return all(documentOf(text), "main a").map((a) => a.getAttribute("href"));
}

const weekday = new Intl.DateTimeFormat("en-US", {
  weekday: "long",
  timeZone: "UTC",
}).format(new Date(ago(6)));
const SILENT = `Silent since ${weekday}, ${us(6)}, usually 6 movements a day`;
const DOUBT = "In doubt 66.7% of the stays of a year";

describe("the census page", () => {
  it("says of each facility how new its census is, and what looks wrong in it", async () => {
    const page = await open(PAGE);
    expect(page.headers.get("cache-control")).toContain("no-store");
    const document = documentOf(page.text);
    expect(document.title).toBe("Data quality – Sojourn");
    const [birch, alder, cedar] = cellsOf(page);
    expect(alder).toEqual([
      "Alder <House>",
      "No feed",
      "",
      "",
      "1, beds not known",
      "0%",
      "Nothing",
    ]);
    expect(birch).toEqual([
      expect.stringMatching(`^Birch House ?${SILENT} ?${DOUBT}$`),
      expect.stringMatching(`^${us(3)} \\d\\d:05 AM ET$`),
      expect.stringMatching(`^${us(6)} \\d\\d:00 AM ET$`),
      "0.9, usually 6",
      "2 of 110",
      "66.7%",
      expect.stringMatching(
        /^2 stays with a shared record number ?1 stay without a physician ?3 waiting messages$/,
      ),
    ]);
    expect(cedar?.[3]).toBe("Too new to say");
    expect(page.text).toContain("of beds");
    expect(page.text).not.toContain("come with the CMS ratings");
    const [link] = all(document, "#facilities li a");
    expect(link?.getAttribute("aria-label")).toBe(
      "2 stays with a shared record number, Birch House",
    );
  });

  it("is where the header of other pages leads, but for physicians", async () => {
    const wayOf = async (username: string) => {
      const { text } = await open("/search", username);
      return textsOf(documentOf(text), `header a[href='${PAGE}']`);
    };
    expect(await wayOf("region")).toEqual(["Data quality"]);
    expect(await wayOf("physician")).toEqual([]);
  });

  it("says why beds are not known where those of none are", async () => {
    const { text } = await open(PAGE, "facility");
    expect(text).toContain("come with the CMS ratings");
    expect(text).not.toContain("of beds");
  });

  it("has the order of a column over all pages, and is of one place where its address names it", async () => {
    const path = `${PAGE}?level=region&id=11&sort=facility&dir=desc`;
    const page = await open(path, "company");
    expect(namesOf(page).map((name) => name?.split(" ")[0])).toEqual([
      "Cedar",
      "Birch",
      "Alder",
    ]);
    expect(hrefsOf(page)).toEqual(
      expect.arrayContaining([
        `${PAGE}?level=region&id=11&sort=residents&dir=asc#facilities`,
        `${PAGE}?sort=facility&dir=desc`,
      ]),
    );
    const last = await open(`${PAGE}?sort=facility&dir=desc&page=2`, "company");
    expect(namesOf(last).at(-1)).toBe("Alder <House>");
  });

  it("opens the list behind a count, with what to do about it", async () => {
    const { text } = await open(PAGE);
    const href = `${PAGE}?list=shared_mrn&facility-id=102`;
    const [link] = all(documentOf(text), "#facilities li a");
    expect(link?.getAttribute("href")).toBe(`${href}#findings-heading`);
    const page = await open(href);
    const document = documentOf(page.text);
    expect(textsOf(document, "#findings-heading")).toEqual([
      "Shared record numbers: Birch House",
    ]);
    expect(page.text).toContain("Merge them if they are one person");
    expect(cellsOf(page, "findings")).toEqual([
      ["Lee, Ada", "7", "Gina Gray", us(90), us(40), "Import"],
      ["Orr, Bo", "7", "None", us(50), "Open stay", "Import"],
    ]);
    const names = all(document, "#findings a");
    expect(names.map((name) => name.getAttribute("href"))).toEqual([
      "/residents/12",
      "/residents/13",
    ]);
    expect(textsOf(document, "#facilities [aria-current]")).toEqual([
      "2 stays with a shared record number",
    ]);
    // Closing it leads back to the link that opened it.
    expect(link?.id).toBeTruthy();
    expect(hrefsOf(page)).toContain(`${PAGE}#${link?.id}`);
  });

  it("gives the reasons for which messages wait", async () => {
    const path = `${PAGE}?list=waiting&facility-id=102`;
    const page = await open(path);
    expect(cellsOf(page, "findings")).toEqual([
      ["The resident has no stay there", "2"],
      ["The visit is in the future", "1"],
    ]);
    expect(page.text).toContain("An account manager can add the sender");
    const own = await open(path, "accounts");
    expect(own.text).toContain(
      "Add the sender, try again, or drop the message.",
    );
    // Lists of residents are closed to them.
    const ways = all(documentOf(own.text), "#facilities li a");
    expect(ways.map((link) => link.getAttribute("href"))).toEqual([
      `${path}#findings-heading`,
    ]);
    // An account manager has no dashboard.
    expect(hrefsOf(own)).toEqual(
      expect.arrayContaining(["/feed?status=waiting", "/users"]),
    );
  });

  it("says so where a list is closed to the viewer, and where it has gone", async () => {
    for (const [username, query, words] of [
      ["region", "no_physician&facility-id=104", "cannot open this list."],
      ["company", "waiting&facility-id=999", "no longer exists."],
      [
        "region",
        "overlapping_stays&facility-id=102",
        "Nothing left on this list",
      ],
    ] as const) {
      const { text } = await open(`${PAGE}?list=${query}`, username);
      expect(text).toContain(words);
    }
  });

  it("leads from page to page of facilities, and keeps their order", async () => {
    const first = await open(`${PAGE}?sort=doubt&dir=asc`, "company");
    const unplaced = "3 messages wait with an unknown facility.";
    expect(first.text).toContain(unplaced);
    const linksOf = ({ text }: Page) =>
      all(documentOf(text), "nav[aria-label='Pages of facilities'] a").map(
        (link) => link.getAttribute("href"),
      );
    expect(linksOf(first)).toEqual([
      `${PAGE}?page=2&sort=doubt&dir=asc#facilities`,
    ]);
    const { text } = await open(PAGE, "accounts");
    expect(textsOf(documentOf(text), "main a[href='/feed']")).toEqual([
      unplaced,
    ]);
    expect((await open(PAGE)).text).not.toContain(unplaced);
    expect(linksOf(await open(`${PAGE}?page=2`, "company"))).toEqual([
      `${PAGE}#facilities`,
    ]);
  });

  it("has lists in pages, which keep what else the address says", async () => {
    const href = `${PAGE}?list=shared_mrn&facility-id=102&rows=2`;
    const page = await open(href);
    expect(page.text).toContain("Nothing left on this list");
    expect(hrefsOf(page)).toContain(`${href.replace("&rows=2", "")}#findings`);
  });

  it.each([
    "?page=x",
    "?level=physician&id=1&sort=nothing",
    "?list=everything&facility-id=1",
    "?list=waiting",
  ])(
    "takes what nobody understands of its address as not said: %s",
    async (query) => {
      const page = await open(PAGE + query);
      expect(cellsOf(page)).toHaveLength(3);
      expect(all(documentOf(page.text), "#findings")).toEqual([]);
    },
  );

  it("tells an error in its place, with a way to try again", async () => {
    const { text } = await withoutTable(portal, "feed_messages", () =>
      open(PAGE),
    );
    expect(text).toContain("Something went wrong on the server.");
    expect(hrefsOf({ text } as Page)).toContain(PAGE);
  });

  it("is empty for who has no facilities", async () => {
    await inStore(portal, ({ db }) =>
      db
        .updateTable("users")
        .set({ access_level_id: "999" })
        .where("username", "=", "facilities")
        .execute(),
    );
    const { text } = await open(PAGE, "facilities");
    expect(text).toContain("You have no facilities.");
  });
});

describe("the pages of places", () => {
  const marksAt = async (path: string) => {
    const { text } = await open(path, "company");
    const links = all(documentOf(text), "main a[href^='/census']");
    return links.map((link) => [nameOf(link), link.getAttribute("href")]);
  };

  it("mark a facility that is silent and has much in doubt, and none that can be trusted", async () => {
    const href = `${PAGE}?level=facility&id=102`;
    expect(await marksAt("/facility-profile/102")).toEqual([
      [SILENT, href],
      [DOUBT, href],
    ]);
    expect(await marksAt("/facility-profile/101")).toEqual([]);
  });

  it("say of a larger place how many of all its facilities are marked", async () => {
    expect(await marksAt("/company-overview?view=huddle")).toEqual([
      ["In doubt the census of 2 of 107 facilities", PAGE],
    ]);
  });

  it("mark a facility in the list of its region and in the comparison, and no region that has its id", async () => {
    const namesAt = async (path: string, table: string) => {
      const { text } = await open(path, "company");
      return textsOf(documentOf(text), `${table} tbody th`);
    };
    const marked = [
      "Alder <House>",
      "Birch House (silent, in doubt)",
      "Cedar House",
    ];
    const list = await namesAt("/region-profile/11", "#list");
    expect(list.sort()).toEqual(marked);
    const compared = await namesAt(
      "/region-profile/11?compare=rth",
      "#compared",
    );
    expect(compared.sort()).toEqual(marked);
    const regions = await namesAt("/division-profile/1", "#list");
    expect(regions.sort()).toEqual(["Bay", "Coast"]);
  });

  it("draw no month of a silent facility from its newest movement on", async () => {
    const withoutRate = async (id: number) => {
      const path = `/facility-profile/${id}?${YEAR}&graph=rth_30`;
      const { text } = await open(path, "company");
      return text.split("No rate").length - 1;
    };
    // The admissions of October may still come back; those of December and January are not known.
    expect(await withoutRate(106)).toBe((await withoutRate(105)) + 4);
  });
});
