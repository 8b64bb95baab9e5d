import { beforeEach, describe, expect, it } from "vitest";
import { type FakeHost, says } from "./support/fake-host";
import { documentOf, figuresOf } from "./support/document";
import { onFakeHost } from "./support/on-fake-host";
import type { Portal } from "./support/portal";

const FACILITY = {
  facility_id: 101,
  facility_name: "Elm House",
  region_id: 11,
  region_name: "Coast",
  division_id: 1,
  overall: 4,
  health_inspection: 3,
  qm: null,
  staffing: 2,
};

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));
beforeEach(() => {
  says(host, "/api/company/organization/", {
    data: { divisions: [], regions: [], facilities: [FACILITY] },
  });
  says(host, "/api/medicalstaff/", { data: [] });
});

async function get(path: string) {
  const browser = await portal.browser().loggedIn("company");
  return browser.get(path);
}

async function open(path: string) {
  const page = await get(path);
  expect(page.status).toBe(200);
  return figuresOf(documentOf(page.text));
}

it("all panels are asked for at once, each under the filters of the page", async () => {
  const browser = await portal.browser().loggedIn("company");
  host.calls.length = 0;
  const waiting: (() => void)[] = [];
  for (const path of [
    "/api/metrics/",
    "/api/summary/",
    "/api/frailty/",
    "/api/new_graphs/",
    "/api/qmcalculator/",
  ]) {
    // Nobody is answered before everybody has asked; the overview asks for the period before too.
    host.on(path, (_, response) => {
      waiting.push(() => void response.writeHead(204).end());
      if (waiting.length === 6) for (const answer of waiting) answer();
    });
  }
  const page = await browser.get(
    "/company-overview?isnp=true&startDate=2025-01-01&endDate=2025-02-01",
  );
  expect(page.status).toBe(200);
  const asked = host.calls
    .map((call) => call.path)
    .filter((path) => path.includes("company/0/"));
  expect(asked.sort()).toEqual([
    "/api/frailty/company/0/2025-01-01/2025-02-01/?isnp=true",
    "/api/metrics/company/0/2024-11-30/2024-12-31/?isnp=true&compared_to=2025-02-01",
    "/api/metrics/company/0/2025-01-01/2025-02-01/?isnp=true",
    "/api/new_graphs/company/0/2025-02-01/?isnp=true",
    "/api/qmcalculator/company/0/",
    "/api/summary/company/0/2025-01-01/2025-02-01/?isnp=true",
  ]);
  // The figures of its divisions are for the comparison alone, which is not open.
  expect(host.callsTo("/api/metrics/division/")).toEqual([]);
});

it("a physician's page passes the facility on, and asks for nobody where there is no physician", async () => {
  await open("/physician-profile/0?facility-id=101");
  expect(host.callsTo("/api/physician/")).toEqual([]);
  const [asked] = host.callsTo("/api/summary/physician/0/");
  expect(asked?.path).toContain("facility_id=101");
});

describe("a list of 200 rows", () => {
  /** A fixed sequence of whole numbers below `most` that no compressor foresees. */
  function numbers(): (most: number) => number {
    let state = 42;
    return (most) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * most);
    };
  }

  const SYLLABLES = "Al Bar Cor Den Ea Fen Gar Hal Is Jo Kel Lor Mar Nor".split(
    " ",
  );
  const ENDINGS = "son ton ley man berg field wood ner der sen lin ard".split(
    " ",
  );

  function patients() {
    const upTo = numbers();
    const name = () =>
      `${SYLLABLES[upTo(14)]}${SYLLABLES[upTo(14)]?.toLowerCase()}${ENDINGS[upTo(12)]}`;
    const day = () =>
      new Date(Date.UTC(2025, 10, 21 + upTo(365))).toISOString().slice(0, 10);
    return Array.from({ length: 200 }, () => ({
      first_name: name(),
      last_name: name(),
      admission_date: day(),
      discharge_date: upTo(3) === 0 ? null : day(),
      days_care: upTo(180),
      frailty_score: upTo(9),
      hospital_transfers: upTo(3),
      hospital_visits: upTo(3),
      short_stay_ed_visits: upTo(2),
      long_stay_ed_visits: upTo(2),
    }));
  }

  it.each([
    ["15 KB over the wire", 15, true],
    ["18 KB with the score and the five graphs of its page", 18, false],
  ])("takes no more than %s", async (_, kilobytes, isAlone) => {
    says(host, "/api/summary/", { data: patients() });
    if (isAlone) {
      host.on(
        "/api/new_graphs/",
        (__, response) => void response.writeHead(204).end(),
      );
    }
    const browser = await portal.browser().loggedIn("company");
    const page = await browser.get("/physician-profile/0", {
      headers: { "accept-encoding": "br" },
    });
    const rows = documentOf(page.text).querySelectorAll("#list tbody tr");
    expect(rows).toHaveLength(200);
    expect(page.headers.get("content-encoding")).toBe("br");
    expect(Number(page.headers.get("content-length"))).toBeLessThanOrEqual(
      kilobytes * 1024,
    );
  });
});
