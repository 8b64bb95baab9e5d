import { expect, test } from "vitest";
import { firstMonthOf } from "~/domain/graphs/chart-phases";
import { all, textOf, textsOf } from "../../../../tests/pages/support/document";
import { cellsOf, drawn } from "../../../../tests/pages/support/drawn-page";
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

function gapsOf(more: Partial<GraphsView> = {}) {
  const view = { ...testGraphsView(), ...more };
  view.lines.hosp_1000 = { rolling: LINE, mom: LINE };
  view.events = { hosp_1000: EVENTS };
  const reading = readGraph(view, ["hosp_1000"], "hosp_1000");
  return drawn(<GraphGaps reading={reading} />);
}

test("a gap ends on the day of an event", async () => {
  const page = await gapsOf();
  expect(textsOf(page, "thead th")[0]).toBe("Event on");
  expect(textsOf(page, "th[scope=row]").at(-1)).toBe("03/01/2026");
});

/** The graph with a phase that begins in this month. */
function gapsOfPhase(from: `${number}-${number}-01`) {
  const phase = {
    kind: "phase" as const,
    measures: ["hosp_1000" as const],
    from,
    to: null,
    text: "New doctor",
  };
  const first = firstMonthOf(18, "2026-03-31");
  return gapsOf({ notes: { first, events: [], phases: [phase] } });
}

test("each phase has its gaps under its name, the newest first", async () => {
  const page = await gapsOfPhase("2025-08-01");
  expect(textsOf(page, "h4")).toEqual([
    "Phase from August 2025",
    "Before August 2025",
  ]);
  const tables = all(page, "table");
  expect(
    tables.map((table) => table.querySelectorAll("th[scope=row]").length),
  ).toEqual([7, 9]);
  const names = all(page, "[role=region]").map((region) =>
    region.getAttribute("aria-label"),
  );
  expect(names).toEqual([
    "Between hospitalizations, Phase from August 2025",
    "Between hospitalizations, Before August 2025",
  ]);
  const text = textOf(page.body);
  expect(text).toContain("Since the last event: 1,500 long-stay days.");
  expect(text).toContain(
    "From the last event to the end of the phase: 1,500 long-stay days.",
  );
});

test("the gaps of a phase that is too young for limits are told without any", async () => {
  const [newest] = all(await gapsOfPhase("2026-01-01"), "table");
  const rows = newest ? all(newest, "tbody tr").map(cellsOf) : [];
  expect(rows).toHaveLength(2);
  for (const cells of rows) expect(cells.join()).toContain("No limits");
});
