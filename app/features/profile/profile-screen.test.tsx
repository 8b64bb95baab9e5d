// @vitest-environment happy-dom
import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { rowCountText } from "~/domain/figures/row-count-words";
import { listView, shownColumns } from "./drill-down/drill-down-rows";
import { ProfileScreen } from "./profile-screen";
import type { ListView, ProfileView } from "./profile-view";
import { testGraphsView } from "./testing/graphs-view";
import { NOBODY_ROW } from "./testing/nobody-row";
import { testProfileView } from "./testing/profile-view";

afterEach(cleanup);

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
    smallNote: null,
  };
}

const GRAPHS = { state: "data", data: testGraphsView() } as const;

function view(more: Partial<ProfileView> = {}): ProfileView {
  return testProfileView({ graphs: GRAPHS, ...more });
}

function show(shown: ProfileView) {
  const Page = createRemixStub([
    { path: "/", Component: () => <ProfileScreen view={shown} /> },
  ]);
  render(<Page />);
}

/** The value of a labelled figure. */
function figure(label: string): string | null | undefined {
  return screen.getByText(label).closest("li")?.querySelector(".text-lg")
    ?.textContent;
}

describe("a profile with data", () => {
  test("names its level and its subject in one heading", () => {
    show(view());
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(
      "Region Profile Lakes",
    );
    expect(
      screen.getByText("Data is accurate as of 03:07 PM ET 03/04/2026"),
    ).toBeTruthy();
  });

  test("writes counts, rates, and 'Unknown' for a rate over nothing", () => {
    show(view());
    expect(figure("Patient count")).toBe("1,234");
    expect(figure("RTH/RTH%")).toBe("12 / 21.43%");
    expect(figure("ED/ED%")).toBe("0 / Unknown");
  });

  test("says how many rows its list has, outside of the heading", () => {
    show(view());
    const list = screen.getByRole("region", { name: "Facility List" });
    expect(within(list).getByText("1 facility")).toBeTruthy();
  });

  test("shows the frailty counts, 'Unknown' for what is not known", () => {
    show(view());
    expect(figure("High")).toBe("7");
    expect(figure("Medium")).toBe("Unknown");
    expect(figure("Low")).toBe("0");
  });
});

describe("a profile whose panels failed", () => {
  const failed = { state: "error", message: "told by the shell" } as const;

  test("keeps the page, with 'Unknown' in the stay blocks and one way to ask again", () => {
    show(view({ metrics: failed, list: failed, frailty: failed }));
    expect(figure("RTH/RTH%")).toBe("Unknown");
    expect(figure("PD LT DOC")).toBe("Unknown");
    expect(
      screen.getAllByText("Data was not retrieved due to a system error."),
    ).toHaveLength(3);
    expect(screen.getAllByRole("link", { name: "Try again" })).toHaveLength(1);
  });

  test("has a link of its own in a panel that failed while the list came", () => {
    show(view({ frailty: failed }));
    const frailty = screen.getByRole("region", { name: "Frailty" });
    expect(within(frailty).getByRole("link").textContent).toBe("Try again");
  });
});

describe("the filter bar", () => {
  test("leads back to the page without its filters where the URL names some, and only there", () => {
    show(
      view({
        carried: { startDate: "2026-01-01", endDate: "2026-02-01" },
        monthly: ["rth_30"],
      }),
    );
    const bar = screen.getByRole("form", { name: "Filters" });
    expect(
      within(bar)
        .getByRole("link", { name: "Clear filters" })
        .getAttribute("href"),
    ).toBe("/region-profile/2?mom=rth_30");
    cleanup();
    show(view({ monthly: ["rth_30"] }));
    expect(screen.queryByRole("link", { name: "Clear filters" })).toBeNull();
  });

  test("sends along how the page is shown, and nothing of it where it is shown as ever", () => {
    const sent = () =>
      Object.fromEntries(
        new FormData(
          screen.getByRole<HTMLFormElement>("form", { name: "Filters" }),
        ),
      );
    show(
      view({
        sort: { column: "name", direction: "desc" },
        monthly: ["rth_30", "ed_30"],
        hasPlainLimits: true,
        hasLongGraph: true,
      }),
    );
    expect(sent()).toMatchObject({
      previousStartDate: "2025-03-04",
      previousEndDate: "2026-03-04",
      sort: "name",
      dir: "desc",
      mom: "rth_30,ed_30",
      limits: "plain",
      months: "36",
    });
    cleanup();
    show(view());
    expect(Object.keys(sent()).sort()).toEqual([
      "endDate",
      "isnp",
      "previousEndDate",
      "previousStartDate",
      "startDate",
    ]);
  });
});

describe("a physician's patients", () => {
  const patients = (more: Partial<ProfileView> = {}) =>
    view({
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

  test("have their band in words beside the score", () => {
    show(patients());
    expect(screen.getByText("7 High")).toBeTruthy();
    expect(screen.getByText("None")).toBeTruthy();
    expect(screen.getByText("Unnamed patient")).toBeTruthy();
  });

  test("who are all filtered away come back by a link that keeps the dates", () => {
    show(
      patients({
        frailtyFilter: "low",
        carried: { startDate: "2026-01-01", endDate: "2026-02-01" },
        list: { state: "data", data: listOf([], 2) },
      }),
    );
    expect(
      screen.getByRole("link", { name: "Clear filters" }).getAttribute("href"),
    ).toBe(
      "/physician-profile/1234567893?startDate=2026-01-01&endDate=2026-02-01",
    );
  });
});

test("the stays without a physician are a row with words beside its icon, and no physician", () => {
  show(
    view({
      level: "facility",
      id: 12,
      list: {
        state: "data",
        data: listView({ kind: "physicians", rows: [NOBODY_ROW] }, "physician"),
      },
    }),
  );
  const link = screen.getByRole("link", {
    name: "Patients without primary care physician",
  });
  expect(link.getAttribute("href")).toBe("/physician-profile/0?facility-id=12");
  expect(screen.getByText("0 physicians")).toBeTruthy();
});
