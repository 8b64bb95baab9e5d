import { describe, expect, test } from "vitest";
import { arrangeList } from "./drill-down/arrange-list";
import { listView } from "./drill-down/drill-down-rows";
import { ownHref } from "./profile-links";
import type { SentView } from "./profile-view";
import { shownView } from "./shown-view";
import { testProfileView } from "./testing/profile-view";

const place = (id: number, name: string, patients: number) => ({
  id,
  name,
  physician_count: 1,
  patient_count: patients,
  long_stay_patient_count: 1,
  admit_from_hospital_count: 1,
});

const patient = (last_name: string, frailty_score: number) => ({
  first_name: "Bo",
  last_name,
  admission_date: "2026-01-05",
  discharge_date: null,
  days_care: 36,
  frailty_score,
  hospital_transfers: 1,
  hospital_visits: 0,
  short_stay_ed_visits: 0,
  long_stay_ed_visits: 0,
});

/** A region's page, and a physician's, as their loaders send them. */
const LIST_AT = { query: "", arrangement: null };
const REGION: SentView = {
  ...testProfileView(),
  listAt: LIST_AT,
  list: {
    state: "data",
    data: listView(
      { kind: "places", rows: [place(1, "Elm", 9), place(2, "Ash", 10)] },
      "facility",
    ),
  },
};
const PHYSICIAN: SentView = {
  ...testProfileView({ level: "physician" }),
  listAt: LIST_AT,
  list: {
    state: "data",
    data: listView(
      {
        kind: "patients",
        rows: [patient("Low", 1), patient("Old", 7), patient("Ash", 6)],
      },
      "patient",
    ),
  },
};

function shown(sent: SentView, query: string) {
  const view = shownView(sent, query, arrangeList);
  return {
    ...view,
    names: view.list.state === "data" ? view.list.data.columns[0] : null,
    count: view.list.state === "data" ? view.list.data.count : null,
  };
}

describe("a page at its address", () => {
  test.each(["sort=nothing", "sort=frailty", "sort=", "frailty=high"])(
    "keeps all rows in their order for %s",
    (query) => {
      const { sort, names, frailtyFilter } = shown(REGION, query);
      expect({ sort, names, frailtyFilter }).toEqual({
        sort: null,
        names: ["Elm", "Ash"],
        frailtyFilter: "all",
      });
    },
  );

  test("has the patients of the band asked for, counts them, and says so on paper", () => {
    const view = shown(PHYSICIAN, "frailty=high&sort=name");
    expect(view.names).toEqual(["Ash, Bo", "Old, Bo"]);
    expect(view.count).toBe("2 of 3 patients");
    expect(view.frailtyFilter).toBe("high");
    expect(view.paper.head).toMatch(/Frailty: high$/);
    expect(view.clearHref).not.toContain("frailty");
    expect(shown(PHYSICIAN, "sort=name").clearHref).toBeNull();
  });

  test("reads an address that still asks for plain limits as without them", () => {
    const view = shownView(REGION, "limits=plain&months=36", null);
    expect(ownHref(view)).toMatch(/\?months=36$/);
  });

  test("keeps the sort of its address while its list did not come", () => {
    const sort = { column: "name", direction: "desc" } as const;
    const sent: SentView = { ...REGION, sort, list: { state: "empty" } };
    expect(shown(sent, "sort=name&dir=desc").sort).toEqual(sort);
  });

  test("stands as it was sent until what arranges its list is there", () => {
    const sent: SentView = {
      ...REGION,
      listAt: {
        query: "sort=name",
        arrangement: { places: [1, 0], count: null },
      },
    };
    const waiting = shownView(sent, "sort=patient_count&mom=ed_30", null);
    expect(waiting.sort?.column).toBe("name");
    expect(waiting.monthly).toEqual(["ed_30"]);
    expect(ownHref(waiting)).toMatch(/\?sort=patient_count&dir=asc&mom=ed_30$/);
    const names = ({ list }: typeof waiting) =>
      list.state === "data" ? list.data.columns[0] : null;
    expect(names(waiting)).toEqual(["Ash", "Elm"]);
    expect(names(shownView(sent, "sort=name", null))).toEqual(["Ash", "Elm"]);
    expect(names(shownView(sent, "", arrangeList))).toEqual(["Elm", "Ash"]);
  });
});

describe("a page whose document left data out", () => {
  const sent: SentView = {
    ...PHYSICIAN,
    rendered: { ...PHYSICIAN.rendered, leftOut: ["graphs", "rows"] },
  };

  test("stays as it was sent, and its links carry what was asked for", () => {
    const view = shown(sent, "frailty=high&mom=rth_30");
    expect(view).toMatchObject({ frailtyFilter: "all", monthly: [] });
    expect(view.names).toHaveLength(3);
    expect(ownHref(view)).toContain("frailty=high&mom=rth_30");
  });

  test("shows each part once it has come", () => {
    const withRows: SentView = {
      ...sent,
      rendered: { ...sent.rendered, leftOut: ["graphs"] },
    };
    const view = shown(withRows, "frailty=high&mom=rth_30");
    expect(view).toMatchObject({ frailtyFilter: "high", monthly: [] });
    expect(view.names).toHaveLength(2);
  });
});
