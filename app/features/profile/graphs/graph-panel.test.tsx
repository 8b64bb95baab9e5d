// @vitest-environment happy-dom
import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { GraphPanel } from "./graph-panel";
import type { ProfileView } from "../profile-view";
import { testRthLine } from "../testing/graph-lines";
import { testProfileView } from "../testing/profile-view";

beforeEach(() => {
  // The picture alone is tested here: the chart to explore needs a browser that lays out.
  vi.stubGlobal("navigator", { onLine: true, connection: { saveData: true } });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(more: Partial<ProfileView>) {
  const view = testProfileView(more);
  const Page = createRemixStub([
    {
      path: "/",
      Component: () => (
        <GraphPanel view={view} tag="rth_30" closeHref="/region-profile/2" />
      ),
    },
  ]);
  render(<Page />);
}

const RATES = Array.from({ length: 18 }, (_, index) => (index === 6 ? 50 : 20));
const DATA = {
  state: "data",
  data: testRthLine({ rates: RATES }),
} as const;

function cells(row: HTMLElement | undefined): (string | null)[] {
  return [...(row?.children ?? [])].map((cell) => cell.textContent);
}

test("the fullscreen graph has its figures month by month, with how each stands to its limits in words", () => {
  show({ monthly: ["rth_30"], graphs: DATA });
  expect(screen.getByRole("dialog", { name: "30 Day RTH" })).toBeTruthy();
  const [head, ...rows] = within(screen.getByRole("table")).getAllByRole("row");
  expect(cells(head)).toEqual([
    "Month",
    "Outside limits",
    "Rate",
    "Returns to hospital",
    "Admissions from hospital",
    "Mean",
    "Lower limit",
    "Upper limit",
    "Pattern",
  ]);
  expect(rows).toHaveLength(18);
  expect(cells(rows[6])).toEqual([
    "April 2025",
    "Above upper limit",
    "50.00%",
    "25",
    "50",
    "21.67%",
    "4.19%",
    "39.15%",
    "None",
  ]);
  expect(cells(rows[7])[1]).toBe("No");
  expect(cells(rows[17])[8]).toBe("Shift");
});

test("a rolling one names its twelve months and judges no pattern", () => {
  show({ graphs: DATA });
  const [head] = within(screen.getByRole("table")).getAllByRole("row");
  expect(cells(head)[0]).toBe("12 months to");
  expect(cells(head)).not.toContain("Pattern");
  expect(screen.getByText(/choose Month over month\.$/)).toBeTruthy();
});

test("rates that came without their denominators are explained as single values", () => {
  const denominators = RATES.map(() => null);
  show({
    graphs: {
      state: "data",
      data: testRthLine({ rates: RATES, denominators }),
    },
  });
  expect(screen.getByText(/\(XmR chart\)/)).toBeTruthy();
  expect(screen.queryByText(/\(p chart\)/)).toBeNull();
});

test("it says whose figures it shows, and under which filters", () => {
  show({ graphs: DATA });
  expect(
    screen.getByText("Region Profile Lakes · To 03/04/2026 · All patients"),
  ).toBeTruthy();
});

test("its toggle keeps it open", () => {
  show({ graphs: DATA });
  const link = screen.getByRole("link", {
    name: /^Month over month *, 30 Day RTH$/,
  });
  expect(link.getAttribute("href")).toBe(
    "/region-profile/2?mom=rth_30&graph=rth_30",
  );
});

/** Months that differ by far more than chance would make them. */
const RESTLESS = {
  state: "data",
  data: testRthLine({
    rates: Array.from({ length: 18 }, (_, index) => (index % 2 ? 60 : 10)),
  }),
} as const;

test("limits that are wider than those of chance say so, and lead to these", () => {
  show({ monthly: ["rth_30"], graphs: RESTLESS });
  expect(
    screen.getByText(/The months differ by more than chance.*\(p′ chart\)\./),
  ).toBeTruthy();
  const link = screen.getByRole("link", {
    name: "Show the limits of chance alone",
  });
  expect(link.getAttribute("href")).toBe(
    "/region-profile/2?mom=rth_30&limits=plain&graph=rth_30",
  );
});

test("limits of chance alone lead back, and so does every other link", () => {
  show({ monthly: ["rth_30"], graphs: RESTLESS, hasPlainLimits: true });
  expect(screen.queryByText(/more than chance/)).toBeNull();
  expect(screen.getByText(/\(p chart\)/)).toBeTruthy();
  const href = (name: RegExp) =>
    screen.getByRole("link", { name }).getAttribute("href");
  expect(href(/^Back to the usual limits$/)).toBe(
    "/region-profile/2?mom=rth_30&graph=rth_30",
  );
  expect(href(/^Rolling 12 month/)).toBe(
    "/region-profile/2?limits=plain&graph=rth_30",
  );
});

test("the limits of chance have no link where there are no others", () => {
  show({ monthly: ["rth_30"], graphs: DATA });
  expect(screen.queryByRole("link", { name: /limits/ })).toBeNull();
});

describe("a graph of rare events", () => {
  // One of 20 admissions in each month, and two in a row in the last.
  const denominators = Array.from({ length: 18 }, () => 20);
  const at = Array.from(
    { length: 18 },
    (_, month) => month * 20 + 9 + (month % 4),
  );
  const data = {
    ...testRthLine({
      rates: denominators.map((_, month) => (month === 17 ? 10 : 5)),
      denominators,
    }),
    events: {
      rth_30: {
        days: Array<string>(19).fill("2026-03-14"),
        months: [...at.map((_, month) => month), 17],
        counted: [...at, 360],
      },
    },
  };
  const rare = {
    monthly: ["rth_30"],
    graphs: { state: "data", data },
  } as const;

  test("has no limits by month, says what is judged, and has the gaps in a table", () => {
    show({ ...rare, monthly: ["rth_30"] });
    expect(
      screen.getByText(
        /Few events are expected \(1\.1 a month\), so the admissions from hospital between them are judged \(g chart\)\./,
      ),
    ).toBeTruthy();
    const months = screen.getByRole("table", {
      name: "30 Day RTH, month by month",
    });
    const [, first] = within(months).getAllByRole("row");
    expect(cells(first).slice(0, 2)).toEqual(["October 2024", "No"]);
    expect(cells(first).slice(6, 8)).toEqual(["None", "None"]);
    const gaps = screen.getByRole("table", {
      name: "Between returns to hospital",
    });
    const [head, ...rows] = within(gaps).getAllByRole("row");
    expect(cells(head)).toEqual([
      "Event on",
      "Outside limits",
      "Admissions from hospital since the one before",
    ]);
    expect(rows).toHaveLength(18);
    expect(cells(rows[0])).toEqual(["03/14/2026", "No", "21"]);
    expect(
      screen.getByText(/^Usual gap: 13 admissions from hospital, limits 1 to/),
    ).toBeTruthy();
  });

  test("has the limits of chance alone where these are asked for", () => {
    show({ ...rare, monthly: ["rth_30"], hasPlainLimits: true });
    expect(screen.queryByText(/Few events are expected/)).toBeNull();
    expect(screen.getAllByRole("table")).toHaveLength(1);
  });

  test("is judged as ever when it is rolling", () => {
    show({ graphs: rare.graphs });
    expect(screen.queryByText(/Few events are expected/)).toBeNull();
  });
});
