import { describe, expect, test } from "vitest";
import {
  all,
  figuresOf,
  textOf,
  textsOf,
  type PageDocument,
} from "../../../tests/pages/support/document";
import { drawnPage, hrefsOf } from "../../../tests/pages/support/drawn-page";
import { listView } from "./drill-down/drill-down-rows";
import { ProfileScreen } from "./profile-screen";
import type { ProfileView } from "./profile-view";
import { testGraphsView } from "./testing/graphs-view";
import { NOBODY_ROW } from "./testing/nobody-row";
import { testProfileView } from "./testing/profile-view";

const GRAPHS = { state: "data", data: testGraphsView() } as const;

function view(more: Partial<ProfileView> = {}): ProfileView {
  return testProfileView({ graphs: GRAPHS, ...more });
}

function show(more?: Partial<ProfileView>) {
  return drawnPage(<ProfileScreen view={view(more)} />);
}

describe("a profile whose panels failed", () => {
  const failed = { state: "error", message: "told by the shell" } as const;
  const retriesIn = (root: Pick<PageDocument, "querySelectorAll">) =>
    all(root, "a").filter((link) => textOf(link) === "Try again");

  test("keeps the page, with 'Unknown' in the stay blocks and one way to ask again", async () => {
    const page = await show({ metrics: failed, list: failed, frailty: failed });
    expect(figuresOf(page)).toMatchObject({
      "RTH/RTH%": "Unknown",
      "PD LT DOC": "Unknown",
    });
    expect(
      textOf(page.body).match(
        /Data was not retrieved due to a system error\./g,
      ),
    ).toHaveLength(3);
    expect(retriesIn(page)).toHaveLength(1);
  });
});

test("patients have their band in words beside the score", async () => {
  const patient = {
    ...{ first_name: "Bo", last_name: "Cole", frailty_score: 7 },
    ...{ admission_date: "2026-01-05", discharge_date: null, days_care: 36 },
    ...{ hospital_transfers: 1, hospital_visits: 0 },
    ...{ short_stay_ed_visits: 0, long_stay_ed_visits: 0 },
  };
  const unnamed = { first_name: null, last_name: null, frailty_score: null };
  const rows = [patient, { ...patient, ...unnamed }];
  const page = await show({
    level: "physician",
    id: 1234567893,
    list: {
      state: "data",
      data: listView({ kind: "patients", rows }, "patient"),
    },
  });
  const cells = textsOf(page, "#list tbody td");
  expect(cells).toContain("7 High");
  expect(cells).toContain("None");
  expect(textsOf(page, "#list tbody th")).toContain("Unnamed patient");
});

test("the stays without a physician are a row with words beside its icon, and no physician", async () => {
  const page = await show({
    level: "facility",
    id: 12,
    list: {
      state: "data",
      data: listView({ kind: "physicians", rows: [NOBODY_ROW] }, "physician"),
    },
  });
  const name = "Patients without primary care physician";
  expect(hrefsOf(page)[name]).toBe("/physician-profile/0?facility-id=12");
  expect(textOf(page.body)).toContain("0 physicians");
});
