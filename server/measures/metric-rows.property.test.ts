import fc from "fast-check";
import type { Kysely } from "kysely";
import { expect, it } from "vitest";
import { runs } from "~server/testing/property-runs";
import { METRIC_COLUMNS } from "~/contract/metricdatacsv";
import { FIGURE_TAGS, type FigureTag } from "~/domain/figures/figure-tags";
import type { Metrics } from "~/contract/metrics";
import type { Schema } from "~server/store/schema";
import { IS_SECOND_RUN } from "~server/testing/open-test-store";
import { readMetrics } from "./metrics";
import {
  listFacilitiesOfRows,
  readMetricRows,
  type PageStart,
} from "./metric-rows";
import { cellsOf, type MetricRow } from "./metric-rows-columns";
import type { Question } from "./question";
import type { Census } from "./testing/census";
import {
  EVERYTHING,
  randomCensus,
  randomQuestion,
} from "./testing/random-census";
import { describeCensuses } from "./testing/with-census";

/** Picks two of the days on which something happens, so that ranges begin and end on them. */
const edges = fc.tuple(fc.nat(), fc.nat());

function fromEdgeToEdge(
  census: Census,
  asked: Question,
  [one, other]: [number, number],
): Question {
  const days = [
    ...census.stays.flatMap((stay) => [stay.admitted_on, stay.discharged_on]),
    ...census.transfers.map((transfer) => transfer.transferred_on),
  ].filter((day) => day !== null);
  if (days.length === 0) return asked;
  const [from = 0, to = 0] = [one, other]
    .map((pick) => days[pick % days.length] ?? 0)
    .sort((a, b) => a - b);
  return { ...asked, from, to };
}

/** What the overview says of a figure. */
const FIGURE: Record<FigureTag, (metrics: Metrics) => number | null> = {
  patient_count: (metrics) => metrics.patient_count,
  days_of_care: (metrics) => metrics.days_of_care,
  snf_adm: (metrics) => metrics.snf_adm,
  ach_adm: (metrics) => metrics.short_stays.ach_adm,
  rth: (metrics) => metrics.short_stays.rth.count,
  ed: (metrics) => metrics.short_stays.ed.count,
  h_1000: (metrics) => metrics.long_stays.h_1000.count,
  ed_1000: (metrics) => metrics.long_stays.ed_1000.count,
  adm_1000: (metrics) => metrics.long_stays.adm_1000.count,
  pd_lt_doc: (metrics) => metrics.long_stays.pd_lt_doc,
};

const IS_SUM_OF_DAYS: readonly FigureTag[] = ["days_of_care", "pd_lt_doc"];

/** Each asks a thousand small questions, which PostgreSQL plans again each time: there a few prove what depends on it. */
const CENSUSES = IS_SECOND_RUN ? 12 : 50;

describeCensuses("the rows behind a figure on %s", (withCensus) => {
  it("add up to the figure, whatever its place, physician, filter and range, and however many are read at a time", async () => {
    const seen = new Map(FIGURE_TAGS.map((tag) => [tag, 0]));
    await fc.assert(
      fc.asyncProperty(
        randomCensus,
        fc.array(fc.tuple(randomQuestion, edges), {
          minLength: 1,
          maxLength: 3,
        }),
        fc.constantFrom(1, 2, 100),
        (census, questions, limit) =>
          withCensus(census, async (db) => {
            const all = questions.flatMap(([asked, picks]) => [
              asked,
              fromEdgeToEdge(census, asked, picks),
              fromEdgeToEdge(census, EVERYTHING, picks),
            ]);
            for (const asked of [EVERYTHING, ...all]) {
              const metrics = await readMetrics(db, asked);
              for (const tag of FIGURE_TAGS) {
                const rows = await readAll(db, tag, asked, limit);
                const figure = metrics ? FIGURE[tag](metrics) : 0;
                const sum = rows.reduce((all, one) => all + (one.days ?? 0), 0);
                const isSum = IS_SUM_OF_DAYS.includes(tag);
                expect([tag, isSum ? sum : rows.length]).toEqual([tag, figure]);
                expectNoRepeats(tag, rows);
                if (isSum) expect(rows.filter((row) => !row.days)).toEqual([]);
                seen.set(tag, (seen.get(tag) ?? 0) + rows.length);
              }
            }
          }),
      ),
      runs(CENSUSES),
    );
    // Otherwise nothing was proven.
    expect([...seen].filter(([, rows]) => rows === 0)).toEqual([]);
  });

  it("of patients have the days of care as their days, and those of returns an event within 30 days", async () => {
    await fc.assert(
      fc.asyncProperty(randomCensus, randomQuestion, (census, asked) =>
        withCensus(census, async (db) => {
          const patients = await readAll(db, "patient_count", asked, 100);
          const metrics = await readMetrics(db, asked);
          expect(patients.reduce((all, one) => all + (one.days ?? 0), 0)).toBe(
            metrics?.days_of_care ?? 0,
          );
          for (const tag of ["rth", "ed"] as const) {
            for (const row of await readAll(db, tag, asked, 100)) {
              const after = (row.event_on ?? -1) - (row.admitted_on ?? 0);
              expect(after).toBeGreaterThanOrEqual(0);
              expect(after).toBeLessThanOrEqual(30);
              const cell = METRIC_COLUMNS[tag].indexOf("days_to_event");
              expect(cellsOf(tag, row)[cell]).toBe(after);
              expect(row.event_outcome === "ed_only").toBe(tag === "ed");
            }
          }
        }),
      ),
      runs(20),
    );
  });
});

async function readAll(
  db: Kysely<Schema>,
  tag: FigureTag,
  asked: Question,
  limit: number,
): Promise<MetricRow[]> {
  const ids = await listFacilitiesOfRows(db, asked);
  const all: MetricRow[] = [];
  let start: PageStart | null = { facility: 0, after: null };
  while (start) {
    const { rows, next } = await readMetricRows(db, {
      tag,
      question: asked,
      facilityIds: ids,
      start,
      limit,
    });
    expect(rows.length).toBeLessThanOrEqual(limit);
    all.push(...rows);
    // Pages that never end are a failure, not a test that hangs.
    expect(all.length).toBeLessThan(10_000);
    start = next;
  }
  return all;
}

function expectNoRepeats(tag: FigureTag, rows: readonly MetricRow[]): void {
  const keys = rows.map((row) =>
    tag === "patient_count" ? row.patient_id : JSON.stringify(row),
  );
  expect(new Set(keys).size).toBe(keys.length);
}
