import { isoDayOf } from "~/domain/calendar";
import type { CellValue } from "./cells";
import type { FacilityClocks } from "~server/store/facility-clocks";
import { instantOf } from "./instant";
import type { RowProblem } from "./read-table";

type Values = Record<string, CellValue>;

const inFuture = (column: string, text: string): RowProblem => ({
  column,
  message: "is in the future",
  example: `${text} is in the future`,
});

/** The days of a row that are still to come where its facility is. */
function daysToCome(
  clocks: FacilityClocks,
  facilityId: CellValue | undefined,
  values: Values,
  columns: readonly string[],
): RowProblem[] {
  return columns.flatMap((column) => {
    const day = values[column];
    return typeof day === "number" && day > clocks.todayAt(facilityId)
      ? [inFuture(column, isoDayOf(day))]
      : [];
  });
}

/** That the data of a facility begin and end in the past, and do not begin after they end. */
export function daysOfData(
  clocks: FacilityClocks,
  values: Values,
): RowProblem[] {
  const { data_from: from, data_through: through } = values;
  const columns = ["data_from", "data_through"];
  const problems = daysToCome(clocks, values.id, values, columns);
  return typeof from === "number" &&
    typeof through === "number" &&
    through < from
    ? [
        ...problems,
        { column: "data_from", message: "lies after the day of data_through" },
      ]
    : problems;
}

/** That the days of a row are past where its facility is, and the second, if there is one, not before the first. */
export const pastDays =
  (clocks: FacilityClocks, first: string, column: string, what: string) =>
  (values: Values): RowProblem[] => {
    const columns = [first, column];
    const problems = daysToCome(clocks, values.facility_id, values, columns);
    const [from, to] = [values[first], values[column]];
    return typeof from === "number" && typeof to === "number" && to < from
      ? [...problems, { column, message: `lies before the day of ${what}` }]
      : problems;
  };

/** Settles which instant a note's time is. Without an offset it is by the clock of the facility (R480). */
export const settleNoteTime =
  (clocks: FacilityClocks) =>
  (values: Values): RowProblem[] => {
    const text = values.noted_at;
    if (typeof text !== "string") return [];
    const instant = instantOf(text, clocks.zoneOf(values.facility_id));
    values.noted_at = instant?.toISOString() ?? null;
    return instant && instant > clocks.now ? [inFuture("noted_at", text)] : [];
  };
