import { beforeEach, expect, it } from "vitest";
import { PANEL_ID } from "~/features/profile/open-panel";
import { all, documentOf, textOf } from "./support/document";
import { type FakeHost, says, signsIn } from "./support/fake-host";
import { htmlRules } from "./support/html-rules";
import { onFakeHost } from "./support/on-fake-host";
import type { Portal } from "./support/portal";
import { spokenOddly } from "./support/spoken-oddly";

const PAGE = "/facility-profile/101";
const CALL = "/api/cms-measures/101";
const HEADING = "What CMS publishes";

const MEASURE = {
  measure: 521,
  adjusted: 21.5,
  observed: 24,
  expected: 26.1,
  footnote: null,
  period_from: "2024-10-01",
  period_to: "2025-09-30",
  state_average: 23.1,
  nation_average: 23.9,
};
const NONE = { adjusted: null, observed: null, expected: null };

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));

beforeEach(() => {
  signsIn(host, { role: "company" });
  says(host, "/api/medicalstaff/", {}, 204);
  says(host, "/api/company/organization/", {
    data: {
      divisions: [],
      regions: [],
      facilities: [
        {
          facility_id: 101,
          facility_name: "Elm House",
          region_id: 11,
          region_name: "Coast",
          division_id: 1,
          division_name: "North",
        },
      ],
    },
  });
});

async function textOfPage(path = PAGE): Promise<string> {
  const browser = await portal.browser().loggedIn("company");
  const page = await browser.get(path);
  expect(page.status).toBe(200);
  return page.text;
}

function answers(measures: object[]): void {
  says(host, CALL, {
    data: { state: "NY", averages_on: "2026-04-01", measures },
  });
}

it("stands beside the page's own rates, with both periods, without scripts", async () => {
  answers([MEASURE, { ...MEASURE, ...NONE, measure: 552, footnote: "9" }]);
  const text = await textOfPage(
    `${PAGE}?startDate=2025-07-01&endDate=2026-06-30`,
  );
  const page = documentOf(text);
  const [first, second] = all(page, "#cms-measures tbody tr").map(textOf);
  expect(first).toContain("Short stay: rehospitalized (521), beside RTH%");
  expect(first).toContain("21.50%");
  expect(first).toContain("10/01/2024–09/30/2025");
  expect(first).toContain("07/01/2025–06/30/2026");
  expect(second).toContain("Not published");
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

it.each([204, 403, 404, 405, 501])(
  "is left out where the host answers %i",
  async (status) => {
    says(host, CALL, {}, status);
    expect(await textOfPage()).not.toContain(HEADING);
  },
);

it("says in its place that the host failed", async () => {
  says(host, CALL, {}, 500);
  expect(await textOfPage()).toContain(HEADING);
});

it("is not asked for on pages of larger places", async () => {
  await textOfPage("/company-overview");
  expect(host.callsTo("/api/cms-measures/")).toEqual([]);
});

it("has the measures and cells that are known, and text as text", async () => {
  answers([
    { ...MEASURE, measure: 523 },
    { ...MEASURE, measure: 551, adjusted: "n/a", footnote: "<b>" },
  ]);
  const text = await textOfPage();
  expect(text).toContain("CMS on 551: &lt;b&gt;.");
  expect(text).toContain("Not published");
  expect(text).not.toContain("(523)");
});

it("has its averages in words under the graph in full, and in no other graph", async () => {
  answers([MEASURE]);
  const words =
    "CMS, claims-based measure 521: the average is 23.10% for NY and 23.90% for the nation.";
  const panelOf = async (graph: string) => {
    const page = documentOf(await textOfPage(`${PAGE}?graph=${graph}`));
    return textOf(page.querySelector(`#${PANEL_ID}`));
  };
  expect(await panelOf("rth_30")).toContain(words);
  expect(await panelOf("ed_30")).not.toContain("claims-based");
});
