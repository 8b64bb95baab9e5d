import { sql, type Selectable, type Kysely } from "kysely";
import { z } from "zod";
import { qiesRequest, type QiesRequest } from "~/contract/qies-reports";
import {
  epochDayOf,
  newYorkDay,
  newYorkDayEnd,
  newYorkDayStart,
  type EpochDay,
  type IsoDay,
  isoDayOf,
} from "~/domain/calendar";
import type { FacilityIds } from "~server/access/facilities";
import {
  insertAuditEvents,
  type AuditRecord,
} from "~server/audit/audit-events";
import { Refusal } from "~server/refusal";
import type {
  Database,
  Flag,
  QiesReportTable,
  Schema,
} from "~server/store/schema";
import { codeOf } from "~/features/cms-requests/rules/report-types";
import type { CmsOrder } from "./cms-connector";
import { COMPANY_ID } from "~/domain/places/hierarchy";
import { readPlaceReaches } from "../measures/totals/place-reach";
import { GRAIN, levelNumber } from "../measures/totals/total-columns";

/** More than anybody waits for; stops a runaway script from blocking everybody. */
const MOST_OPEN_REQUESTS = 50;
/** Reports are kept for months and contain residents. */
const MOST_REQUESTS_OF_A_DAY = 100;

export const storedArgs = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(qiesRequest.shape.args);

export interface VisibleReports {
  facilityIds: FacilityIds;
  isnpOnly: boolean;
}

export async function listReports(
  db: Database,
  visible: VisibleReports,
  { startDate, endDate }: { startDate: IsoDay; endDate: IsoDay },
) {
  return visibleReports(db, visible)
    .where(
      "qies_reports.requested_at",
      ">=",
      newYorkDayStart(startDate).toISOString(),
    )
    .where(
      "qies_reports.requested_at",
      "<",
      newYorkDayEnd(endDate).toISOString(),
    )
    .orderBy("qies_reports.requested_at", "desc")
    .orderBy("qies_reports.id", "desc")
    .execute();
}

/** A request; null if there is none the viewer may see. */
export async function findReport(
  db: Database,
  visible: VisibleReports,
  id: number,
) {
  const report = await visibleReports(db, visible)
    .where("qies_reports.id", "=", id)
    .executeTakeFirst();
  return report ?? null;
}

function visibleReports(
  db: Database,
  { facilityIds, isnpOnly }: VisibleReports,
) {
  let reports = db
    .selectFrom("qies_reports")
    .innerJoin("facilities", "facilities.id", "qies_reports.facility_id")
    .selectAll("qies_reports")
    .select("facilities.name as facility_name");
  if (isnpOnly) reports = reports.where("qies_reports.isnp", "=", 1);
  if (facilityIds === "all") return reports;
  // SQL has no empty list.
  return reports.where("qies_reports.facility_id", "in", [-1, ...facilityIds]);
}

interface RequestContext {
  isnp: Flag;
  now: Date;
  /** Data version that reports are made from; null if not from our data. */
  dataVersion: number | null;
}

/**
 * Returns an equal request that is unfinished, or finished today from the same data, whoever made it (R546). Throws a
 * {@link Refusal} (429) for too many open ones or too many of today.
 */
