import { beforeAll, describe, expect, it } from "vitest";
import { epochDayOf } from "~/domain/calendar";
import type { CmsScoreTable } from "~server/store/cms-tables";
import { PANEL_ID } from "~/features/profile/open-panel";
import { all, documentOf, textOf } from "./support/document";
import { says, signsIn, type FakeHost } from "./support/fake-host";
import { htmlRules } from "./support/html-rules";
import { onFakeHost } from "./support/on-fake-host";
import { onOwnPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";
import { spokenOddly } from "./support/spoken-oddly";
import { inStore, withoutTable } from "./support/store-of-portal";

const PAGE = "/facility-profile/101";
const HEADING = "What CMS publishes";
const PROCESSED = { processed_on: epochDayOf("2026-04-01") };

const SCORE: CmsScoreTable = {
  ccn: "015001",
  state: "NY",
  measure: 521,
  adjusted: 21.5,
  observed: 24,
  expected: 26.1,
  footnote: null,
  period_from: epochDayOf("2024-10-01"),
  period_to: epochDayOf("2025-09-30"),
  ...PROCESSED,
};
const NONE = { adjusted: null, observed: null, expected: null };

let portal: Portal;
onOwnPortal((started) => (portal = started));
beforeAll(() =>
  inStore(portal, async ({ db }) => {
    const scores = [
      SCORE,
      { ...SCORE, ...NONE, measure: 551, footnote: "<b>" },
      { ...SCORE, ...NONE, measure: 552, footnote: "9" },
    ] as const;
    await db.insertInto("cms_scores").values(scores).execute();
    const of521 = { ...PROCESSED, measure: 521 } as const;
    const averages = [
      { ...of521, place: "NY", score: 23.1 },
      { ...of521, place: "NATION", score: 23.9 },
    ];
    await db.insertInto("cms_averages").values(averages).execute();
  }),
);

async function textOfPage(path: string): Promise<string> {
  const browser = await portal.browser().loggedIn("company");
  const page = await browser.get(path);
  expect(page.status).toBe(200);
  return page.text;
}

it("stands beside the page's own rates, with both periods, without scripts", async () => {
  const text = await textOfPage(
    `${PAGE}?startDate=2025-07-01&endDate=2026-06-30`,
  );
  const page = documentOf(text);
  const [first, second, third] = all(page, "#cms-measures tbody tr").map(
    textOf,
  );
  expect(first).toContain("Short stay: rehospitalized (521), beside RTH%");
  expect(first).toContain("21.50%");
  expect(first).toContain("10/01/2024–09/30/2025");
  expect(first).toContain("07/01/2025–06/30/2026");
  for (const row of [second, third]) expect(row).toContain("Not published");
  expect(text).toContain("CMS on 551: &lt;b&gt;.");
  expect(text).toContain(
    "CMS on 552: too few residents or stays to report (footnote 9).",
  );
  expect(textOf(page.querySelector("#cms-measures thead"))).toContain(
    "CMS, state average (NY)",
  );
  expect(spokenOddly(page)).toEqual([]);
  const { valid, results } = await htmlRules().validateString(text);
  expect([valid, results.flatMap(({ messages }) => messages)]).toEqual([
    true,
    [],
  ]);
});

it.each(["/facility-profile/102", "/company-overview"])(
  "is left out where nothing is stored, and of larger places: %s",
  async (path) => {
    expect(await textOfPage(path)).not.toContain(HEADING);
  },
);

it("says in its place that it could not be read", async () => {
  const text = await withoutTable(portal, "cms_averages", () =>
    textOfPage(PAGE),
  );
  const card = documentOf(text).querySelector("[aria-labelledby=cms]");
  expect(textOf(card)).toContain(
    "Data was not retrieved due to a system error.",
  );
});

it("has its averages in words under the graph in full, and in no other graph", async () => {
  const words =
    "CMS, claims-based measure 521: the average is 23.10% for NY and 23.90% for the nation.";
  const panelOf = async (graph: string) => {
    const page = documentOf(await textOfPage(`${PAGE}?graph=${graph}`));
    return textOf(page.querySelector(`#${PANEL_ID}`));
  };
  expect(await panelOf("rth_30")).toContain(words);
  expect(await panelOf("ed_30")).not.toContain("claims-based");
});

describe("with an API host", () => {
  let host: FakeHost;
  let foreign: Portal;
  onFakeHost((started) => {
    host = started.host;
    foreign = started.portal;
  });

  it("is not there, and the host is not asked for it", async () => {
    signsIn(host, { role: "company" });
    says(host, "/api/medicalstaff/", {}, 204);
    const elm = { facility_id: 101, facility_name: "Elm House" };
    const place = { region_id: 11, region_name: "Coast", division_id: 1 };
    const facilities = [{ ...elm, ...place, division_name: "North" }];
    const data = { divisions: [], regions: [], facilities };
    says(host, "/api/company/organization/", { data });
    const browser = await foreign.browser().loggedIn("company");
    const { status, text } = await browser.get(PAGE);
    expect(status).toBe(200);
    expect(text).not.toContain(HEADING);
    expect(host.callsTo("/api/cms-measures/")).toEqual([]);
  });
});
