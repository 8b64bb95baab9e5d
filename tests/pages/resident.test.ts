import { beforeEach, describe, expect, it } from "vitest";
import type { ResidentStory } from "~/contract/residents";
import type { Browser } from "./support/browser";
import { all, documentOf, textOf, textsOf } from "./support/document";
import {
  type FakeHost,
  physicianRecord,
  says,
  signsIn,
} from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import type { Portal } from "./support/portal";

const PAGE = "/residents/-7";

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));

async function browserOf(role = "region", levels = [11]): Promise<Browser> {
  signsIn(host, { role, levels });
  return portal.browser().loggedIn(role);
}

const STAY: ResidentStory["stays"][number] = {
  id: 1,
  facility_id: 101,
  facility_name: "Elm <House>",
  npi: 1_000_000_001,
  physician_name: "Gray, Gina",
  admitted_on: "2026-01-05",
  discharged_on: null,
  admitted_from: "hospital",
  isnp: true,
  unit: "2 West",
  long_stay_from: "2026-04-15",
  rth: true,
  ed: true,
  rth_elsewhere: null,
  ed_elsewhere: {
    on: "2026-01-06",
    outcome: "ed_only",
    facility_name: null,
  },
  data_through: "2026-06-01",
};

const TRANSFER: ResidentStory["transfers"][number] = {
  id: 1,
  stay_id: 1,
  facility_id: 101,
  facility_name: "Elm <House>",
  transferred_on: "2026-01-17",
  minute_of_day: 845,
  outcome: "inpatient",
  planned: false,
  assumed: true,
  long_stay: false,
  hospital: "Mercy <General>",
  unit: null,
  reason: null,
  diagnosis: null,
  returned_on: "2026-01-20",
  data_through: "2026-06-01",
};

const NOTE: ResidentStory["notes"][number] = {
  id: 1,
  stay_id: 1,
  noted_at: "2026-05-02T03:00:00.000Z",
  facility_name: "Elm <House>",
  physician_name: null,
  note_type: "Progress Note",
  note_text: "Found <short> of breath.",
  provider: "R. Miller",
  high_risk: true,
};

const STORY: ResidentStory = {
  id: -7,
  mrn: "M-7",
  first_name: "Ada",
  last_name: "<Lee>",
  frailty_score: 7,
  stays: [STAY],
  transfers: [TRANSFER, { ...TRANSFER, id: 2, transferred_on: "2026-05-31" }],
  notes: [1, 2, 3, 4, 5].map((id) => ({ ...NOTE, id })),
  notes_next: 1,
};

function answer(more: Partial<ResidentStory> = {}): void {
  says(host, "/residents/", {
    data: { ...STORY, ...more },
    merged_into: null,
  });
}

