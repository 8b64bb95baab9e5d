import { afterAll, beforeAll, expect, it } from "vitest";
import type { MockHost } from "~mocks/mock-host";
import type { Browser } from "./support/browser";
import { startCensusHost } from "./support/census-host";
import {
  PORTAL_START_TIMEOUT_MS,
  startPortal,
  type OwnPortal,
} from "./support/portal";

const TELLS = new URL("support/tells-drawn-parts.mjs", import.meta.url).href;
const YEAR = "startDate=2025-01-01&endDate=2025-12-31";
const PROFILE = [
  "drawn-adm_1000",
  "drawn-ed_1000",
  "drawn-ed_30",
  "drawn-hosp_1000",
  "drawn-quality",
  "drawn-rth_30",
  "graph-notes",
  "list-rows",
  "morning",
  "trends",
];
/** A digest of 256 bits; a shorter one could be that of another answer. */
const WHOLE_KEY = /[\w-]{43}/;
/** What is drawn of a few numbers has these as its version. */
const WITHOUT_KEY = "ratings";

let host: MockHost;
let portal: OwnPortal;
beforeAll(async () => {
  host = await startCensusHost();
  portal = await startPortal({
    apiUrl: host.url,
    env: { NODE_OPTIONS: `--import ${TELLS}` },
  });
}, PORTAL_START_TIMEOUT_MS);
afterAll(async () => {
  await portal.stop();
  await host.close();
});

interface DrawnPart {
  name: string;
  version: string;
  isKept: boolean;
}

/** A document, and the parts that the portal has put into it; the trends of all figures are one. */
async function drawn(browser: Browser, path: string) {
  const before = await portal.log();
  const { text } = await browser.get(path);
  const lines = (await portal.log()).slice(before.length);
  const parts = lines
    .filter((line) => line.startsWith('{"part"'))
    .map((line): DrawnPart => {
      const { part, isKept } = JSON.parse(line) as {
        part: string;
        isKept: boolean;
      };
      const [id = "", ...version] = part.split(" ");
      const name = id.replace(/^trend-.*/, "trends");
      return { name, version: version.join(" "), isKept };
    });
  return { text, parts };
}

it.each([
  ["an overview", "company", `/company-overview?${YEAR}`, PROFILE],
  [
    "an overview under a graph",
    "company",
    `/company-overview?${YEAR}&graph=rth_30&mom=ed_30`,
    PROFILE,
  ],
  [
    "a facility",
    "facility",
    `/facility-profile/101?${YEAR}`,
    [...PROFILE, "ratings"].sort(),
  ],
  [
    "a physician",
    "physician",
    `/physician-profile/1000000001?${YEAR}&sort=name&dir=desc`,
    PROFILE,
  ],
  [
    "the medical staff",
    "company",
    "/reports/medical-staff-report",
    ["staff-rows"],
  ],
  [
    "the notes of after hours",
    "facility",
    "/reports/after-hours-patient-report/",
    ["notes-rows"],
  ],
])(
  "the graphs and rows of %s are drawn once, and known by whole keys of what they show",
  async (_, account, path, names) => {
    const browser = await portal.browser().loggedIn(account);
    await drawn(browser, path);
    const { text, parts } = await drawn(browser, path);
    expect([...new Set(parts.map(({ name }) => name))].sort()).toEqual(names);
    for (const { name, version, isKept } of parts) {
      expect(isKept, name).toBe(true);
      if (name === WITHOUT_KEY) continue;
      const [key = ""] = WHOLE_KEY.exec(version) ?? [];
      expect(key, name).not.toBe("");
      expect(text, name).not.toContain(key.slice(0, 9));
      expect(text, name).toContain(key.slice(0, 8));
    }
  },
);
