import type { IsoDay } from "~/domain/calendar";
import { expect, test } from "vitest";
import { firstMonthOf } from "~/domain/graphs/chart-phases";
import { notJudged } from "~/domain/graphs/graph-finding";
import { judgeSeries } from "~/domain/graphs/judge-series";
import { monthNames } from "~/domain/graphs/graph-words";
import {
  eventText,
  noteCell,
  phaseLines,
  phaseText,
  unjudgedLines,
} from "./words";
import { numberedEvents, type ChartNotes } from "~/domain/graphs/chart-notes";
import { phasesOfNotes } from "./phases-of-notes";
import {
  RATE_MEASURES,
  type RateMeasure,
} from "~/domain/figures/rate-measures";

const [RTH] = RATE_MEASURES as [RateMeasure];
const FIRST = firstMonthOf(18, "2026-08-31");
const SHORT = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const MONTHS = monthNames(
  Array.from({ length: 18 }, (_, at) => SHORT[(at + 2) % 12] ?? ""),
  Array.from({ length: 18 }, (_, at) => (at < 10 ? 2025 : 2026)),
);
const NOTES: ChartNotes = {
  first: FIRST,
  events: [
    {
      measures: ["ed_30"],
      day: "2025-04-02",
      text: "Of another graph",
      place: null,
    },
    {
      measures: ["rth_30"],
      day: "2025-05-14",
      text: "New unit manager",
      place: null,
    },
    {
      measures: ["rth_30", "ed_30"],
      day: "2026-05-31",
      text: "New contract",
      place: "North",
    },
  ],
  phases: [
    {
      kind: "phase",
      measures: ["rth_30"],
      from: "2026-05-01",
      text: "Calls after admission",
    },
  ],
};

function chart(mode: "mom" | "rolling", begun = "2026-05-01" as IsoDay) {
  const line = {
    rates: MONTHS.map(() => 21),
    denominators: MONTHS.map(() => 100),
  };
  const phases = NOTES.phases.map((note) =>
    note.kind === "phase" ? { ...note, from: begun } : note,
  );
  const judged = judgeSeries(
    RTH,
    line,
    mode,
    phasesOfNotes(phases, RTH, FIRST),
  );
  return { measure: RTH, mode, months: MONTHS, ...judged };
}

test("events are those of the graph, numbered as on all graphs of the page", () => {
  const events = numberedEvents(NOTES, "rth_30");
  expect(events.map(({ number, index }) => [number, index])).toEqual([
    [2, 2],
    [3, 14],
  ]);
  expect(events.map(eventText)).toEqual([
    "05/14/2025: New unit manager",
    "05/31/2026: New contract (North)",
  ]);
});

test("a phase of some of the graphs names them", () => {
  const [phase] = NOTES.phases;
  if (!phase) throw new Error("There is no phase.");
  expect(phaseText(phase)).toBe(
    "Phase from May 2026 (30 Day RTH): Calls after admission",
  );
  const measures = RATE_MEASURES.map(({ graph }) => graph);
  expect(phaseText({ ...phase, measures })).toBe(
    "Phase from May 2026: Calls after admission",
  );
});

test("phases are said with reason, and what is not judged", () => {
  expect(phaseLines(chart("mom"), NOTES, "rth_30")).toEqual([
    "Phase from May 2026: Calls after admission.",
    "From May 2026 to August 2026 there are too few months for limits.",
    "Limits of the new phase start in October 2026.",
  ]);
  expect(phaseLines(chart("rolling"), NOTES, "rth_30").slice(1)).toEqual([
    "The points from May 2026 to August 2026 reach back into the phase before. They are not judged.",
  ]);
});

test("a rolling chart says of a young phase until when it has no limits", () => {
  const young = chart("rolling");
  expect(notJudged(young)).toBe(
    "Too early to judge the new phase. Limits start in September 2027.",
  );
  expect(unjudgedLines(young)).toEqual([
    "The points from May 2026 to August 2026 reach back into the phase before. They are not judged.",
  ]);
  const older = chart("rolling", "2025-08-01");
  expect(unjudgedLines(older)).toEqual([
    "From March 2025 to July 2025 there are too few months for limits.",
    "The points from August 2025 to June 2026 reach back into the phase before. They are not judged.",
    "From July 2026 to August 2026 there are too few months for limits.",
    "Limits of the new phase start in December 2026.",
  ]);
});

test("the one month of a phase is said as one", () => {
  expect(unjudgedLines(chart("rolling", "2026-08-01"))).toEqual([
    "The point of August 2026 reaches back into the phase before. It is not judged.",
  ]);
  expect(unjudgedLines(chart("mom", "2026-08-01"))).toEqual([
    "For August 2026 there are too few months for limits.",
    "Limits of the new phase start in January 2027.",
  ]);
});

test("months without a rate put off the limits of a phase", () => {
  const story = chart("mom");
  const { points } = story.chart;
  const unknown = (at: number) => ({
    ...story,
    chart: {
      ...story.chart,
      points: points.map((point, index) =>
        index === at ? { ...point, value: null } : point,
      ),
    },
  });
  expect(unjudgedLines(unknown(15))).toContain(
    "Limits of the new phase start in November 2026.",
  );
  // It may yet get a rate.
  expect(unjudgedLines(unknown(17))).toContain(
    "Limits of the new phase start in October 2026.",
  );
});

test("a month of the table says what began and happened in it", () => {
  const events = numberedEvents(NOTES, "rth_30");
  const { parts } = chart("mom");
  expect([1, 2, 14].map((at) => noteCell(events, parts, at))).toEqual([
    "",
    "2: 05/14/2025: New unit manager",
    "New phase; 3: 05/31/2026: New contract (North)",
  ]);
});
