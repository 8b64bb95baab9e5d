// @vitest-environment happy-dom
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
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

function renderGaps(by?: "month"): (string | null)[] {
  const view = testGraphsView();
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
