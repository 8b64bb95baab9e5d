import type { Insertable, Kysely } from "kysely";
import { epochDayOf, isoDayOf, newYorkDay } from "~/domain/calendar";
import {
  MDS_QUALITY_MEASURES,
  COMPARISON_GROUPS,
} from "~/features/cms-requests/rules/report-options";
import { findReportType } from "~/features/cms-requests/rules/report-types";
import { checkFields } from "~/features/cms-requests/rules/request-rules";
import type { TypedValues } from "~/features/cms-requests/rules/typed-values";
import { orderOfReport } from "~server/qies/report-order";
import { makeLocalReport } from "~server/qies/local/local-connector";
import { storeReportFile } from "~server/qies/report-files";
import type { Flag, QiesReportTable, Schema } from "~server/store/schema";
import { demoAccounts, type DemoAccount } from "./accounts";
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

interface DemoRequest {
  code: string;
  status: Status;
  hoursAgo: number;
  /** Left out for the automatic ones. */
  by?: DemoAccount["username"];
  problem?: string;
}

/** Every status, for the facility account and for the one of two facilities; see {@link choicesOf}. */
const OF_FIRST: DemoRequest[] = [
  { code: "56-800", status: "requested", hoursAgo: 1, by: "demo-facility" },
  { code: "60-6030", status: "pending", hoursAgo: 5, by: "demo-facility" },
  { code: "56-804", status: "completed", hoursAgo: 30, by: "demo-facility" },
  { code: "50-5007", status: "completed", hoursAgo: 76, by: "demo-region" },
  {
    code: "55-5017",
    status: "error",
    hoursAgo: 100,
    by: "demo-facility",
    problem: "CMS has no submission with that ID for this facility.",
  },
  { code: "56-801", status: "automatic", hoursAgo: 200 },
];
const OF_SECOND: DemoRequest[] = [
  { code: "50-5015", status: "requested", hoursAgo: 2, by: "demo-facilities" },
  { code: "56-801", status: "pending", hoursAgo: 26, by: "demo-facilities" },
  { code: "60-6035", status: "completed", hoursAgo: 55, by: "demo-facilities" },
  {
    code: "50-5002",
    status: "error",
    hoursAgo: 120,
    by: "demo-company",
    problem: "CMS did not accept the request. Please check the error numbers.",
  },
  { code: "56-800", status: "automatic", hoursAgo: 220 },
];
const OF_ISNP: DemoRequest[] = [
  { code: "56-804", status: "requested", hoursAgo: 3, by: "demo-isnp" },
  { code: "50-5011", status: "pending", hoursAgo: 8, by: "demo-isnp" },
  { code: "56-801", status: "completed", hoursAgo: 50, by: "demo-isnp" },
  {
    code: "60-6033",
    status: "error",
    hoursAgo: 90,
    by: "demo-isnp",
    problem: "CMS has no report for this facility and date range.",
  },
  { code: "56-800", status: "automatic", hoursAgo: 240 },
];

/** Stores the demo's report requests in place of all that are there, and makes the files of the finished ones. */
export async function storeDemoRequests(
  db: Db,
  organisation: DemoOrganisation,
  siteName: string,
  now: Date,
): Promise<void> {
  await db.deleteFrom("qies_reports").execute();
  const accounts = demoAccounts(organisation);
  const [first = 0, second = 0] =
    accounts.find(({ username }) => username === "demo-facilities")
      ?.accessLevelIds ?? [];
  const users = await db
    .selectFrom("users")
    .select(["id", "username"])
    .execute();
  const userIds = new Map(users.map(({ id, username }) => [username, id]));
  const store = async (facilityId: number, isnp: Flag, all: DemoRequest[]) => {
    for (const request of all) {
      const userId = userIds.get(request.by ?? "") ?? null;
      const row = rowOf(request, { facilityId, isnp, userId, now });
      await storeOne(db, row, siteName, now);
    }
  };
  await store(first, 0, OF_FIRST);
  await store(second, 0, OF_SECOND);
  await store(first, 1, OF_ISNP);
}

function rowOf(
  { code, status, hoursAgo, problem = "" }: DemoRequest,
  {
    facilityId,
    isnp,
    userId,
    now,
  }: { facilityId: number; isnp: Flag; userId: number | null; now: Date },
): Insertable<QiesReportTable> {
  const requestedAt = new Date(now.getTime() - hoursAgo * MS_PER_HOUR);
  const type = findReportType(code);
  const today = newYorkDay(requestedAt);
  const { value } = type
    ? checkFields(type, choicesOf(today), today)
    : { value: null };
  if (!type || !value) throw new Error(`the demo asks wrongly for ${code}`);
  const isOpen = status === "requested" || status === "pending";
  const next = isOpen ? now.getTime() + HELD_DAYS * MS_PER_DAY : now.getTime();
  return {
    facility_id: facilityId,
    user_id: userId,
    isnp,
    report_category_id: type.categoryId,
    report_type_id: type.typeId,
    name: type.name,
    start_day: value.start_date && epochDayOf(value.start_date),
    end_day: value.end_date && epochDayOf(value.end_date),
    args: JSON.stringify(value.args),
    file_type: "pdf",
    status,
    requested_at: requestedAt.toISOString(),
    attempts: status === "requested" ? 0 : 1,
    next_attempt_at: new Date(next).toISOString(),
    claim: null,
    claimed_until: null,
    file_bytes: null,
    problem: problem || null,
    finished_at: isOpen ? null : requestedAt.toISOString(),
  } as Insertable<QiesReportTable>;
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