describe("a resident's page", () => {
  beforeEach(() => answer());

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
    ).toEqual(["Dashboard", "Elm <House>", "Resident"]);
    expect(textsOf(document, "main dl > div").slice(0, 11)).toEqual([
      "MRN:M-7",
      "Facility:Elm <House>",
      "Physician:Gray, Gina",
      "Unit:2 West",
      "Frailty:7, High",
      "In house since01/05/2026",
      "30-day windowClosed on 02/04/2026",
      "Long-staySince 04/15/2026",
      "Days of care148, through 06/01/2026",
      "Hospitalizations2",
      "ED visits0",
    ]);
    // Out at hospital is not in house, and what is after the reach counts nowhere.
    answer({
      stays: [{ ...STAY, out_since: "2026-05-31" }],
      transfers: [
        TRANSFER,
        { ...TRANSFER, id: 2, transferred_on: "2026-06-02" },
      ],
    });
    const { text } = await (await browserOf()).get(PAGE);
    expect(text).not.toMatch(/in house/i);
    expect(textsOf(documentOf(text), "main dl > div").slice(5, 11)).toEqual([
      "Out at hospital since05/31/2026",
      "30-day windowClosed on 02/04/2026",
      "Long-staySince 04/15/2026",
      "Days of care148, through 06/01/2026",
      "Hospitalizations1",
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

  it("tells what happened, the newest first, and which figures count it", async () => {
    const { text } = await (await browserOf()).get(PAGE);
    const document = documentOf(text);
    expect(textsOf(document, "h3")).toEqual([
      "Elm <House>, in house since 01/05/2026 ISNP",
    ]);
    const items = all(document, "#timeline ol > li").map((item) =>
      textOf(item).replace(/\s+/g, " "),
    );
    const [late, notes, longStay, returned, admitted] = items;
    expect(late).toContain("Not in RTH%: 146 days after admission");
    expect(late).toContain("Not in H/1000 or ADM/1000: not long-stay by then");
    expect(notes).toContain("05/01/2026 11:00 PM ET");
    expect(notes).toContain("High risk");
    expect(notes).toContain("2 more notes");
    expect(longStay).toBe("04/15/2026 Long-stay from this day on");
    expect(returned).toContain("01/17/2026 02:05 PM");
    expect(returned).toContain("Hospital: Mercy <General>");
    expect(returned).toContain("Return: On 01/20/2026, 3 days later");
    expect(returned).toContain("Outcome assumed: no hospital has told it.");
    expect(returned).toContain("Not known: unit, reason, diagnosis.");
    expect(returned).toContain(
      "Counts in RTH%: 12 days after admission on 01/05/2026",
    );
    expect(admitted).toContain("Admitted from hospital");
    expect(admitted).toContain(
      "Counts in ED%: an emergency visit at another facility on 01/06/2026, 1 day after admission",
    );
    expect(
      all(document, "#timeline time")
        .map((time) => time.getAttribute("datetime"))
        .filter((iso) => iso?.startsWith("2026-01-17")),
    ).toEqual(["2026-01-17T14:05"]);
    expect(all(document, "#timeline details")).toHaveLength(6);
  });

  it("leads to older notes, and back to the newest", async () => {
    const browser = await browserOf();
    const linksAt = async (path: string) =>
      all(
        documentOf((await browser.get(path)).text),
        "nav[aria-label='Pages of notes'] a",
      ).map((link) => link.getAttribute("href"));
    expect(await linksAt(PAGE)).toEqual([`${PAGE}?notes=2#timeline`]);
    answer({ notes_next: null });
    expect(await linksAt(`${PAGE}?notes=2`)).toEqual([`${PAGE}#timeline`]);
    const asked = host.callsTo("/residents/").at(-1)?.path ?? "";
    expect(asked).toContain("/residents/-7?notes=1");
  });

  it("says what is left out only to who does not see everything", async () => {
    const left = "Stays at other places";
    const textFor = async (role: string) =>
      (await (await browserOf(role)).get(PAGE)).text;
    expect(await textFor("region")).toContain(left);
    expect(await textFor("company")).not.toContain(left);
  });

  it("offers a physician no way to pages that are closed to them", async () => {
    const npi = 1_000_000_002;
    says(host, "/api/physician/", { data: physicianRecord(npi) });
    const { text } = await (await browserOf("physician", [npi])).get(PAGE);
    expect(all(documentOf(text), "main dl a")).toEqual([]);
  });

  it("says that nothing is known of somebody without stays", async () => {
    answer({ stays: [], transfers: [], notes: [], notes_next: null });
    const { text } = await (await browserOf()).get(PAGE);
    expect(text).toContain(
      "No stay, transfer or note of this resident is known.",
    );
  });
});

it("leads from somebody who was merged to whom they became", async () => {
  says(host, "/residents/", { data: null, merged_into: 12 });
  const page = await (await browserOf()).get(PAGE);
  expect([page.status, page.location]).toEqual([302, "/residents/12"]);
});

it("is closed where the host refuses it, and not found where there is nobody", async () => {
  const browser = await browserOf();
  says(host, "/residents/", { error: "You do not have access to this." }, 403);
  expect((await browser.get(PAGE)).status).toBe(403);
  host.on("/residents/", (_, response) => response.writeHead(204).end());
  expect((await browser.get(PAGE)).status).toBe(404);
  const calls = host.callsTo("/residents/").length;
  expect((await browser.get("/residents/ada")).status).toBe(404);
  expect(host.callsTo("/residents/")).toHaveLength(calls);
});

it("says that a host does not offer it, which it is asked once in a session", async () => {
  says(host, "/residents/", { error: "not found" }, 404);
  const browser = await browserOf();
  for (let count = 0; count < 2; count += 1) {
    const page = await browser.get(PAGE);
    expect(page.status).toBe(200);
    expect(page.text).toContain("This page is not available.");
  }
  expect(host.callsTo("/residents/")).toHaveLength(1);
});

it("tells an error in its place, with a way to try again", async () => {
  says(host, "/residents/", {}, 500);
  const { status, text } = await (await browserOf()).get(PAGE);
  expect(status).toBe(200);
  expect(text).toContain("The resident was not retrieved");
  const retry = all(documentOf(text), "main a").find(
    (link) => textOf(link) === "Try again",
  );
  expect(retry?.getAttribute("href")).toBe(PAGE);
});

it("leads to the review of each transfer, where the host has reviews", async () => {
  const review = {
    transfer_id: 1,
    state: "signed",
    facility_name: "Elm",
    transferred_on: "2026-01-17",
    is_known: true,
  };
  const left = { ...review, transfer_id: -9, state: "open", is_known: false };
  const linksOf = async (reviews?: ResidentStory["reviews"]) => {
    const data = {
      ...STORY,
      transfers: [TRANSFER],
      ...(reviews && { reviews }),
    };
    says(host, PAGE, { data, merged_into: null });
    const { text } = await (await browserOf()).get(PAGE);
    return all(documentOf(text), "main a[href^='/reviews/']").map((link) => [
      link.getAttribute("href"),
      textOf(link),
    ]);
  };
  expect(await linksOf([review, left])).toEqual([
    ["/reviews/1", "Review: signed"],
    ["/reviews/-9", "01/17/2026, Elm: Review: open"],
  ]);
  expect(await linksOf([])).toEqual([["/reviews/1", "Review: not begun"]]);
  expect(await linksOf()).toEqual([]);
});
