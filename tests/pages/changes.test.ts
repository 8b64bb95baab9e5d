import { describe, expect, it } from "vitest";
import {
  epochDayOf,
  isoDayOf,
  mondayBefore,
  newYorkDay,
  usDayOf,
} from "~/domain/calendar";
import { CENSUS } from "./support/census";
import { all, documentOf, textOf, textsOf } from "./support/document";
import { onOwnPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";

const TODAY = epochDayOf(newYorkDay(new Date()));
/** As long as there is for a review, and the day after. */
const REVIEW_DAYS = 7;
const TRANSFERRED = isoDayOf(TODAY - REVIEW_DAYS - 1);

/** A review in Coast that is overdue since today. */
const OF_CHANGES = {
  "facilities.csv": CENSUS["facilities.csv"],
  "patients.csv": `${CENSUS["patients.csv"]}
70,M-70,Ada,Lee,7`,
  "stays.csv": `stay_id,patient_id,facility_id,npi,admitted_on,discharged_on,admitted_from,isnp
70,70,101,,2025-01-05,,hospital,false`,
  "transfers.csv": `transfer_id,patient_id,facility_id,transferred_on,outcome,planned
70,70,101,${TRANSFERRED},inpatient,false`,
};

let portal: Portal;
onOwnPortal((started) => (portal = started), { census: OF_CHANGES });

async function open(path: string, username: string) {
  const browser = await portal.browser().loggedIn(username);
  const { text, status } = await browser.get(path);
  return { status, document: documentOf(text) };
}

/** A page does not wait for what changed: a portal that has just started may come too late with it. */
async function expectWay(
  path: string,
  username: string,
  way: [text: string, href: string],
) {
  const browser = await portal.browser().loggedIn(username);
  const links = async () => {
    const { text } = await browser.get(path);
    return all(documentOf(text), "main a")
      .filter((link) => textOf(link).includes("change since"))
      .map((link) => [textOf(link), link.getAttribute("href")]);
  };
  await expect.poll(links, { timeout: 40_000, interval: 500 }).toEqual([way]);
}

describe("what changed since Monday", () => {
  it("has a line on the strip of a place, and on the logo page of whoever has several", async () => {
    const text = `1 change since ${usDayOf(isoDayOf(mondayBefore(TODAY))).slice(0, 5)}`;
    await expectWay("/region-profile/11", "region", [
      text,
      "/changes/region/11",
    ]);
    await expectWay("/", "facilities", [text, "/changes"]);
    const home = await open("/", "facilities");
    expect(
      all(home.document, "main nav a").map((link) => link.getAttribute("href")),
    ).toContain("/reviews?level=facility&id=101&list=overdue");
    const own = "/facility-profile/101";
    await expectWay(own, "facilities", [`${text}, all facilities`, "/changes"]);
    const { document } = await open(own, "facility");
    expect(textsOf(document, "main").join()).not.toContain("change since");
  });

  it("is a list by facility, each with the way to exactly that", async () => {
    const { document, status } = await open("/changes/region/11", "region");
    expect(status).toBe(200);
    const rows = all(document, "#changes > li");
    expect(
      rows.map((row) => Array.from(row.querySelectorAll("a"), textOf)),
    ).toEqual([
      [
        expect.any(String),
        `Review overdue: transfer of ${usDayOf(TRANSFERRED)}`,
      ],
    ]);
    const hrefs = all(document, "#changes a").map((link) =>
      link.getAttribute("href"),
    );
    expect(hrefs).toEqual(["/facility-profile/101", "/reviews/70"]);
    expect(textsOf(document, "main section").join()).toContain(
      "1 overdue review",
    );
    const own = await open("/changes", "facilities");
    expect(all(own.document, "#changes > li")).toHaveLength(1);
    const none = await open("/changes/region/21", "company");
    expect(textsOf(none.document, "main").join()).toContain(
      "Nothing has changed since Monday.",
    );
  });
});
