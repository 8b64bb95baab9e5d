import { beforeEach, describe, expect, it } from "vitest";
import type { SentTransferRow } from "~/contract/transfers";
import { all, documentOf, textOf } from "./support/document";
import { type FakeHost, says, sendJson, signsIn } from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import type { Portal } from "./support/portal";

const RANGE = "startDate=2026-01-01&endDate=2026-03-31";
const PAGE = `/transfers/facility/101?${RANGE}`;
const CALL = "/transfers/facility/101/2026-01-01/2026-03-31";

const ROW: SentTransferRow = {
  transfer_id: -7,
  patient_id: -3,
  mrn: "MRN <3>",
  first_name: "Ada",
  last_name: "Ames",
  facility_id: 101,
  facility_name: "Elm House",
  transferred_on: "2026-03-21",
  minute_of_day: 1_385,
  outcome: "ed_only",
  planned: false,
  assumed: true,
  days_since_admission: 0,
  physician_name: null,
  hospital: "Fictional General",
  reason: null,
  diagnosis: null,
};

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));

async function open(path: string, role = "company") {
  signsIn(host, { role });
  const browser = await portal.browser().loggedIn(role);
  const page = await browser.get(path);
  return { ...page, document: documentOf(page.text) };
}

describe("the page of transfers", () => {
  beforeEach(() => {
    says(host, "/api/company/organization/", {
      data: {
        divisions: [],
        regions: [],
        facilities: [
          {
            facility_id: 101,
            facility_name: "Elm House",
            region_id: 11,
            region_name: "Coast",
            division_id: 1,
            division_name: "North",
          },
        ],
      },
    });
    says(host, CALL, {
      data: {
        transfers: 25,
        unplanned: 21,
        reviewed: 4,
        groupings: [
          {
            by: "weekday",
            groups: [
              { key: "5", transfers: 20 },
              { key: "6", transfers: 5 },
            ],
          },
          {
            by: "cause",
            groups: [
              { key: "fall", name: "A fall", transfers: 3 },
              { key: "added-1", transfers: 1 },
              { key: "added-2", name: "Long waits at night", transfers: 0 },
            ],
          },
          {
            by: "physician",
            groups: [{ key: "1000000001", name: "Ames, Ada", transfers: 25 }],
          },
          {
            by: "hospital",
            groups: [{ key: "A & B <General>", transfers: 25 }],
            more: { groups: 2, transfers: 3 },
          },
        ],
      },
    });
    says(host, `${CALL}/list`, { data: { rows: [ROW], next: 1 } });
  });

  it("counts them by what they have in common, and each number opens its transfers", async () => {
    const { status, document, text } = await open(PAGE);
    expect(status).toBe(200);
    expect(document.title).toBe("Transfers: Elm House – Sojourn");
    expect(all(document, "main h2").map(textOf)).toEqual([
      "Day of the week",
      "Physician",
      "Causes",
      "Hospital",
    ]);
    expect(all(document, "main tbody tr").map(textOf)).toEqual([
      "Saturday2080%",
      "Sunday520%",
      "Ames, Ada25100%",
      "A fall3* 75%75%",
      "added-11* 25%100%",
      "Long waits at night0* 0%100%",
      "A & B <General>25100%",
    ]);
    expect(text).toContain(
      "4 of 21 unplanned transfers are reviewed. The other 17 are not counted here.",
    );
    expect(text).toContain("and 2 others with 3 transfers");
    expect(
      all(document, "main tbody a").map((link) => link.getAttribute("href")),
    ).toEqual([
      `${PAGE}&list=weekday&key=5#list-heading`,
      `${PAGE}&list=weekday&key=6#list-heading`,
      `${PAGE}&list=physician&key=1000000001#list-heading`,
      `${PAGE}&list=cause&key=fall#list-heading`,
      `${PAGE}&list=cause&key=added-1#list-heading`,
      `${PAGE}&list=cause&key=added-2#list-heading`,
      `${PAGE}&list=hospital&key=A+%26+B+%3CGeneral%3E#list-heading`,
    ]);
    expect(
      document.querySelector('a[href^="/metric-data"]')?.getAttribute("href"),
    ).toBe(`/metric-data/facility/101?${RANGE}&measure=transfers`);
  });

  it("heads each column of numbers where all can read it", async () => {
    const { document, text } = await open(PAGE);
    const headsOf = (by: string) =>
      all(document, `table[aria-labelledby="by-${by}"] thead th`);
    expect(headsOf("weekday").map(textOf)).toEqual([
      "Group",
      "Transfers",
      "Share",
    ]);
    const ofCauses = headsOf("cause");
    expect(ofCauses.map(textOf)).toEqual([
      "Group",
      "Transfers",
      "Share",
      "Running share",
    ]);
    for (const head of ofCauses) {
      expect(head.getAttribute("scope")).toBe("col");
      expect(head.closest(".sr-only")).toBeNull();
    }
    expect(text).toContain("The running share is of all causes named");
  });

  it("has no table where no transfer is reviewed", async () => {
    says(host, CALL, {
      data: {
        transfers: 2,
        unplanned: 2,
        reviewed: 0,
        groupings: [{ by: "cause", groups: [] }],
      },
    });
    const { document } = await open(PAGE);
    expect(textOf(document.querySelector("main"))).toContain(
      "No unplanned transfer of these days is reviewed yet.",
    );
    expect(document.querySelector("main table")).toBeNull();
  });

  it("lists the transfers of a number with the way to each resident and to older ones", async () => {
    const { document } = await open(`${PAGE}&list=weekday&key=5`);
    expect(textOf(document.getElementById("list-heading"))).toBe(
      "Day of the week: Saturday",
    );
    const cells = all(document, "#transfers tbody tr > *");
    expect(cells.map(textOf)).toEqual([
      "Ames, AdaMRN <3>",
      "03/21/2026 11:05 PM",
      "ED visit, assumed",
      "0",
      "None",
      "Fictional General",
      "Not known",
      "Review",
    ]);
    expect(cells[0]?.querySelector("a")?.getAttribute("href")).toBe(
      "/residents/-3",
    );
    const review = cells.at(-1)?.querySelector("a");
    expect(review?.getAttribute("href")).toBe("/reviews/-7");
    expect(review?.getAttribute("aria-label")).toBe(
      "Review: Ames, Ada, 03/21/2026 11:05 PM",
    );
    const pages = all(document, 'nav[aria-label="Pages of the list"] a');
    expect(pages.map((link) => link.getAttribute("href"))).toEqual([
      `${PAGE}&list=weekday&key=5&page=2#transfers`,
    ]);
    const close = all(document, "main a").find(
      (link) => textOf(link) === "Close the list",
    );
    // It leads back to what has opened the list.
    expect(close?.getAttribute("href")).toBe(`${PAGE}#group-weekday-0`);
    expect(textOf(document.getElementById("group-weekday-0"))).toBe("20");
  });

  it.each([
    ["list=all", "all-transfers"],
    ["list=hospital&key=A+%26+B+%3CGeneral%3E", "group-hospital-0"],
    ["list=cause&key=added-1", "group-cause-1"],
    // That group is left out.
    ["list=weekday&key=1", "all-transfers"],
  ])("closes the list of %s at %s", async (query, id) => {
    const { document } = await open(`${PAGE}&${query}`);
    const close = all(document, "main a").find(
      (link) => textOf(link) === "Close the list",
    );
    expect(close?.getAttribute("href")).toBe(`${PAGE}#${id}`);
    expect(document.getElementById(id)?.localName).toBe("a");
  });

  it("says of each transfer how far its review is, where the host does", async () => {
    const states = ["not_begun", "open", "reviewed", "signed", null, "odd"];
    const rows = states.map((review_state, at) => ({
      ...ROW,
      transfer_id: at + 1,
      review_state,
    }));
    says(host, `${CALL}/list`, { data: { rows, next: null } });
    const { document } = await open(`${PAGE}&list=all`);
    const links = all(document, "#transfers tbody td:last-child a");
    expect(links.map(textOf)).toEqual([
      "Not begun",
      "Open",
      "Reviewed",
      "Signed",
      "Review",
      "Review",
    ]);
    expect(links[0]?.getAttribute("aria-label")).toBe(
      "Review: Not begun, Ames, Ada, 03/21/2026 11:05 PM",
    );
  });

  it.each([
    ["weekday", "5", "Day of the week: Saturday"],
    ["hour", "0", "Hour of the day: 12 am"],
    ["hour", "not-known", "Hour of the day: Not known"],
    ["hour", "99", "Hour of the day"],
    ["since_admission", "not-known", "Days since admission: After discharge"],
    ["outcome", "planned", "Outcome: Planned hospital stay"],
    ["since_admission", "over-30", "Days since admission: Over 30 days"],
    ["hospital", "A & B <General>", "Hospital: A & B <General>"],
    ["hospital", "not-known", "Hospital: Not known"],
    ["avoidable", "unsure", "Could it have been avoided? Unsure"],
    // By the groups, by the product, and of nobody.
    ["cause", "added-2", "Causes: Long waits at night"],
    ["cause", "infection", "Causes: An infection was not treated in time"],
    ["cause", "added-1", "Causes"],
    ["physician", "1000000001", "Physician: Ames, Ada"],
    ["physician", "1000000002", "Physician: NPI 1000000002"],
  ])("calls the list of %s %s by its name", async (by, key, heading) => {
    const query = new URLSearchParams({ list: by, key });
    const { document } = await open(`${PAGE}&${query}`);
    expect(textOf(document.getElementById("list-heading"))).toBe(heading);
  });

  it("calls an empty list by its name too", async () => {
    host.on(`${CALL}/list`, (_, response) => response.writeHead(204).end());
    const { document } = await open(`${PAGE}&list=cause&key=added-2`);
    expect(textOf(document.getElementById("list-heading"))).toBe(
      "Causes: Long waits at night",
    );
  });

  it("leads on to the address of what was accepted", async () => {
    const { location } = await open(
      "/transfers/facility/101?startDate=2026-01-01&endDate=2026-03-31&previousStartDate=2026-01-01&previousEndDate=2026-02-01&list=hour&key=3",
    );
    expect(location).toBe(`${PAGE}&list=hour&key=3`);
  });

  it.each([
    [204, "No transfers in these days."],
    [400, "The transfers could not be read."],
    [404, "This is not offered by your data source."],
    [500, "The transfers could not be read."],
  ])("says at status %i: %s", async (status, words) => {
    host.on(CALL, (_, response) => {
      if (status === 204) response.writeHead(204).end();
      else sendJson(response, {}, status);
    });
    const page = await open(PAGE);
    expect(page.status).toBe(200);
    expect(textOf(page.document.querySelector("main"))).toContain(words);
  });

  it("says that a list is closed to whoever may not read it", async () => {
    host.on(`${CALL}/list`, (_, response) => sendJson(response, {}, 403));
    const { status, document } = await open(`${PAGE}&list=all`);
    expect(status).toBe(200);
    expect(textOf(document.querySelector("main"))).toContain(
      "Lists of residents are closed to you.",
    );
  });

  it("is closed to whoever may not open the profile, and not there for other levels", async () => {
    expect((await open("/transfers/company/0", "region")).status).toBe(403);
    expect((await open("/transfers/patient/1")).status).toBe(404);
  });
});
