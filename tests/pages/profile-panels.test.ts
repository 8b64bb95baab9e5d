import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sendJson, startFakeHost, type FakeHost } from "./support/fake-host";
import { documentOf, figuresOf, textOf, textsOf } from "./support/document";
import {
  PORTAL_START_TIMEOUT_MS,
  startPortal,
  type Portal,
} from "./support/portal";

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

beforeAll(async () => {
  host = await startFakeHost();
  portal = await startPortal({ apiUrl: host.url });
}, PORTAL_START_TIMEOUT_MS);
afterAll(async () => {
  await portal.stop();
  await host.stop();
});
beforeEach(() => {
  host.reset();
  host.on("/api/company/organization/", (_, response) =>
    sendJson(response, {
      data: { divisions: [], regions: [], facilities: [FACILITY] },
    }),
  );
  host.on("/api/medicalstaff/", (_, response) =>
    sendJson(response, { data: [] }),
  );
});

async function get(path: string) {
  const browser = await portal.browser().loggedIn("company");
  return browser.get(path);
}

async function open(path: string) {
  const page = await get(path);
  expect(page.status).toBe(200);
  const document = documentOf(page.text);
  return {
    title: document.title,
    figures: figuresOf(document),
    alerts: textsOf(document, "[role=alert]").join(" "),
    links: (words: string) =>
      textsOf(document, "a").filter((text) => text === words).length,
    section: (headingId: string) =>
      textOf(document.querySelector(`#${headingId}`)?.closest("section")),
  };
}

const PANEL_ERROR = "Data was not retrieved due to a system error.";
const PANEL_EMPTY = "No results found for this search.";

describe("a panel whose call fails", () => {
  it("leaves the page and the other panels standing, and says so", async () => {
    host.on("/api/metrics/", (_, response) => sendJson(response, {}, 500));
    const page = await open("/company-overview");
    expect(page.alerts).toContain(
      "Overview data was not retrieved due to a system error.",
    );
    expect(page.title).toMatch(/^Error: Company Overview/);
    expect(page.figures).toMatchObject({
      "RTH/RTH%": "Unknown",
      "PD LT DOC": "Unknown",
      High: "1",
    });
    expect(page.section("overview")).toContain(PANEL_ERROR);
    expect(page.section("frailty")).not.toContain(PANEL_ERROR);
  });

  it.each([
    ["/api/summary/", "Table data was not retrieved", "list-heading"],
    ["/api/frailty/", "Frailty data was not retrieved", "frailty"],
  ])("of %s has its own words", async (path, words, heading) => {
    host.on(path, (_, response) => sendJson(response, {}, 503));
    const page = await open("/company-overview");
    expect(page.alerts).toContain(`${words} due to a system error.`);
    expect(page.section(heading)).toContain(PANEL_ERROR);
    expect(page.section(heading)).toContain("Try again");
  });

  it("shows the host's own message first", async () => {
    host.on("/api/summary/", (_, response) =>
      sendJson(response, { message: "The warehouse is being rebuilt." }, 500),
    );
    const page = await open("/company-overview");
    expect(page.alerts).toContain("The warehouse is being rebuilt.");
    expect(page.alerts).not.toContain("Table data");
  });

  it("shows the physician's page without the physician", async () => {
    host.on("/api/physician/", (_, response) => sendJson(response, {}, 500));
    const page = await open("/physician-profile/1000000001");
    expect(page.alerts).toContain(
      "Physician data was not retrieved due to a system error.",
    );
    expect(page.figures).toMatchObject({ "Patient count": "10" });
  });

  it("keeps a facility's stars, which the organisation lists too", async () => {
    host.on("/api/metrics/", (_, response) => sendJson(response, {}, 500));
    const page = await open("/facility-profile/101");
    expect(page.figures).toMatchObject({
      Overall: "4 of 5 stars",
      Quality: "Unknown",
    });
  });
});

describe("an answer of the wrong shape", () => {
  it.each([
    ["/api/metrics/", "Metrics data format error"],
    ["/api/summary/", "Table data format error"],
    ["/api/frailty/", "Frailty data format error."],
  ])("of %s is told as '%s'", async (path, words) => {
    host.on(path, (_, response) =>
      sendJson(response, { data: { surprise: true } }),
    );
    expect((await open("/company-overview")).alerts).toContain(words);
  });
});

