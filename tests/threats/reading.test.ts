import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { FIGURE_TAGS } from "~/domain/figures/figure-tags";
import type { Browser, Page } from "../pages/support/browser";
import {
  PORTAL_START_TIMEOUT_MS,
  startPortal,
  type OwnPortal,
} from "../pages/support/portal";
import {
  addressOf,
  builtRoutes,
  type BuiltRoute,
} from "./support/built-routes";

const PATIENTS = [1, 2, 3, 4];
const GRAY = 1_000_000_001;
const STONE = 1_000_000_002;
const REED = 1_000_000_003;

/**
 * The small census with marks in all that is about patients and places, which begin as formulas do: `Pat3qzkv` is in each
 * text of patient 3, `Fac101qzkv` in the name of facility 101. They are long, so no random token holds one by chance.
 */
const AN_HOUR_AGO = new Date(Date.now() - 3_600_000).toISOString();
const CENSUS = {
  "facilities.csv": `facility_id,facility_name,region_id,ccn,overall,survey,quality,staffing
101,Elm Fac101qzkv,11,015001,4,3,5,4
102,Oak Fac102qzkv,11,015002,3,3,3,3
103,Fir Fac103qzkv,12,015003,,,,
201,Ash Fac201qzkv,21,015004,2,2,2,2`,
  "patients.csv": `patient_id,mrn,first_name,last_name,frailty_score
${PATIENTS.map((id) => `${id},+Pat${id}qzkv,=1+1 Pat${id}qzkv,@Pat${id}qzkv,5`).join("\n")}`,
  "notes.csv": `note_id,patient_id,facility_id,npi,noted_at,note_type,note_text,provider,high_risk
${[
  [1, 101, GRAY],
  [2, 101, STONE],
  [3, 102, STONE],
  [4, 201, REED],
]
  .map(
    ([id, facility, npi]) =>
      `${id},${id},${facility},${npi},${AN_HOUR_AGO},Fall,=Pat${id}qzkv fell,Pat${id}qzkv,true`,
  )
  .join("\n")}`,
};

/** Whose patients and which facilities each account may see, and nothing else (quality: reading beyond one's level). */
const MAY_SEE: Record<string, string> = {
  company:
    "Fac101qzkv Fac102qzkv Fac103qzkv Fac201qzkv Pat1qzkv Pat2qzkv Pat3qzkv Pat4qzkv",
  division: "Fac101qzkv Fac102qzkv Fac103qzkv Pat1qzkv Pat2qzkv Pat3qzkv",
  region: "Fac101qzkv Fac102qzkv Pat1qzkv Pat2qzkv Pat3qzkv",
  facility: "Fac101qzkv Pat1qzkv Pat2qzkv",
  facilities: "Fac101qzkv Fac102qzkv Pat1qzkv Pat2qzkv Pat3qzkv",
  physician: "Fac101qzkv Pat1qzkv",
  physicians: "Fac101qzkv Fac102qzkv Pat2qzkv Pat3qzkv",
  isnp: "Fac101qzkv Fac102qzkv Pat1qzkv",
};
const MARK = /(?:Pat|Fac)\d+qzkv/g;
const PATIENT_MARK = /Pat\d+qzkv/;
const IN_ADDRESS = /(?:href|action|src|content)="[^"]*Pat\d+qzkv/;

/** Values for the names in routes' addresses: what exists, what lies elsewhere and what does not exist. */
const VALUES: Record<string, string[]> = {
  "division-profile": ["1", "2", "9"],
  "region-profile": ["11", "12", "21", "99"],
  "facility-profile": ["101", "102", "103", "201", "999"],
  "physician-profile": [GRAY, STONE, REED, 0].map(String),
};
const METRIC_DATA = Object.entries({
  company: ["0"],
  division: VALUES["division-profile"] ?? [],
  region: VALUES["region-profile"] ?? [],
  facility: VALUES["facility-profile"] ?? [],
  physician: VALUES["physician-profile"] ?? [],
}).flatMap(([level, ids]) => ids.map((id) => ({ level, id })));
const SEARCHED = "Fac";

