import { beforeAll, describe, expect, it } from "vitest";
import { medicalStaffData, medicalStaffReport } from "~/report-paths";
import type { Browser } from "./support/browser";
import { CENSUS } from "./support/census";
import { documentOf, textOf, textsOf } from "./support/document";
import { onOwnPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";
import { placePath } from "~/paths";

const RANGE = { startDate: "2025-01-01", endDate: "2025-06-30" };
const DAYS = `startDate=${RANGE.startDate}&endDate=${RANGE.endDate}`;

/** Elm and Oak are complete through different days within the range, Fir and Ash beyond it. */
const FACILITIES = CENSUS["facilities.csv"].split("\n").map((line, index) => {
  const days = ["data_through", "2025-05-31", "2025-06-15", "2025-07-31"];
  return `${line},${days[Math.min(index, 3)]}`;
});

const OF_ONE =
  "Counted through 05/31/2025: the data of later days are not complete yet.";
const OF_SEVERAL = [
  "Counted through 05/31/2025 at some facilities, and at others up to 06/30/2025.",
  "The data of later days are not complete yet.",
];

describe("a range that the data do not reach", () => {
  let portal: Portal;
  let browser: Browser;
  onOwnPortal((started) => (portal = started), {
    census: { "facilities.csv": FACILITIES.join("\n") },
  });
  beforeAll(async () => {
    browser = await portal.browser().loggedIn("company");
  });

  async function open(path: string) {
    const page = await browser.get(path);
    expect(page.status).toBe(200);
    return documentOf(page.text);
  }
  const notesAt = async (path: string) =>
    textsOf(await open(path), "#filter-notes p");

  it("is said to count through the reach, under the dates that are asked for", async () => {
    expect(await notesAt(`/facility-profile/101?${DAYS}`)).toEqual([OF_ONE]);
    expect(await notesAt(`/company-overview?${DAYS}`)).toEqual(OF_SEVERAL);
    expect(await notesAt(`${medicalStaffReport}?${DAYS}`)).toEqual(OF_SEVERAL);
  });

  it("says nothing where all of it counts", async () => {
    expect(await notesAt(`/facility-profile/201?${DAYS}`)).toEqual([]);
    const early = "startDate=2025-01-01&endDate=2025-05-31";
    expect(await notesAt(`/company-overview?${early}`)).toEqual([]);
  });

  it.each([
    [
      "the inspector",
      "&inspect=rth",
      "End date: 06/30/2025 · through 05/31/2025",
    ],
    ["a graph in full", "&graph=rth_30", "To 06/30/2025 · through 05/31/2025"],
    ["a comparison", "&compare=rth", "06/30/2025 · through 05/31/2025"],
    [
      "the huddle sheet",
      "&view=huddle",
      "To Date 06/30/2025 · through 05/31/2025",
    ],
  ])("names the day in %s", async (_, panel, words) => {
    const page = await open(`/region-profile/11?${DAYS}${panel}`);
    expect(textOf(page.querySelector("main"))).toContain(words);
  });

  it("is compared with a period before of as many days as count", async () => {
    const days = "startDate=2025-04-01&endDate=2025-06-30";
    const page = await open(`/facility-profile/101?${days}`);
    // 61 days, to the end of May.
    expect(textOf(page.querySelector("main"))).toContain(
      "Compared with 01/30/2025–03/31/2025.",
    );
  });

  const wordsOf = async (path: string, part = "main") =>
    textOf((await open(path)).querySelector(part));

  it("is not compared where the data begin after the period before", async () => {
    const why = "No comparison: data start on 01/20/2025.";
    const days = "startDate=2025-02-01&endDate=2025-03-31";
    const page = await open(`/facility-profile/101?${days}`);
    expect(textOf(page.querySelector("main"))).toContain(why);
    expect(textsOf(page, ".figure-note").join(" ")).not.toMatch(/[▲▼]|higher/);
    const inspected = `/facility-profile/101?${days}&inspect=days_of_care`;
    expect(await wordsOf(inspected, "#panel")).toContain(why);
    const sheet = `/region-profile/11?${days}&view=huddle`;
    expect(await wordsOf(sheet)).toContain(why);
  });

  it("is compared in the facilities whose data cover both, which are counted", async () => {
    // Oak has no discharge and no transfer, and Ash its first one in April.
    const days = "startDate=2025-05-01&endDate=2025-05-31";
    expect(await wordsOf(`/company-overview?${days}`)).toContain(
      "Compared with 03/31/2025–04/30/2025. Only 1 of 3 facilities have data for both periods.",
    );
    const inspected = `/company-overview?${days}&inspect=days_of_care`;
    expect(await wordsOf(inspected, "#panel")).toContain(
      "03/31/2025–04/30/2025: 62. Now: 62. Since then: no change.",
    );
  });

  it("that lies wholly beyond has no figures, and says when the data ended", async () => {
    const beyond = "startDate=2025-06-01&endDate=2025-06-30";
    const ended = "No data after 05/31/2025.";
    const page = await open(`/facility-profile/101?${beyond}`);
    const card = page.querySelector("[aria-labelledby=overview]");
    expect(textOf(card)).toContain(ended);
    expect(textOf(card)).not.toMatch(/0 \/|0\.00/);
    expect(await notesAt(`/facility-profile/101?${beyond}`)).toEqual([]);
    const sheet = `/facility-profile/101?${beyond}&view=huddle`;
    expect(await wordsOf(sheet)).toContain("through 05/31/2025");
    const staff = `${medicalStaffReport}?division=1&region=11&facility=101`;
    expect(await notesAt(`${staff}&${beyond}`)).toEqual([ended]);
    expect(await notesAt(`/transfers/facility/101?${beyond}`)).toEqual([ended]);
    const last = "startDate=2025-05-31&endDate=2025-06-30";
    expect(await wordsOf(`/facility-profile/101?${last}`)).not.toContain(ended);
  });

  it("has no quality score where the data end before the default range", async () => {
    const page = await open(`/facility-profile/101?${DAYS}`);
    const card = page.querySelector("[aria-labelledby=quality]");
    expect(textOf(card)).toContain("No results found for this search.");
  });

  it("has the day in the names of its files", async () => {
    const nameOf = async (path: string) =>
      (await browser.get(path)).headers.get("content-disposition");
    const rows = placePath("metric-data", "facility", 101, {
      measure: "days_of_care",
      ...RANGE,
    });
    expect(await nameOf(rows)).toBe(
      'attachment; filename="days_of_care-facility-101-from-2025-01-01-2025-06-30-through-2025-05-31.csv"',
    );
    expect(await nameOf(`${medicalStaffData}?${DAYS}`)).toBe(
      'attachment; filename="medical-staff-company-0-from-2025-01-01-2025-06-30-through-2025-05-31.csv"',
    );
    const whole = placePath("metric-data", "facility", 201, {
      measure: "days_of_care",
      ...RANGE,
    });
    expect(await nameOf(whole)).toMatch(/-from-2025-01-01-2025-06-30\.csv"$/);
  });
});
