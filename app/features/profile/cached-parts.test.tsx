import { expect, test } from "vitest";
import { qualityOf, qualityPeriod } from "./rules/quality/quality-score";
import { asText, renderCache } from "~/rendering/render-document.server";
import { RenderCacheContext, type RenderCache } from "~/rendering/static-part";
import { drawnPage } from "../../../tests/pages/support/drawn-page";
import { listView } from "./drill-down/drill-down-rows";
import { ProfileScreen } from "./profile-screen";
import type { ProfileView } from "./profile-view";
import { testGraphsView } from "./testing/graphs-view";
import { testProfileView } from "./testing/profile-view";

const COUNTS = {
  ...{ rth: 24, ed: 0, h_1000: 162, ed_1000: 500 },
  ...{ ach_adm: 100, settled_adm: 100, ls_days: 100_000 },
};
const QUALITY = {
  ...qualityOf(COUNTS),
  period: qualityPeriod("2026-03-04", null),
};

/** Each input changes the markup of some part, and none of the answers that keys are digests of. */
const INPUTS: Partial<ProfileView>[] = [
  {},
  { monthly: ["rth_30"] },
  { monthly: ["hosp_1000", "ed_1000", "adm_1000", "rth_30", "ed_30"] },
  { lastDay: "2026-02-10" },
  { reach: "2026-01-20" },
  { lastUpdated: "2026-01-04 15:07:00" },
  { isDefaultRange: false },
  { filters: { startDate: "2025-06-01", endDate: "2026-02-04", isnp: false } },
  { filters: { startDate: "2025-03-04", endDate: "2026-03-04", isnp: true } },
  { isnpFixed: true },
  { carried: { isnp: true } },
  { level: "division" },
  { id: 3 },
  { frailtyFilter: "high" },
  { sort: { column: "name", direction: "desc" } },
];

function patients(hasResidents: boolean): Partial<ProfileView> {
  const rows = [
    {
      ...{ first_name: "Bo", last_name: "Low", frailty_score: 1 },
      ...{ admission_date: "2026-01-05", discharge_date: null, days_care: 36 },
      ...{ hospital_transfers: 1, hospital_visits: 0 },
      ...{ short_stay_ed_visits: 0, long_stay_ed_visits: 0 },
    },
  ];
  const list = { kind: "patients", rows, hasPages: hasResidents } as const;
  const data = listView(list, "patient");
  return { level: "physician", id: 7, list: { state: "data", data } };
}

test("parts with the same key have the same markup, whatever else the page shows", async () => {
  const known = new Map<string, string>();
  // Too small to keep anything.
  const render = asText(renderCache(1));
  const cache: RenderCache = (id, version, children) => {
    const markup = render(id, version, children);
    if (markup === null) return null;
    const key = `${id} ${version}`;
    expect(known.get(key) ?? markup, key).toBe(markup);
    known.set(key, markup);
    return markup;
  };
  const pages = [...INPUTS, patients(false), patients(true)].map((more) =>
    testProfileView({
      graphs: { state: "data", data: testGraphsView() },
      quality: { state: "data", data: QUALITY },
      ...more,
    }),
  );
  // Scripts of the parts come with the first round.
  for (const page of [...pages, ...pages]) {
    await drawnPage(
      <RenderCacheContext.Provider value={cache}>
        <ProfileScreen view={page} />
      </RenderCacheContext.Provider>,
    );
  }
  expect([
    ...new Set([...known.keys()].map((key) => key.split(" ")[0])),
  ]).toEqual(
    expect.arrayContaining(["drawn-rth_30", "graph-notes", "list-rows"]),
  );
});