export async function storeRequest(
  db: Database,
  request: QiesRequest,
  { isnp, now, dataVersion }: RequestContext,
  recordOf?: (id: number) => AuditRecord,
) {
  const same = {
    facility_id: request.fac_id,
    isnp,
    report_category_id: request.report_category_id,
    report_type_id: request.report_type_id,
    start_day: dayOrNull(request.start_date),
    end_day: dayOrNull(request.end_date),
    args: inOrder(request.args),
  };
  return db.transaction().execute(async (trx) => {
    await lock(trx, request);
    const today = newYorkDayStart(newYorkDay(now)).toISOString();
    const ofFacility = await trx
      .selectFrom("qies_reports")
      .select(["id", "status", ...SAME_COLUMNS])
      .where("facility_id", "=", request.fac_id)
      .where((report) =>
        report.or([
          report("status", "in", OPEN),
          report.and([
            report("status", "=", "completed"),
            report("finished_at", ">=", today),
            report("data_version", "=", dataVersion),
          ]),
        ]),
      )
      .orderBy("id", "desc")
      .execute();
    const there = ofFacility.find((one) =>
      SAME_COLUMNS.every((column) => one[column] === same[column]),
    );
    if (there) return { id: there.id, status: there.status, isNew: false };
    await requireQuota(trx, request.user_id, today);
    const at = now.toISOString();
    const { id } = await trx
      .insertInto("qies_reports")
      .values({
        ...same,
        user_id: request.user_id,
        name: request.name,
        file_type: request.file_type,
        status: "requested",
        requested_at: at,
        attempts: 0,
        next_attempt_at: at,
        claim: null,
        claimed_until: null,
        file_bytes: null,
        problem: null,
        finished_at: null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    if (recordOf) await insertAuditEvents(trx, [recordOf(id)]);
    return { id, status: "requested", isNew: true };
  });
}

const OPEN = ["requested", "pending"] as const;

/** Serialises equal requests and requests of one user; row updates are the only lock that SQLite and PostgreSQL share. */
async function lock(
  trx: Database,
  { fac_id, user_id }: QiesRequest,
): Promise<void> {
  await trx
    .updateTable("facilities")
    .set((facility) => ({ name: facility.ref("name") }))
    .where("id", "=", fac_id)
    .execute();
  await trx
    .updateTable("users")
    .set((user) => ({ version: user.ref("version") }))
    .where("id", "=", user_id)
    .execute();
}

async function requireQuota(
  trx: Database,
  userId: number,
  today: string,
): Promise<void> {
  const counts = await trx
    .selectFrom("qies_reports")
    .where("user_id", "=", userId)
    .select([
      sql<number>`count(case when status in ('requested', 'pending') then 1 end)`.as(
        "open",
      ),
      sql<number>`count(case when requested_at >= ${today} then 1 end)`.as(
        "today",
      ),
    ])
    .executeTakeFirstOrThrow();
  if (Number(counts.open) >= MOST_OPEN_REQUESTS) {
    throw tooMany(
      `You have ${MOST_OPEN_REQUESTS} reports that are not finished yet. Please wait until one of them is finished.`,
      60,
    );
  }
  if (Number(counts.today) >= MOST_REQUESTS_OF_A_DAY) {
    throw tooMany(
      `You have asked for ${MOST_REQUESTS_OF_A_DAY} reports today. Please ask for more tomorrow.`,
      3600,
    );
  }
}

const SAME_COLUMNS = [
  "facility_id",
  "isnp",
  "report_category_id",
  "report_type_id",
  "start_day",
  "end_day",
  "args",
] as const;

function dayOrNull(day: IsoDay | null): EpochDay | null {
  return day === null ? null : epochDayOf(day);
}

function inOrder(args: QiesRequest["args"]): string {
  const sorted = Object.entries(args)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, { value, label }]) => [name, { value, label }]);
  return JSON.stringify(Object.fromEntries(sorted));
}

function tooMany(words: string, retryAfterS: number): Refusal {
  const headers = { "retry-after": String(retryAfterS) };
  return new Refusal(429, words, { headers });
}

/** Null if the facility was deleted. */
export async function orderOfReport(
  db: Database,
  report: Selectable<QiesReportTable>,
): Promise<CmsOrder | null> {
  const facility = await db
    .selectFrom("facilities")
    .select(["id", "name", "ccn"])
    .where("id", "=", report.facility_id)
    .executeTakeFirst();
  if (!facility) return null;
  const { report_category_id: categoryId, report_type_id: typeId } = report;
  return {
    id: report.id,
    code: codeOf(categoryId, typeId),
    categoryId,
    typeId,
    name: report.name,
    facility,
    startDate: report.start_day === null ? null : isoDayOf(report.start_day),
    endDate: report.end_day === null ? null : isoDayOf(report.end_day),
    args: storedArgs.parse(report.args),
    isnp: report.isnp === 1,
    requestedAt: new Date(report.requested_at),
  };
}

/** What the census covers; reads a few rows, however many stays there are. */
export async function readCensusReach(db: Kysely<Schema>) {
  // Nothing counts before the first admission.
  const first = await db
    .selectFrom("place_totals")
    .where("level", "=", levelNumber("company"))
    .where("place_id", "=", COMPANY_ID)
    .where("isnp", "=", 0)
    .where("grain", "=", GRAIN.day)
    .select("day")
    .orderBy("day")
    .limit(1)
    .executeTakeFirst();
  const { imported_at } = await db
    .selectFrom("data_state")
    .select("imported_at")
    .executeTakeFirstOrThrow();
  const reach = await readPlaceReaches(db, "company", [COMPANY_ID]);
  return {
    /** Day of the first admission. */
    firstDay: first?.day ?? null,
    /** Latest data cut-off of the facilities (R245). */
    dataThrough: reach.all?.latest ?? null,
    importedAt: imported_at === null ? null : new Date(imported_at),
  };
}
