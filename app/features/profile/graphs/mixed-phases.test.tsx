import { expect, test } from "vitest";
import { methodAt } from "~/domain/graphs/chart-method";
import { monthNumberOf } from "~/domain/graphs/chart-phases";
import { outsideWords, pointWords } from "~/domain/graphs/graph-words";
import { judgeSeries } from "~/domain/graphs/judge-series";
import { measureOf } from "~/domain/testing/chart-story";
import { eventsAmong } from "~/domain/testing/rare-series";
import { all } from "../../../../tests/pages/support/document";
import { cellsOf, drawn } from "../../../../tests/pages/support/drawn-page";
import { graphSentences } from "./graph-figure";
import { GraphTable } from "./graph-table";

/** Months of many events, and from `begun` on a phase of few; or the other way round. */
function storyOf(counts: number[], begun: number) {
  const measure = measureOf("h_1000");
  const { line, events } = eventsAmong(counts, 3000);
  const first = monthNumberOf("2025-01-01");
  const phases = { first, begun: [first + begun] };
  return {
    measure,
    mode: "mom" as const,
    months: counts.map((_, index) => `Month ${index + 1}`),
    line,
    denominators: line.denominators,
    isSilent: false,
    ...judgeSeries(measure, line, "mom", phases, { events }),
  };
}

const MANY_THEN_FEW = [5, 4, 5, 6, 5, 17, 4, 1, 2, 1, 2, 1, 2, 1, 1, 2, 1, 9];
const FEW_THEN_MANY = [1, 2, 1, 2, 1, 2, 1, 1, 2, 1, 0, 9, 5, 4, 5, 6, 5, 16];

test.each([
  ["many", MANY_THEN_FEW, 7, 5, 17],
  ["few", FEW_THEN_MANY, 12, 17, 11],
])(
  "a month is told by the method of its phase, with %s events first",
  (_, counts, begun, ofMonths, ofGaps) => {
    const story = storyOf(counts, begun);
    const words = (index: number) => {
      const point = story.chart.points[index];
      return point && outsideWords(point, methodAt(story, index));
    };
    expect(words(ofMonths)).toBe("Above upper limit");
    expect(words(ofGaps)).toBe("More events than chance makes");
    const told = (index: number) =>
      pointWords(story, { events: null, denominator: null }, index).details;
    expect(told(ofMonths)[0]).toContain("above upper limit");
    expect(told(ofGaps)[0]).toContain("more events than chance makes");
    const { news } = graphSentences(story);
    expect(news).toContain(
      `1 month above the upper limit: Month ${ofMonths + 1}.`,
    );
    expect(news).toContain(
      `1 month with more events than chance makes: Month ${ofGaps + 1}.`,
    );
  },
);

test("a month of the table has the limits and the words of its phase", async () => {
  const story = storyOf(MANY_THEN_FEW, 7);
  const page = await drawn(
    <GraphTable reading={{ ...story, events: [] } as never} />,
  );
  const wordsOf = (month: string) => {
    const rows = all(page, "tbody tr").map(cellsOf);
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