/** Every address of the portal that somebody curious would try. */
function addresses(
  routes: readonly BuiltRoute[],
): [address: string, route: string][] {
  return routes
    .filter(({ hasLoader }) => hasLoader)
    .flatMap((route): [string, string][] => {
      const of = (address: string): [string, string] => [address, route.id];
      const [, first = ""] = route.pattern.split("/");
      if (first === "metric-data") {
        return METRIC_DATA.map(({ level, id }, at) => {
          const measure =
            FIGURE_TAGS[at % 2 === 0 ? 0 : at % FIGURE_TAGS.length];
          return of(`${addressOf(route, { level, id })}?measure=${measure}`);
        });
      }
      if (first === "physician-profile") {
        return (VALUES[first] ?? []).flatMap((npi) =>
          ["", "?facility-id=102", "?facility-id=201"].map((query) =>
            of(addressOf(route, { npi }) + query),
          ),
        );
      }
      if (first === "cms-report-file")
        return ["1", "2"].map((id) => of(addressOf(route, { id })));
      const address = addressOf(route, { slug: "no-report" });
      if (first === "search") return [of(`${address}?q=${SEARCHED}`)];
      if (first.endsWith("-data"))
        return [of(address), of(`${address}?facility=201`)];
      const ids = VALUES[first];
      return ids
        ? ids.map((id) => of(addressOf(route, { id })))
        : [of(address)];
    });
}

let portal: OwnPortal;
let tried: [address: string, route: string][];
beforeAll(async () => {
  portal = await startPortal({ census: CENSUS });
  tried = addresses(builtRoutes());
}, PORTAL_START_TIMEOUT_MS);
afterAll(() => portal.stop());

/** Requests a CMS report as somebody of facility 101, and waits for its file. */
async function requestReport(): Promise<Browser> {
  const browser = await portal.browser().loggedIn("facility");
  const form = "/reports/cms-qies-reports/request";
  const { status } = await browser.post(form, {
    csrf: await browser.csrfToken(form),
    reportType: "50-5011",
    facility: "101",
    shown: "startDate endDate",
    startDate: "2026-01-01",
    endDate: "2026-03-31",
  });
  expect(status).toBe(303);
  await vi.waitFor(
    async () => {
      const { headers } = await browser.get("/cms-report-file/1");
      expect(headers.get("content-type")).toBe("application/pdf");
    },
    { timeout: 20_000, interval: 100 },
  );
  return browser;
}

function checkAnswer(address: string, page: Page): void {
  const type = page.headers.get("content-type") ?? "";
  expect([address, page.status < 500]).toEqual([address, true]);
  // API tokens are for the server alone, and so is what a session holds.
  expect(page.text).not.toMatch(/eyJ[\w-]{10,}\.|refreshToken/);
  expect(page.text).not.toMatch(IN_ADDRESS);
  expect(page.location ?? "/").toMatch(/^\/(?![/\\])/);
  expect(page.location ?? "").not.toMatch(MARK);
  if (MARK.test(page.text)) {
    expect([address, page.headers.get("cache-control")]).toEqual([
      address,
      expect.stringContaining("no-store"),
    ]);
  }
  MARK.lastIndex = 0;
  if (type.startsWith("text/csv") && page.status === 200) {
    const cells = parse(page.text, { bom: true }).flat();
    const formulas = cells.filter(
      (cell) => /^[=+\-@\t\r]/.test(cell) && !/^-\d+(\.\d+)?$/.test(cell),
    );
    expect([address, formulas]).toEqual([address, []]);
  }
}

