import { expect, test } from "vitest";
import { measureOf } from "../testing/chart-story";
import { eventsAmong } from "../testing/rare-series";
import { graphSentences } from "~/features/profile/graphs/graph-figure";
import { outsideWords, pointWords } from "./graph-words";
import { methodAt } from "./chart-method";
import { judgeSeries } from "./judge-series";
import { monthNumberOf } from "./chart-phases";

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
