import { describe, expect, test } from "vitest";
import { rowCountText } from "./drill-down/arrange-list";
import {
  all,
  figuresOf,
  textOf,
  textsOf,
  type PageDocument,
} from "../../../tests/pages/support/document";
import {
  drawnPage,
  hrefsOf,
  regionOf,
} from "../../../tests/pages/support/drawn-page";
import { listView, shownColumns } from "./drill-down/drill-down-rows";
import { ProfileScreen } from "./profile-screen";
import type { ListView, ProfileView } from "./profile-view";
import { testGraphsView } from "./testing/graphs-view";
import { NOBODY_ROW } from "./testing/nobody-row";
import { testProfileView } from "./testing/profile-view";

function listOf(rows: [number, string[]][], total = rows.length): ListView {
  const width = rows[0]?.[1].length ?? 0;
  return {
    heads: [...shownColumns("patient", { kind: "patients", rows: [] })],
    count: rowCountText("patient", rows.length, total),
    keys: rows.map(([key]) => key),
    columns: Array.from({ length: width }, (_, column) =>
      rows.map(([, cells]) => cells[column] ?? ""),
    ),
    rows: rows.length,
    total,
    note: null,
  };
}

const GRAPHS = { state: "data", data: testGraphsView() } as const;

function view(more: Partial<ProfileView> = {}): ProfileView {
  return testProfileView({ graphs: GRAPHS, ...more });
}

function show(more?: Partial<ProfileView>) {
  return drawnPage(<ProfileScreen view={view(more)} />);
}

describe("a profile with data", () => {
  test("writes counts, rates, and 'Unknown' for a rate over nothing and for a band that is not known", async () => {
    expect(figuresOf(await show())).toMatchObject({
      "Patient count": "1,234",
      "RTH/RTH%": "12 / 21.43%",
      "ED/ED%": "0 / Unknown",
      High: "7",
      Medium: "Unknown",
      Low: "0",
    });
  });

  test("says how many rows its list has, outside of the heading", async () => {
    const list = regionOf(await show(), "Facility List");
    expect(all(list, "p").map(textOf)).toContain("1 facility");
  });
});

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

describe("a physician's patients", () => {
  const patients = (more: Partial<ProfileView> = {}) =>
    show({
      level: "physician",
      id: 1234567893,
      name: "Ada Grey",
      list: {
        state: "data",
        data: listOf([
          [
            0,
            [
              "Cole, Bo",
              "01/05/2026",
              "Current",
              "36",
              "7",
              "1",
              "0",
              "0",
              "0",
            ],
          ],
          [1, ["", "01/05/2026", "Current", "3", "None", "1", "0", "0", "0"]],
        ]),
      },
      ...more,
    });

  test("have their band in words beside the score", async () => {
    const page = await patients();
    const cells = textsOf(page, "#list tbody td");
    expect(cells).toContain("7 High");
    expect(cells).toContain("None");
    expect(textsOf(page, "#list tbody th")).toContain("Unnamed patient");
  });
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
