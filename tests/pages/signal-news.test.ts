import { beforeEach, describe, expect, it } from "vitest";
import { newYorkDay } from "~/domain/calendar";
import { all, documentOf, textOf } from "./support/document";
import {
  type FakeHost,
  physicianRecord,
  says,
  sendJson,
  signsIn,
} from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import type { Portal } from "./support/portal";

const VISIT = "/api/signals/visit/";

const DIVISION = { division_id: 1, division_name: "North" };
const REGION = { ...DIVISION, region_id: 11, region_name: "Coast" };
const FACILITIES = [
  { ...REGION, facility_id: 101, facility_name: "Elm House" },
  { ...REGION, facility_id: 102, facility_name: "Oak House" },
];

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));

/** The news of places by their ids: how many signals there are, and which are new. */
function news(
  level: string,
  ...of: [id: number, signals: number, fresh: object[]][]
) {
  says(host, VISIT, {
    data: of.map(([id, signals, fresh]) => ({ level, id, signals, fresh })),
  });
}

async function open(path: string, user: Parameters<typeof signsIn>[1]) {
  signsIn(host, user);
  const browser = await portal.browser().loggedIn("somebody");
  const page = await browser.get(path);
  return { ...page, document: documentOf(page.text) };
}

const FRESH = [
  { child: 1_000_000_001, graph: "rth_30" },
  { child: null, graph: "adm_1000" },
];

beforeEach(() => {
  says(host, "/api/medicalstaff/", { data: [] });
  says(host, "/api/physician/", { data: physicianRecord(1_234_567_893) });
  says(host, "/api/company/organization/", {
    data: { divisions: [DIVISION], regions: [REGION], facilities: FACILITIES },
  });
});

describe("what is new since the visit before", () => {
  it("is a line on the page of the viewer's own place, with the way there", async () => {
    news("facility", [101, 5, FRESH]);
    const { document } = await open("/facility-profile/101", {
      role: "facility",
      levels: [101],
    });
    const line = all(document, "main a").find((link) =>
      textOf(link).includes("new signals"),
    );
    expect(textOf(line)).toBe("2 new signals since your last visit");
    expect(line?.getAttribute("href")).toBe("/signals/facility/101");
  });

  it("is no line where nothing is new, of a place of others, or where the host does not tell it", async () => {
    const own = { role: "facility", levels: [101] };
    news("facility", [101, 5, []]);
    expect((await open("/facility-profile/101", own)).text).not.toContain(
      "since your last visit",
    );
    news("facility", [101, 5, FRESH]);
    const above = await open("/facility-profile/101", { role: "company" });
    expect(above.text).not.toContain("since your last visit");
    host.on(VISIT, (_, response) => sendJson(response, {}, 404));
    const { status, text } = await open("/facility-profile/101", own);
    expect(status).toBe(200);
    expect(text).not.toContain("since your last visit");
  });

  it("does not hold up a page whose host takes its time", async () => {
    host.on(VISIT, () => undefined);
    const startedAt = performance.now();
    const { status } = await open("/facility-profile/101", {
      role: "facility",
      levels: [101],
    });
    expect(status).toBe(200);
    // Less than any call is given.
    expect(performance.now() - startedAt).toBeLessThan(4_000);
  });

  it("is a line under each own place of the logo page", async () => {
    news("facility", [101, 5, []], [102, 3, FRESH]);
    const { document } = await open("/", {
      role: "facility",
      levels: [101, 102],
    });
    const links = all(document, "main nav a").map((link) => [
      textOf(link),
      link.getAttribute("href"),
    ]);
    expect(links).toEqual([
      ["Elm House", "/facility-profile/101"],
      ["Oak House", "/facility-profile/102"],
      ["2 new signals since your last visit", "/signals/facility/102"],
    ]);
  });

  it("is a line under each own number of a physician who has several", async () => {
    const fresh = [{ child: null, graph: "rth_30" }];
    news("physician", [1_234_567_893, 1, fresh], [1_003_000_126, 0, []]);
    const { document } = await open("/", {
      role: "physician",
      levels: [1_234_567_893, 1_003_000_126],
    });
    const links = all(document, "main nav a").map((link) => [
      textOf(link),
      link.getAttribute("href"),
    ]);
    expect(links).toEqual([
      ["NPI 1234567893", "/physician-profile/1234567893"],
      [
        "1 new signal since your last visit",
        "/physician-profile/1234567893?mom=rth_30&graph=rth_30#panel",
      ],
      ["NPI 1003000126", "/physician-profile/1003000126"],
    ]);
  });

  it("is marked in the cells of the page of signals", async () => {
    const usual = {
      value: 20,
      denominator: 40,
      month: "2026-05",
      variation: "usual",
      months: [],
    };
    const high = { ...usual, variation: "unusually_high", months: ["2026-05"] };
    const cells = {
      rth_30: high,
      ed_30: high,
      hosp_1000: usual,
      ed_1000: usual,
      adm_1000: usual,
    };
    const today = newYorkDay(new Date());
    host.on(`/api/signals/region/11/${today}/`, (_, response) =>
      sendJson(response, {
        data: { own: cells, rows: [{ id: 101, name: "Elm", signals: cells }] },
      }),
    );
    news("region", [11, 4, [{ child: 101, graph: "ed_30" }]]);
    const { document, text } = await open("/signals/region/11", {
      role: "company",
    });
    const said = all(document, "#signals tbody span.block").map(textOf);
    expect(said.slice(0, 2)).toEqual([
      "◆↑ Unusually high",
      "◆↑ Unusually high, new",
    ]);
    expect(text).toContain("New: it was not there at your last visit.");
    const earlier = await open("/signals/region/11?isnp=true", {
      role: "company",
    });
    expect(earlier.text).not.toContain("high, new");
  });
});
