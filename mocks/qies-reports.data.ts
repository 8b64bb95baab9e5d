import type { QiesCensus, QiesReport } from "~/contract/qies-reports";
import { epochDayOf, isoDayOf, newYorkDay } from "~/domain/calendar";

const STATUSES = [
  "requested",
  "pending",
  "automatic",
  "completed",
  "error",
  "Unknown",
] as const;

/** One request of each status at each of the facilities, a day apart; its id is that of the facility and the days. */
export function mockReports(
  facilities: readonly { id: number; name: string }[],
  now: Date,
): QiesReport[] {
  const today = epochDayOf(newYorkDay(now));
  return facilities.flatMap((facility) =>
    STATUSES.map((status, daysAgo) => ({
      id: facility.id * 10 + daysAgo,
      report_category_id: 56,
      report_type_id: 800,
      name: "Facility Quality Measure Report",
      file_type: "pdf",
      requested_tstamp: `${isoDayOf(today - daysAgo)} 09:30:00`,
      start_date: isoDayOf(today - daysAgo - 90),
      end_date: isoDayOf(today - daysAgo),
      status,
      fac_name: facility.name,
      fac_id: facility.id,
      isnp_only: false,
      ...(status === "error" && {
        problem: "CMS does not know this facility.",
        args: {},
      }),
    })),
  );
}

/** The days of the census that the mocks would make reports from. */
export function mockCensus(now: Date): QiesCensus {
  return { first_day: "2024-01-01", last_day: newYorkDay(now) };
}

/** A page without anything on it. */
export const MOCK_PDF = new TextEncoder().encode(
  [
    "%PDF-1.4",
    "1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj",
    "2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj",
    "3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 612 792]>> endobj",
    "trailer <</Root 1 0 R>>",
    "%%EOF",
    "",
  ].join("\n"),
);
