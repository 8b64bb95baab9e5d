import type { Insertable, Kysely } from "kysely";
import { epochDayOf, isoDayOf, newYorkDay } from "~/domain/calendar";
import {
  MDS_QUALITY_MEASURES,
  COMPARISON_GROUPS,
} from "~/features/cms-requests/rules/report-options";
import { findReportType } from "~/features/cms-requests/rules/report-types";
import { checkFields } from "~/features/cms-requests/rules/request-rules";
import type { TypedValues } from "~/features/cms-requests/rules/typed-values";
import { orderOfReport } from "~server/cms-requests/report-order";
import { makeLocalReport } from "~server/cms-requests/local/local-connector";
import { storeReportFile } from "~server/cms-requests/report-files";
import type { Flag, QiesReportTable, Schema } from "~server/store/schema";
import { placesOf, type DemoAccount } from "./accounts";
import type { DemoOrganisation } from "./organisation";

type Db = Kysely<Schema>;
type Status = QiesReportTable["status"];

/**
 * Requests that wait or are under way are kept so for a month, or the worker would finish them before anybody has seen
 * them; those of visitors are made at once.
 */
const HELD_DAYS = 30;
const MS_PER_DAY = 86_400_000;
const MS_PER_HOUR = 3_600_000;

type DemoRequest = readonly [
  code: string,
  status: Status,
  hoursAgo: number,
  /** Null for the automatic ones. */
  by: DemoAccount["username"] | null,
];

/** Every status, for the facility account and for the one of two facilities; see {@link choicesOf}. */
const OF_FIRST: DemoRequest[] = [
  ["56-800", "requested", 1, "demo-facility"],
  ["60-6030", "pending", 5, "demo-facility"],
  ["56-804", "completed", 30, "demo-facility"],
  ["50-5007", "completed", 76, "demo-region"],
  ["55-5017", "error", 100, "demo-facility"],
  ["56-801", "automatic", 200, null],
];
const OF_SECOND: DemoRequest[] = [
  ["50-5015", "requested", 2, "demo-facilities"],
  ["56-801", "pending", 26, "demo-facilities"],
  ["60-6035", "completed", 55, "demo-facilities"],
  ["50-5002", "error", 120, "demo-company"],
  ["56-800", "automatic", 220, null],
];
const OF_ISNP: DemoRequest[] = [
  ["56-804", "requested", 3, "demo-isnp"],
  ["50-5011", "pending", 8, "demo-isnp"],
  ["56-801", "completed", 50, "demo-isnp"],
  ["60-6033", "error", 90, "demo-isnp"],
  ["56-800", "automatic", 240, null],
];

/** Why those with an error have failed, by code. */
const PROBLEMS: Readonly<Record<string, string>> = {
  "55-5017": "CMS has no submission with that ID for this facility.",
  "50-5002": "CMS did not accept the request. Please check the error numbers.",
  "60-6033": "CMS has no report for this facility and date range.",
};

/** Stores the demo's report requests in place of all that are there, and makes the files of the finished ones. */
export async function storeDemoRequests(
  db: Db,
  organisation: DemoOrganisation,
  siteName: string,
  now: Date,
): Promise<void> {
  await db.deleteFrom("qies_reports").execute();
  const [first = 0, second = 0] = placesOf(organisation, "demo-facilities");
  const users = await db
    .selectFrom("users")
    .select(["id", "username"])
    .execute();
  const userIds = new Map(users.map(({ id, username }) => [username, id]));
  const store = async (facilityId: number, isnp: Flag, all: DemoRequest[]) => {
    for (const request of all) {
      const user_id = userIds.get(request[3] ?? "") ?? null;
      const row = { ...rowOf(request, now), facility_id: facilityId, user_id };
      await storeOne(db, { ...row, isnp }, siteName, now);
    }
  };
  await store(first, 0, OF_FIRST);
  await store(second, 0, OF_SECOND);
  await store(first, 1, OF_ISNP);
}

function rowOf([code, status, hoursAgo]: DemoRequest, now: Date) {
  const requestedAt = new Date(now.getTime() - hoursAgo * MS_PER_HOUR);
  const type = findReportType(code);
  const today = newYorkDay(requestedAt);
  const { value } = type
    ? checkFields(type, choicesOf(today), today)
    : { value: null };
  if (!type || !value) throw new Error(`the demo asks wrongly for ${code}`);
  const { start_date, end_date, args } = value;
  const isOpen = status === "requested" || status === "pending";
  const next = isOpen ? now.getTime() + HELD_DAYS * MS_PER_DAY : now.getTime();
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
    next_attempt_at: new Date(next).toISOString(),
    claim: null,
    claimed_until: null,
    file_bytes: null,
    problem: status === "error" ? PROBLEMS[code] : null,
    finished_at: isOpen ? null : requestedAt.toISOString(),
  };
}

/** What the demo's users have typed; each report takes of it what it has fields for. */
function choicesOf(today: string): TypedValues {
  const day = epochDayOf(today);
  return {
    startDate: [isoDayOf(day - 91)],
    endDate: [isoDayOf(day - 1)],
    comparisonGroup: [COMPARISON_GROUPS[0]?.value ?? ""],
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

async function storeOne(
  db: Db,
  row: Insertable<QiesReportTable>,
  siteName: string,
  now: Date,
): Promise<void> {
  const stored = await db
    .insertInto("qies_reports")
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (stored.status !== "completed" && stored.status !== "automatic") return;
  const order = await orderOfReport(db, stored);
  const content =
    order &&
    (await makeLocalReport((read) => read(db), order, {
      now,
      siteName,
      signal: new AbortController().signal,
    }));
  if (!content) throw new Error("the demo asks for a report of nothing");
  await storeReportFile(db, stored.id, Buffer.concat(content));
}
