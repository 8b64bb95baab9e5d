import { usDayOf } from "~/domain/calendar";
import type { IncompleteDataRow } from "./incomplete-data-rows.data";

/** The texts of a row in the order of the columns; null where something is missing. */
export type IncompleteDataCells = (string | null)[];

/** A row as the table shows it, days as MM/dd/yyyy (R222). */
export function incompleteDataCells(
  row: IncompleteDataRow,
): IncompleteDataCells {
  return [
    text(row.client_id),
    text(row.MRN),
    text(row.first_name),
    text(row.last_name),
    day(row.ad_effective_date),
    text(row.discharge_census_id),
    day(row.discharge_eff_date),
  ];
}

function text(value: string | number | null | undefined): string | null {
  const written = String(value ?? "").trim();
  return written === "" ? null : written;
}

function day(value: string | null | undefined): string | null {
  const written = text(value);
  return written && usDayOf(written);
}
