import {
  isoDayOf,
  newYorkDay,
  usDayOf,
  type EpochDay,
  type IsoDay,
} from "~/domain/calendar";
import type { ReportField } from "~/features/cms-requests/rules/report-fields";
import { findReportType } from "~/features/cms-requests/rules/report-types";
import type { CmsOrder } from "~server/qies/cms-connector";
import type { Schema } from "~server/store/schema";
import type { Kysely } from "kysely";
import { newYorkText } from "./new-york-text";
import { periodText } from "./report-period";
import type { ReportPeriod } from "./report-period";
import { facilityName, writtenName } from "./written-names";

type Fact = readonly [name: string, value: string];

interface FactsOf {
  order: CmsOrder;
  period: ReportPeriod;
  madeAt: Date;
  /** When the census was last imported; null before the first time. */
  importedAt: Date | null;
  /** Reach of the facility's data (R245); null where it has none. */
  dataThrough: EpochDay | null;
}

/** What a report is about: place, period, what was asked for, and when it was made. */
export async function factsOf(
  db: Kysely<Schema>,
  { order, period, madeAt, importedAt, dataThrough }: FactsOf,
): Promise<Fact[]> {
  const { facility } = order;
  const place = await readPlace(db, facility.id);
  return [
    ["Facility", facilityName(facility)],
    ["CCN", facility.ccn ?? "Not on record"],
    ["Region", writtenName(place.region, `Region ${place.region_id}`)],
    ["Division", writtenName(place.division, `Division ${place.division_id}`)],
    ["Period", periodText(period.asked)],
    ...(period.cut === null
      ? []
      : ([["Counted", period.cut]] satisfies Fact[])),
    ...askedFor(order),
    ...(order.isnp
      ? ([["Residents", "ISNP stays only"]] satisfies Fact[])
      : []),
    ["Requested", newYorkText(order.requestedAt)],
    ["Made", newYorkText(madeAt)],
    ["Census as of", importedAt === null ? "Unknown" : newYorkText(importedAt)],
    ...reachFact(dataThrough, newYorkDay(madeAt)),
  ];
}

/** Said where the data do not reach the day of the report. */
function reachFact(dataThrough: EpochDay | null, today: IsoDay): Fact[] {
  if (dataThrough === null) return [["Complete through", "Unknown"]];
  const day = isoDayOf(dataThrough);
  return day < today ? [["Complete through", usDayOf(day)]] : [];
}

/** The choices of the request under the labels of its form; the dates stand in the period. */
function askedFor(order: CmsOrder): Fact[] {
  const fields = findReportType(order.code)?.fields ?? [];
  return fields.flatMap((field): Fact[] => {
    if (!("arg" in field) || field.arg === null) return [];
    const value = order.args[field.arg]?.value;
    if (value === undefined) return [];
    const values = [value].flat();
    return [[field.label, values.map((one) => labelOf(field, one)).join("; ")]];
  });
}

/** As the form says it, whatever label came with the request. */
function labelOf(field: ReportField, value: string): string {
  if (field.kind === "switch") return value === "Y" ? "Yes" : "No";
  if (!("options" in field) || "of" in field.options) return value;
  const option = field.options.find((one) => one.value === value);
  return option?.label ?? value;
}

async function readPlace(db: Kysely<Schema>, facilityId: number) {
  return db
    .selectFrom("facilities")
    .innerJoin("regions", "regions.id", "facilities.region_id")
    .innerJoin("divisions", "divisions.id", "regions.division_id")
    .where("facilities.id", "=", facilityId)
    .select([
      "region_id",
      "regions.name as region",
      "division_id",
      "divisions.name as division",
    ])
    .executeTakeFirstOrThrow();
}
