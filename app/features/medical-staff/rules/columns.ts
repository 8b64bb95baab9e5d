import { rankOf } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";
import {
  COMPANY_ID,
  type LocationLevel,
  NO_PHYSICIAN_ID,
} from "~/domain/places/hierarchy";
import {
  chosenLocation,
  EVERYWHERE,
  type LocationChoice,
} from "~/domain/places/location-choice";
import type { CsvCell } from "~/domain/lists/csv-cells";
import { messages } from "~/domain/messages";
import { rateCell } from "~/domain/number-format";

/** The call takes one level and one id (R197). */
export interface StaffPlace {
  level: LocationLevel | "company";
  id: number;
}

export const STAFF_ROWS_SHOWN = 500;

/**
 * Null for viewers with several places and no choice: the same physicians and patients may be at several of them, so
 * their rows cannot be added up.
 */
export function staffPlace(
  { accessLevel, accessLevelIds }: Viewer,
  choice: LocationChoice,
): StaffPlace | null {
  const chosen = chosenLocation(choice);
  if (chosen) return chosen;
  if (rankOf(accessLevel) >= rankOf("company")) {
    return { level: "company", id: COMPANY_ID };
  }
  const [id, ...more] = new Set(accessLevelIds);
  const isPlace =
    accessLevel === "division" ||
    accessLevel === "region" ||
    accessLevel === "facility";
  return isPlace && id !== undefined && more.length === 0
    ? { level: accessLevel, id }
    : null;
}

/** Then no other place has stays without a physician that the viewer might miss. */
export function isWholeView(viewer: Viewer, place: StaffPlace): boolean {
  const own = staffPlace(viewer, EVERYWHERE);
  return own?.level === place.level && own.id === place.id;
}

const RATES = [
  "rth_30_metric",
  "op_ed_30_metric",
  "hosp_1000_lsdoc_metric",
  "ed_1000_lsdoc_metric",
  "ach_1000mm_metric",
] as const;

/** The wire names in the order of the table (R198). */
export const STAFF_FILE_COLUMNS = [
  "npi",
  "physician_last_name",
  "physician_first_name",
  "credentials",
  "facility_count",
  "patient_count",
  "short_stay_patient_count",
  "long_stay_patient_count",
  ...RATES,
  "frailty_high",
  "frailty_medium",
  "frailty_low",
] as const;

type FileColumn = Exclude<(typeof STAFF_FILE_COLUMNS)[number], "npi">;
type StaffFileRow = { id: number } & Record<FileColumn, string | number | null>;

/** Unknown values are blank, so that columns of numbers stay numbers. Stays without a physician have no NPI. */
export function staffFileCells(row: StaffFileRow): CsvCell[] {
  const isNobody = row.id === NO_PHYSICIAN_ID;
  return STAFF_FILE_COLUMNS.map((column) => {
    switch (column) {
      case "npi":
        return isNobody ? null : row.id;
      case "physician_last_name":
        return isNobody ? messages.noPhysician : row.physician_last_name;
      default: {
        const value = row[column];
        return typeof value === "number" && isRate(column)
          ? rateCell(value)
          : value;
      }
    }
  });
}

function isRate(column: string): boolean {
  return RATES.some((rate) => rate === column);
}
