import { mergeSpans } from "../day-spans";
import { IS, NO_END, type StayNumbers } from "./history-format";
import type { PhysicianAt } from "./physicians-change";

/** A row of `physician_spans`. */
export type SpanRow = readonly [
  facilityId: number,
  isnp: number,
  npi: number,
  from: number,
  end: number | null,
];

/** The days of a physician in a facility: of all stays, and of those flagged ISNP. */
export function spansOf(
  physician: PhysicianAt,
  stays: readonly StayNumbers[],
): SpanRow[] {
  const flagged = stays.filter((stay) => stay[5] & IS.isnp);
  return [...spanRows(physician, 0, stays), ...spanRows(physician, 1, flagged)];
}

function spanRows(
  { facility_id, npi }: PhysicianAt,
  isnp: number,
  stays: readonly StayNumbers[],
): SpanRow[] {
  const spans = stays.map(([, , from, end]) => ({
    from,
    end: end === NO_END ? Infinity : Math.max(end, from + 1),
  }));
  return mergeSpans(spans).map(({ from, end }) => [
    facility_id,
    isnp,
    npi,
    from,
    end === Infinity ? null : end,
  ]);
}
