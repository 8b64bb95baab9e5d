import { expect, test } from "vitest";
import { firstMonthOf } from "../graphs/chart-phases";
import { judgeSeries } from "../graphs/judge-series";
import { monthNames } from "../graphs/graph-words";
import {
  briefNotes,
  eventText,
  noteCell,
  phaseLines,
} from "./chart-note-words";
import { numberedEvents, type ChartNotes } from "./chart-notes";
import { phasesOfNotes } from "./phases-of-notes";
import { RATE_MEASURES, type RateMeasure } from "../figures/rate-measures";

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
      to: null,
      text: "Calls after admission",
      frozen: null,
    },
    {
      kind: "baseline",
      measures: ["rth_30"],
      from: "2024-09-01",
      to: "2025-08-01",
      text: "Before the calls",
      frozen: {
        rth_30: {
          rates: Array.from({ length: 12 }, () => 20),
          denominators: Array.from({ length: 12 }, () => 100),
        },
      },
    },
  ],
};

function chart(mode: "mom" | "rolling") {
  const line = {
    rates: MONTHS.map(() => 21),
    denominators: MONTHS.map(() => 100),
  };
  const { parts } = judgeSeries(
    RTH,
    line,
    { settled: 18, told: 18 },
    mode,
    phasesOfNotes(NOTES.phases, RTH, FIRST),
  );
  return { mode, months: MONTHS, parts };
}

test("events are those of the graph, numbered from the oldest on", () => {
  const events = numberedEvents(NOTES, "rth_30");
  expect(events.map(({ number, index }) => [number, index])).toEqual([
    [1, 2],
    [2, 14],
  ]);
  expect(events.map(eventText)).toEqual([
    "05/14/2025: New unit manager",
    "05/31/2026: New contract (North)",
  ]);
});

test("phases are said with reason, what is frozen, and what is not judged", () => {
  expect(phaseLines(chart("mom"), NOTES, "rth_30")).toEqual([
    "Baseline frozen, September 2024 to August 2025: Before the calls. Mean and limits are those of its months.",
    "Phase from May 2026: Calls after admission.",
    "From May 2026 to August 2026 there are too few months for limits.",
  ]);
  expect(phaseLines(chart("rolling"), NOTES, "rth_30").slice(2)).toEqual([
    "The points from May 2026 to August 2026 reach back into the phase before. They are not judged.",
  ]);
});

test("a month of the table says what began and happened in it", () => {
  const events = numberedEvents(NOTES, "rth_30");
  const { parts } = chart("mom");
  expect([1, 2, 14].map((at) => noteCell(events, parts, at))).toEqual([
    "",
    "1: 05/14/2025: New unit manager",
    "New phase; 2: 05/31/2026: New contract (North)",
  ]);
});

test("a sheet on the wall has the newest two, cut where they are long", () => {
  const events = numberedEvents(NOTES, "rth_30");
  const [event] = events;
  if (!event) throw new Error("There is no event.");
  const long = { ...event, number: 3, text: "x".repeat(60) };
  expect(briefNotes([...events, long], chart("mom").parts)).toBe(
    `2: 05/31/2026 New contract; 3: 05/14/2025 ${"x".repeat(48)}…; new phase from May 2026.`,
  );
  expect(briefNotes([])).toBeNull();
});
