// @vitest-environment happy-dom
import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { monthNumberOf } from "~/domain/graphs/chart-phases";
import { judgeSeries } from "~/domain/graphs/judge-series";
import { eventsAmong } from "~/domain/testing/rare-series";
import { measureOf } from "./graph-reading";
import { GraphTable } from "./graph-table";

test("a month has the limits and the words of its phase", () => {
  const counts = [5, 4, 5, 6, 5, 17, 4, 1, 2, 1, 2, 1, 2, 1, 1, 2, 1, 9];
  const measure = measureOf("hosp_1000");
  const { line, events } = eventsAmong(counts, 3000);
  const first = monthNumberOf("2025-01-01");
  const judged = { settled: counts.length, told: counts.length };
  const phases = { first, begun: [first + 7], frozen: [] };
  const reading = {
    measure,
    mode: "mom" as const,
    line,
    denominators: line.denominators,
    ...judgeSeries(measure, line, judged, "mom", phases, { events }),
    events: [],
    months: counts.map((_, index) => `Month ${index + 1}`),
    isSilent: false,
  };
  render(<GraphTable reading={reading as never} />);
  const cells = (name: string) =>
    within(screen.getByRole("row", { name: new RegExp(`^${name} `) }))
      .getAllByRole("cell")
      .map(({ textContent }) => textContent);
  const [many, ofFew] = [cells("Month 6"), cells("Month 18")];
  expect([many[0], ...many.slice(5, 7)]).toEqual([
    "Above upper limit",
    "0.00",
    "4.75",
  ]);
  expect([ofFew[0], ...ofFew.slice(5, 7)]).toEqual([
    "More events than chance makes",
    "None",
    "None",
  ]);
});
