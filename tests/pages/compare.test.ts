import { beforeEach, describe, expect, it } from "vitest";
import type { Browser } from "./support/browser";
import {
  all,
  documentOf,
  nameOf,
  textOf,
  type PageDocument,
} from "./support/document";
import { type FakeHost, sendJson } from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import { onPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";

/** A range in which the small census is known by heart. */
const RANGE = "startDate=2025-01-01&endDate=2025-06-30";

function panelOf(page: PageDocument) {
  const panel = page.querySelector("#panel");
  return (
    panel && { text: textOf(panel), title: textOf(panel.querySelector("h2")) }
  );
}

/** Name, rate, verdict, events and denominator of each row. */
function rowsOf(page: PageDocument) {
  return all(page, "#compared tbody tr").map((row) => {
    const cells = all(row, "th, td").map(textOf);
    return [cells[0], cells[1], cells[2], cells[5], cells[6]];
  });
}

describe("the comparison of a level's children", () => {
  let portal: Portal;
  const signedIn = new Map<string, Browser>();

  onPortal((started) => (portal = started));

  async function get(username: string, path: string) {
    const browser =
      signedIn.get(username) ?? (await portal.browser().loggedIn(username));
    signedIn.set(username, browser);
    return browser.get(path);
  }

  async function open(username: string, path: string) {
    const page = await get(username, path);
    expect(page.status).toBe(200);
    return documentOf(page.text);
  }

  it.each([
    ["/company-overview", "Compare divisions: 30 Day RTH"],
    ["/facility-profile/101", "Compare physicians: 30 Day RTH"],
  ])("stands open at %s", async (path, title) => {
    const page = await open("company", `${path}?${RANGE}&compare=rth`);
    expect(panelOf(page)?.title).toBe(title);
    const link = page.querySelector("#open-compare")?.getAttribute("href");
    expect(link).toContain("compare=rth#panel");
  });

  // One of the two stays that came from hospital to Elm and Oak went back, after ten days.
  it("has the figures that the census gives by hand", async () => {
    const page = await open(
      "company",
      `/region-profile/11?${RANGE}&compare=rth`,
    );
    expect(rowsOf(page)).toEqual([
      ["Elm House", "100.00%", "Too few to judge", "1", "1"],
      ["Oak House", "0.00%", "Too few to judge", "0", "1"],
    ]);
    expect(panelOf(page)?.text).toContain(
      "Mean of all: 50.00% (returns to hospital: 1, admissions from hospital: 2).",
    );
  });

  it("narrows physicians to the facility, and leads on under the same filters", async () => {
    const page = await open(
      "facility",
      `/facility-profile/101?${RANGE}&compare=h_1000`,
    );
    const rows = rowsOf(page);
    // Elm's 113 long-stay days: 72 of Dr. Gray's patient, 41 of Dr. Stone's, whose patient at Oak is not in it.
    expect(rows.map(([name, , , , days]) => [name, days])).toEqual([
      ["Gray, Gina, MD", "72"],
      ["Stone, Sam, DO", "41"],
    ]);
    const [first] = all(page, "#compared tbody a");
    expect(first?.getAttribute("href")).toBe(
      `/physician-profile/1000000001?facility-id=101&${RANGE}`,
    );
  });

  it("says so where there is only one", async () => {
    const page = await open(
      "company",
      `/division-profile/2?${RANGE}&compare=rth`,
    );
    expect(panelOf(page)?.text).toContain(
      "There is only one region here, so there is nothing to compare.",
    );
    expect(page.querySelector("#open-compare")).toBeNull();
  });

  it.each([
    ["company", "/physician-profile/1000000001?compare=rth", "a physician"],
    [
      "company",
      "/region-profile/11?compare=patient_count",
      "a figure without rate",
    ],
    ["company", "/region-profile/11?compare=", "nothing"],
  ])("is not there for %s at %s, %s", async (username, path) => {
    expect(panelOf(await open(username, path))).toBeNull();
  });

  it("is not on a page that does not ask for it", async () => {
    const page = await open("company", "/region-profile/11");
    expect(panelOf(page)).toBeNull();
    expect(nameOf(page.querySelector("#open-compare"))).toBe(
      "Compare facilities",
    );
  });
});

describe("a comparison over an API host", () => {
  let host: FakeHost;
  let portal: Portal;
  onFakeHost((started) => ({ host, portal } = started));
  beforeEach(() => {
    host.on("/api/summary/", (_, response) =>
      sendJson(response, { data: [1, 2, 3, 4].map(division) }),
    );
  });

  function division(id: number) {
    return {
      id,
      name: `Division ${id}`,
      physician_count: 1,
      patient_count: 1,
      long_stay_patient_count: 1,
      admit_from_hospital_count: 1,
    };
  }

  const figures = (rth: number, admissions: number) => {
    const none = { count: 0, rate: 0 };
    return {
      patient_count: 1,
      days_of_care: 1,
      snf_adm: 1,
      short_stays: {
        rth: { count: rth, rate: 1 },
        ed: none,
        ach_adm: admissions,
      },
      long_stays: { h_1000: none, ed_1000: none, adm_1000: none, pd_lt_doc: 0 },
    };
  };

  async function get(path: string) {
    const browser = await portal.browser().loggedIn("company");
    return browser.get(path);
  }

  it("asks for the figures of each child, once", async () => {
    await get(`/company-overview?${RANGE}&isnp=true&compare=rth`);
    expect(
      host
        .callsTo("/api/metrics/division/")
        .map(({ path }) => path)
        .sort(),
    ).toEqual(
      [1, 2, 3, 4].map(
        (id) => `/api/metrics/division/${id}/2025-01-01/2025-06-30/?isnp=true`,
      ),
    );
  });

  it("asks for nobody's figures where it is not open", async () => {
    await get(`/company-overview?${RANGE}`);
    expect(host.callsTo("/api/metrics/division/")).toEqual([]);
  });

  it("keeps those who cannot be had as unknown, and counts them", async () => {
    host.on("/api/metrics/division/", (_, response) =>
      sendJson(response, { data: figures(20, 100) }),
    );
    host.on("/api/metrics/division/2/", (_, response) =>
      sendJson(response, {}, 403),
    );
    host.on("/api/metrics/division/3/", (_, response) =>
      sendJson(response, { data: { surprise: true } }),
    );
    host.on("/api/metrics/division/4/", (_, response) =>
      sendJson(response, { data: figures(80, 100) }),
    );
    const answer = await get(`/company-overview?${RANGE}&compare=rth`);
    expect(answer.status).toBe(200);
    const page = documentOf(answer.text);
    expect(
      rowsOf(page).map(([name, rate, verdict]) => [name, rate, verdict]),
    ).toEqual([
      ["Division 4", "80.00%", "Above the upper limit"],
      ["Division 1", "20.00%", "Below the lower limit"],
      ["Division 2", "Unknown", "Unknown"],
      ["Division 3", "Unknown", "Unknown"],
    ]);
    expect(panelOf(page)?.text).toContain(
      "The figures of 2 are missing. They are left out. Try again",
    );
  });
});
