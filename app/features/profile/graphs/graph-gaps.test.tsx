// @vitest-environment happy-dom
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { firstMonthOf } from "~/domain/graphs/chart-phases";
import type { GraphsView } from "../profile-view";
import { testGraphsView } from "../testing/graphs-view";
import { GraphGaps } from "./graph-gaps";
import { readGraph } from "./graph-reading";

/** An event in the middle of each of the 18 months to March 2026. */
const EVENTS = {
  days: Array.from({ length: 18 }, () => "2026-03-01" as const),
  months: Array.from({ length: 18 }, (_, month) => month),
  counted: Array.from({ length: 18 }, (_, month) => 3_000 * month + 1_500),
};

const LINE = {
  rates: Array.from({ length: 18 }, () => 1 / 3),
  denominators: Array.from({ length: 18 }, () => 3_000),
};

afterEach(cleanup);

function renderGaps(
  by?: "month",
  more: Partial<GraphsView> = {},
): (string | null)[] {
  const view = { ...testGraphsView(), ...more };
  view.lines.hosp_1000 = { rolling: LINE, mom: LINE };
  view.events = { hosp_1000: { ...EVENTS, ...(by && { by }) } };
  render(<GraphGaps reading={readGraph(view, ["hosp_1000"], "hosp_1000")} />);
  const [head] = screen.getAllByRole("columnheader");
  const last = screen.getAllByRole("rowheader").at(-1);
  return [head?.textContent ?? null, last?.textContent ?? null];
}

test("a gap ends on the day of an event", () => {
  expect(renderGaps()).toEqual(["Event on", "03/01/2026"]);
});

test("a gap ends in the month of an event whose day is not known", () => {
  expect(renderGaps("month")).toEqual(["Event in", "March 2026"]);
});

/** The graph with a phase that begins in this month. */
function renderPhase(from: `${number}-${number}-01`) {
  const phase = {
    kind: "phase" as const,
    measures: ["hosp_1000" as const],
    from,
    to: null,
    text: "New doctor",
    frozen: null,
  };
  const first = firstMonthOf(18, "2026-03-31");
  renderGaps(undefined, { notes: { first, events: [], phases: [phase] } });
}

test("each phase has its gaps under its name, the newest first", () => {
  renderPhase("2025-08-01");
  const heads = screen.getAllByRole("heading", { level: 4 });
  expect(heads.map(({ textContent }) => textContent)).toEqual([
    "Phase from August 2025",
    "Before August 2025",
  ]);
  const tables = screen.getAllByRole("table");
  expect(
    tables.map((table) => within(table).getAllByRole("rowheader").length),
  ).toEqual([7, 9]);
  const names = screen
    .getAllByRole("region")
    .map((region) => region.getAttribute("aria-label"));
  expect(names).toEqual([
    "Between hospitalizations, Phase from August 2025",
    "Between hospitalizations, Before August 2025",
  ]);
  const text = document.body.textContent;
  expect(text).toContain("Since the last event: 1,500 long-stay days.");
  expect(text).toContain(
    "From the last event to the end of the phase: 1,500 long-stay days.",
  );
});

test("the gaps of a phase that is too young for limits are told without any", () => {
  renderPhase("2026-01-01");
  const [newest] = screen.getAllByRole("table");
  if (!newest) throw new Error("There is no table.");
  const rows = within(newest).getAllByRole("row").slice(1);
  expect(rows).toHaveLength(2);
  rows.forEach((row) => expect(row.textContent).toContain("No limits"));
});
