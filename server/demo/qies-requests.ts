import type { Kysely } from "kysely";
import { epochDayOf, isoDayOf, newYorkDay } from "~/domain/calendar";
import {
  COMPARISON_GROUPS,
  MDS_QUALITY_MEASURES,
} from "~/features/cms-requests/rules/report-options";
import { findReportType } from "~/features/cms-requests/rules/report-types";
import { checkFields } from "~/features/cms-requests/rules/request-rules";
import type { TypedValues } from "~/features/cms-requests/rules/report-fields";
import { createLocalConnector } from "~server/cms-requests/local/local-connector";
import { storeReportFile } from "~server/cms-requests/report-files";
import { orderOfReport } from "~server/cms-requests/requested-reports";
import type { Flag, QiesReportTable, Schema } from "~server/store/schema";
import type { StoredAccount } from "./accounts";

/** Otherwise the worker finishes open requests before anybody sees them. */
const HELD_DAYS = 30;
const MS_PER_HOUR = 3_600_000;

type Request = readonly [
  /** Which of the facilities of demo-facilities. */
  facility: 0 | 1,
  isnp: Flag,
  code: string,
  status: QiesReportTable["status"],
  hoursAgo: number,
  /** Automatic requests have no user. */
  by?: string,
];

/** Every status for three accounts; see {@link choicesOf}. */
const REQUESTS: readonly Request[] = [
  [0, 0, "56-800", "requested", 1, "demo-facility"],
  [0, 0, "60-6030", "pending", 5, "demo-facility"],
  [0, 0, "56-804", "completed", 30, "demo-facility"],
  [0, 0, "50-5007", "completed", 76, "demo-region"],
  [0, 0, "55-5017", "error", 100, "demo-facility"],
  [0, 0, "56-801", "automatic", 200],
  [1, 0, "50-5015", "requested", 2, "demo-facilities"],
  [1, 0, "56-801", "pending", 26, "demo-facilities"],
  [1, 0, "60-6035", "completed", 55, "demo-facilities"],
  [1, 0, "50-5002", "error", 120, "demo-company"],
  [1, 0, "56-800", "automatic", 220],
  [0, 1, "56-804", "requested", 3, "demo-isnp"],
  [0, 1, "50-5011", "pending", 8, "demo-isnp"],
  [0, 1, "56-801", "completed", 50, "demo-isnp"],
  [0, 1, "60-6033", "error", 90, "demo-isnp"],
  [0, 1, "56-800", "automatic", 240],
];

const PROBLEMS: Readonly<Record<string, string>> = {
  "55-5017": "CMS has no submission with that ID for this facility.",
  "50-5002": "CMS did not accept the request. Please check the error numbers.",
  "60-6033": "CMS has no report for this facility and date range.",
};

/** Also makes the files of finished requests. */
export async function storeDemoRequests(
  db: Kysely<Schema>,
  accounts: readonly StoredAccount[],
  siteName: string,
  now: Date,
): Promise<void> {
  const named = (name?: string) =>
    accounts.find(({ username }) => username === name);
  const cms = createLocalConnector((read) => read(db), siteName);
  const facilities = named("demo-facilities")!.accessLevelIds;
  for (const [facility, isnp, code, status, hoursAgo, by] of REQUESTS) {
    const requestedAt = new Date(now.getTime() - hoursAgo * MS_PER_HOUR);
    const stored = await db
      .insertInto("qies_reports")
      .values({
        ...rowOf(code, status, requestedAt, now),
        ...{ facility_id: facilities[facility]!, isnp },
        user_id: named(by)?.user?.id ?? null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    if (!["completed", "automatic"].includes(status)) continue;
    const order = await orderOfReport(db, stored);
    const { signal } = new AbortController();
    const answer = order && (await cms.fetchReport(order, { now, signal }));
    if (answer?.state !== "ready") throw new Error("the demo asks wrongly");
    await storeReportFile(db, stored.id, answer.content);
  }
}

function rowOf(
  code: string,
  status: QiesReportTable["status"],
  requestedAt: Date,
  now: Date,
) {
  const today = newYorkDay(requestedAt);
  const type = findReportType(code)!;
  const { value } = checkFields(type, choicesOf(epochDayOf(today)), today);
  if (!value) throw new Error(`the demo asks wrongly for ${code}`);
  const { start_date, end_date, args } = value;
  const isOpen = status === "requested" || status === "pending";
  const heldMs = isOpen ? HELD_DAYS * 24 * MS_PER_HOUR : 0;
  return {
    report_category_id: type.categoryId,
    report_type_id: type.typeId,
    name: type.name,
    start_day: start_date ? epochDayOf(start_date) : null,
    end_day: end_date ? epochDayOf(end_date) : null,
    args: JSON.stringify(args),
    file_type: "pdf" as const,
    status,
    requested_at: requestedAt.toISOString(),
    attempts: status === "requested" ? 0 : 1,
    next_attempt_at: new Date(now.getTime() + heldMs).toISOString(),
    claim: null,
    claimed_until: null,
    file_bytes: null,
    problem: status === "error" ? PROBLEMS[code] : null,
    finished_at: isOpen ? null : requestedAt.toISOString(),
  };
}

function choicesOf(day: number): TypedValues {
  return {
    startDate: [isoDayOf(day - 91)],
    endDate: [isoDayOf(day - 1)],
    comparisonGroup: [COMPARISON_GROUPS[0]!.value],
    errorNumbers: ["-1007", "-3507"],
    submissionBy: ["id"],
    submissionId: ["48151623"],
    dateRange: ["01/01/2021-12/31/2021"],
    sortOrder: ["3"],
    fiscalYear: ["2024"],
    quarterRange: ["Q1 2021 - Q4 2021"],
    measures: MDS_QUALITY_MEASURES.map(({ value }) => value),
  };
}