describe("what an account can find at any address, as a page and as its data", () => {
  beforeAll(async () => {
    await requestReport();
  });

  it.each(Object.entries(MAY_SEE))(
    "is for %s of its own patients and places, and of all of them",
    async (username, expected) => {
      const browser = await portal.browser().loggedIn(username);
      expect(JSON.stringify([...browser.cookies]).length).toBeLessThan(4_096);
      const seen = new Set<string>();
      for (const [address, route] of tried) {
        const joint = address.includes("?") ? "&" : "?";
        for (const one of [
          address,
          `${address}${joint}_data=${encodeURIComponent(route)}`,
        ]) {
          const page = await browser.get(one);
          checkAnswer(one, page);
          for (const [mark] of page.text.matchAll(MARK)) seen.add(mark);
        }
      }
      expect([...seen].sort().join(" ")).toBe(expected);
      // The file is about a facility, for those who see requests of it.
      const report = await browser.get("/cms-report-file/1");
      const isShown =
        expected.includes("Pat2qzkv") && username !== "physicians";
      expect([username, report.text.startsWith("%PDF")]).toEqual([
        username,
        isShown,
      ]);
    },
  );

  it("is nothing for a stranger, nor for a cookie of a session that was ended", async () => {
    const browser = await portal.browser().loggedIn("company");
    const thief = browser.copy();
    await browser.logOut();
    for (const somebody of [portal.browser(), thief]) {
      const cookies = new Map(somebody.cookies);
      for (const [address, route] of tried) {
        const joint = address.includes("?") ? "&" : "?";
        for (const one of [
          address,
          `${address}${joint}_data=${encodeURIComponent(route)}`,
        ]) {
          const page = await somebody.get(one);
          for (const [name, value] of cookies)
            somebody.cookies.set(name, value);
          expect([one, page.text.match(MARK)]).toEqual([one, null]);
          expect(page.text).not.toContain("Cara");
        }
      }
    }
  });

  it("is written nowhere: not in the log, nor what was searched for, nor beside the database", async () => {
    // `npm start` shows these lines alone, not those of remix-serve.
    const log = (await portal.log())
      .filter((line) => line.startsWith("{"))
      .join("\n");
    expect(log).toContain('"event":"http.request"');
    expect(log).not.toMatch(PATIENT_MARK);
    expect(log).not.toMatch(/Fac\d+qzkv|Cara Company/);
    expect(log).not.toContain(`q=${SEARCHED}`);
    const files = readdirSync(portal.dataDir, {
      recursive: true,
      withFileTypes: true,
    })
      .filter((entry) => entry.isFile() && !/\.db|sqlite/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name));
    expect(files.length).toBeGreaterThan(2);
    const marked = files.filter((file) =>
      PATIENT_MARK.test(readFileSync(file, "latin1")),
    );
    expect(marked).toEqual([]);
  });
});

describe("the audit trail of one user", () => {
  it("has one record for each access, export and sign-in, and no line that a name could forge", async () => {
    const forged = 'division\r\n2026-01-01 00:00:00,"Logged in",company';
    await portal.browser().logIn(forged, "Wrong-1");
    const browser = await portal.browser().loggedIn("division");
    const physician = `/physician-profile/${STONE}`;
    const before = await trail();
    await browser.get(physician);
    await browser.get(
      `${physician}?_data=${encodeURIComponent("routes/physician-profile.$npi")}`,
    );
    await browser.get("/reports/after-hours-patient-report");
    await browser.get("/metric-data/facility/101?measure=patient_count");
    await browser.get("/company-overview");
    await browser.logOut();
    const after = await trail();
    const added = after.slice(0, after.length - before.length);
    expect(added.map(({ what }) => what).sort()).toEqual(
      [
        "Exported metric data",
        "Exported metric data",
        "Logged out",
        "Viewed after-hours notes",
        // Each time the list, and those whom the strip names.
        ...Array<string>(4).fill("Viewed patients"),
      ].sort(),
    );
    expect(JSON.stringify(after)).not.toMatch(/Wrong-1|Pat\d+qzkv/);
  });

  /** What they did, the newest first. */
  async function trail() {
    const accounts = await portal.browser().loggedIn("accounts");
    const { text } = await accounts.get("/audit-file?user=division");
    // A record with more cells or fewer than the header has would throw.
    const rows = parse<Record<string, string>>(text, {
      bom: true,
      columns: true,
    });
    return rows.filter(({ username }) => username === "division");
  }
});
