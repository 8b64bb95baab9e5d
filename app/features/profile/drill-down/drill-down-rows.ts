import type { MedicalStaffRow } from "~/contract/medicalstaff";
import { UNREAD } from "~/contract/cells";
import type { LocationRow, ReadPatientRow } from "~/contract/summary";
import { usDayOf } from "~/domain/calendar";
import {
  drillDownColumns,
  type DrillDownColumn,
} from "~/domain/figures/drill-down-columns";
import { rowCountText, OPEN_STAY } from "./arrange-list";
import {
  hasNoneSettled,
  NONE_SETTLED,
} from "~/domain/figures/settled-admissions";
import { SMALL_MARK } from "~/domain/figures/small-mark";
import {
  isSmallDenominator,
  SMALL_MARK_NOTE,
} from "~/domain/figures/small-numbers";
import { NO_PHYSICIAN_ID, type ChildLevel } from "~/domain/places/hierarchy";
import { messages } from "~/domain/messages";
import {
  formatCount,
  formatPer1000,
  formatPercent,
} from "~/domain/number-format";
import { credentialedName, lastFirst } from "~/domain/person-name";
import type { SortValue } from "~/domain/lists/table-sort";
import type { ListView } from "../profile-view";

const DISCHARGE = "discharge_date";

const NO_SCORE = "None";

export type DrillDownRows =
  | { kind: "places"; rows: readonly LocationRow[] }
  | { kind: "physicians"; rows: readonly MedicalStaffRow[] }
  | { kind: "patients"; rows: readonly ReadPatientRow[]; hasPages?: boolean };

/** The columns on the screen. Physicians' credentials follow the name. Places have rates if the host sends any (R384). */
export function shownColumns(
  child: ChildLevel,
  { kind, rows }: DrillDownRows,
): readonly DrillDownColumn[] {
  const hasRates = kind !== "places" || rows.some(hasRate);
  return drillDownColumns(child).filter(
    ({ key, over }) => key !== "credentials" && (hasRates || !over),
  );
}

function hasRate(row: LocationRow): boolean {
  return row.rth_30_metric !== undefined || row.pd_lt_doc !== undefined;
}

export function listView(list: DrillDownRows, child: ChildLevel): ListView {
  const columns = shownColumns(child, list);
  const rows = namedRows(list);
  const total = rows.length;
  // The stays without a physician are a row, but no physician.
  const hasNobody =
    child === "physician" && rows.some(({ id }) => id === NO_PHYSICIAN_ID);
  const counted = hasNobody ? total - 1 : total;
  return {
    heads: columns.map(({ over: _, ...head }) => head),
    keys: rows.map(({ id }) => id),
    columns: columns.map((column) => rows.map((row) => cellOf(row, column))),
    rows: total,
    total,
    count: rowCountText(child, counted, counted),
    note: noteOf(list.rows, columns),
    ...(list.kind === "patients" && {
      ...(list.hasPages && { hasResidents: true }),
      current: list.rows.filter(
        (row) => dateText(DISCHARGE, row.discharge_date) === OPEN_STAY,
      ).length,
    }),
  };
}

export function childNames(
  list: DrillDownRows,
): { id: number; name: string | null }[] {
  return list.kind === "patients"
    ? []
    : namedRows(list).map(({ id, name }) => ({ id, name }));
}

type AnyRow = LocationRow | MedicalStaffRow | ReadPatientRow;

interface NamedRow {
  row: AnyRow;
  id: number;
  name: string | null;
}

function namedRows(list: DrillDownRows): NamedRow[] {
  switch (list.kind) {
    case "places":
      return list.rows.map((row) => ({ row, id: row.id, name: row.name }));
    case "physicians":
      return list.rows.map((row) => ({
        row,
        id: row.id,
        name: physicianName(row),
      }));
    case "patients":
      return list.rows.map((row, place) => ({
        row,
        id: (list.hasPages ? row.id : undefined) ?? place,
        name: patientName(row),
      }));
  }
}

function cellOf({ row, name }: NamedRow, column: DrillDownColumn): string {
  if (column.kind === "frailty-distribution") return distributionText(row);
  if (isAwaited(row, column)) return messages.notYet;
  const mark = isSmall(row, column) ? `${SMALL_MARK} ` : "";
  const value = column.key === "name" ? name : fieldOf(row, column.key);
  return mark + cellText(column, value);
}

function noteOf(
  rows: readonly AnyRow[],
  columns: readonly DrillDownColumn[],
): string | null {
  const isSomewhere = (is: typeof isSmall) =>
    rows.some((row) => columns.some((column) => is(row, column)));
  const notes = [
    ...(isSomewhere(isSmall) ? [SMALL_MARK_NOTE] : []),
    ...(isSomewhere(isAwaited) ? [`${messages.notYet}: ${NONE_SETTLED}`] : []),
  ];
  return notes.length === 0 ? null : notes.join(" ");
}

function isSmall(row: AnyRow, { over }: DrillDownColumn): boolean {
  if (!over) return false;
  const number = (key: string) => asNumber(fieldOf(row, key));
  const denominator =
    over.key === "settled_adm"
      ? (number(over.key) ?? number(over.all))
      : number(over.key);
  return isSmallDenominator(over, denominator);
}

function isAwaited(row: AnyRow, { over }: DrillDownColumn): boolean {
  if (over?.key !== "settled_adm") return false;
  return hasNoneSettled({
    settled_adm: asNumber(fieldOf(row, over.key)),
    ach_adm: asNumber(fieldOf(row, over.all)),
  });
}

function fieldOf(row: AnyRow, key: string): SortValue {
  const value: unknown = (row as Record<string, unknown>)[key];
  return typeof value === "string" || typeof value === "number" ? value : null;
}

/** The stays without a physician have no name, so that they sort as the unknown do. */
function physicianName(row: MedicalStaffRow): string | null {
  if (row.id === NO_PHYSICIAN_ID) return null;
  const { physician_last_name: last, physician_first_name: first } = row;
  return credentialedName(last, first, row.credentials);
}

function patientName(row: ReadPatientRow): string | null {
  const name = lastFirst(row.last_name, row.first_name);
  return name === messages.unknown ? null : name;
}

function cellText(column: DrillDownColumn, value: SortValue): string {
  switch (column.kind) {
    case "name":
    case "text":
      return String(value ?? "").trim();
    case "date":
      return dateText(column.key, value);
    case "score":
      if (value === UNREAD) return UNREAD;
      return typeof value === "number" && value >= 0 ? String(value) : NO_SCORE;
    case "percent":
      return formatPercent(asNumber(value));
    case "rate":
      return formatPer1000(asNumber(value));
    default:
      return formatCount(asNumber(value));
  }
}

function dateText(key: string, value: SortValue): string {
  if (value === UNREAD) return UNREAD;
  if (typeof value === "string") return usDayOf(value);
  return key === DISCHARGE ? OPEN_STAY : messages.unknown;
}

function asNumber(value: SortValue): number | null {
  return typeof value === "number" ? value : null;
}

function distributionText(row: AnyRow): string {
  const counts = ["frailty_high", "frailty_medium", "frailty_low"].map((key) =>
    asNumber(fieldOf(row, key)),
  );
  return counts.every((count) => count === null)
    ? messages.unknown
    : counts.map(formatCount).join(" / ");
}