describe("an empty answer", () => {
  it("gives zeros in the stay blocks and one sentence elsewhere, and is no error", async () => {
    for (const path of ["/api/metrics/", "/api/summary/", "/api/frailty/"]) {
      host.on(path, (_, response) => void response.writeHead(204).end());
    }
    const page = await open("/company-overview?isnp=true");
    expect(page.alerts.trim()).toBe("");
    expect(page.figures).toMatchObject({
      "RTH/RTH%": "0 / 0.00%",
      "H/1000": "0.00",
      "PD LT DOC": "0",
    });
    for (const heading of ["overview", "list-heading", "frailty"]) {
      expect(page.section(heading)).toContain(PANEL_EMPTY);
    }
    expect(page.section("list-heading")).toContain("Clear filters");
    expect(page.links("Clear filters")).toBe(1);
  });
});

describe("a refusal", () => {
  it.each([403, 404])("of %i replaces the page", async (status) => {
    host.on("/api/frailty/", (_, response) => sendJson(response, {}, status));
    const page = await get("/company-overview");
    expect(page.status).toBe(status);
    expect(page.text).toContain(`(${status})`);
    expect(page.text).not.toContain("Division List");
  });
});

it("a panel that does not answer is given up, and the page comes without it", async () => {
  host.on("/api/summary/", () => undefined);
  const started = performance.now();
  const page = await open("/company-overview");
  expect(performance.now() - started).toBeLessThan(7_000);
  expect(page.alerts).toContain(
    "Table data was not retrieved due to a system error.",
  );
  expect(page.figures).toMatchObject({ "Patient count": "10" });
}, 15_000);

it("all panels are asked for at once, each under the filters of the page", async () => {
  const waiting: (() => void)[] = [];
  for (const path of ["/api/metrics/", "/api/summary/", "/api/frailty/"]) {
    // Nobody is answered before everybody has asked.
    host.on(path, (_, response) => {
      waiting.push(() => void response.writeHead(204).end());
      if (waiting.length === 3) for (const answer of waiting) answer();
    });
  }
  await open(
    "/company-overview?isnp=true&startDate=2025-01-01&endDate=2025-02-01",
  );
  const asked = host.calls
    .map((call) => call.path)
    .filter((path) => path.includes("2025-01-01"));
  expect(asked.sort()).toEqual([
    "/api/frailty/company/0/2025-01-01/2025-02-01/?isnp=true",
    "/api/metrics/company/0/2025-01-01/2025-02-01/?isnp=true",
    "/api/summary/company/0/2025-01-01/2025-02-01/?isnp=true",
  ]);
});

it("a physician's page passes the facility on, and asks for nobody where there is no physician", async () => {
  await open("/physician-profile/0?facility-id=101");
  expect(host.callsTo("/api/physician/")).toEqual([]);
  const [asked] = host.callsTo("/api/summary/physician/0/");
  expect(asked?.path).toContain("facility_id=101");
});

it("a hostile name is text", async () => {
  host.on("/api/summary/", (_, response) =>
    sendJson(response, {
      data: [
        {
          id: 1,
          name: "</script><script>alert(1)</script><img src=x>",
          physician_count: 1,
          patient_count: 1,
          long_stay_patient_count: 1,
          admit_from_hospital_count: 1,
        },
      ],
    }),
  );
  const { text } = await get("/company-overview");
  expect(text).toContain("&lt;/script&gt;");
  expect(text).not.toContain("<script>alert");
  expect(text).not.toContain("<img src=x>");
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

  it("takes no more than 15 KB over the wire", async () => {
    host.on("/api/summary/", (_, response) =>
      sendJson(response, { data: patients() }),
    );
    const browser = await portal.browser().loggedIn("company");
    const page = await browser.get("/physician-profile/0", {
      headers: { "accept-encoding": "br" },
    });
    expect(page.text.match(/<tr>/g)).toHaveLength(201);
    expect(page.headers.get("content-encoding")).toBe("br");
    expect(Number(page.headers.get("content-length"))).toBeLessThanOrEqual(
      15 * 1024,
    );
  });
});
