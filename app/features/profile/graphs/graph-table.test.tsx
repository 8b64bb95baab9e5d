import { expect, test } from "vitest";
import { monthNumberOf } from "~/domain/graphs/chart-phases";
import { judgeSeries } from "~/domain/graphs/judge-series";
import { eventsAmong } from "~/domain/testing/rare-series";
import { all } from "../../../../tests/pages/support/document";
import { cellsOf, drawn } from "../../../../tests/pages/support/drawn-page";
import { measureOf } from "./graph-reading";
import { GraphTable } from "./graph-table";

test("a month has the limits and the words of its phase", async () => {
  const counts = [5, 4, 5, 6, 5, 17, 4, 1, 2, 1, 2, 1, 2, 1, 1, 2, 1, 9];
  const measure = measureOf("hosp_1000");
  const { line, events } = eventsAmong(counts, 3000);
  const first = monthNumberOf("2025-01-01");
  const phases = { first, begun: [first + 7] };
  const reading = {
    measure,
    mode: "mom" as const,
    line,
    denominators: line.denominators,
    ...judgeSeries(measure, line, "mom", phases, { events }),
    events: [],
    months: counts.map((_, index) => `Month ${index + 1}`),
    isSilent: false,
  };
  const page = await drawn(<GraphTable reading={reading as never} />);
  const rows = all(page, "tbody tr").map(cellsOf);
  const wordsOf = (month: string) => {
    const cells = rows.find(([name]) => name === month) ?? [];
    return [cells[1], ...cells.slice(6, 8)];
  };
  expect(wordsOf("Month 6")).toEqual(["Above upper limit", "0.00", "4.75"]);
  expect(wordsOf("Month 18")).toEqual([
    "More events than chance makes",
    "None",
    "None",
  ]);
});
