import { sql, type Kysely, type RawBuilder, type SqlBool } from "kysely";
import type { Viewer } from "~/domain/access/viewer";
import type { EpochDay } from "~/domain/calendar";
import {
  ownerKeysOf,
  type ReviewList,
  REVIEW_WINDOW_DAYS,
} from "~/features/reviews/rules/review-rules";
import { listInView, type FacilityIds } from "~server/access/facilities";
import { IS_COUNTED, isOneOf } from "~server/measures/question";
import { residentView } from "~server/residents/read-resident";
import type { FacilityClocks } from "~server/store/facility-clocks";
import type { Schema } from "~server/store/schema";
import {
  REVIEW_ID,
  transfersOfLeftOver,
} from "~server/measures/transfers/review-of-transfer";
import { WHOSE_TRANSFER } from "./transfer-to-review";

type Db = Kysely<Schema>;
type Condition = RawBuilder<SqlBool>;

export interface WorkQuestion {
  viewer: Viewer;
  userId: number;
  facilityIds: FacilityIds;
  npi?: number | null | undefined;
  /** ISNP stays only. */
  isnp: boolean;
  clocks: FacilityClocks;
  reviewDays: number;
}

export type WorkCounts = Record<ReviewList | "transfers", number>;

interface FacilityWork extends WorkCounts {
  /** Day of the oldest transfer without a review; null if none waits. */
  oldest: number | null;
  facility_id: number;
  facility_name: string;
}

const ALL = sql<SqlBool>`1 = 1`;

const ACTION_IS_OPEN = sql<SqlBool>`(reviews.due_on is not null and reviews.done_on is null)`;

async function workOf(db: Db, question: WorkQuestion, since?: EpochDay) {
  const { viewer, userId, npi, clocks, reviewDays } = question;
  const [view, ownKeys] = await Promise.all([
    residentView(db, viewer),
    keysOfUser(db, userId),
  ]);
  const today = clocks.todayOf("transfers.facility_id");
  const inWindow = (day: RawBuilder<number>) => sql<SqlBool>`(
    ${day} > ${today} - ${sql.lit(REVIEW_WINDOW_DAYS)} and ${day} <= ${today})`;
  // The + 0 makes SQLite look up the days since then alone.
  const isRecent =
    since === undefined
      ? inWindow(sql`transfers.transferred_on`)
      : sql<SqlBool>`(transfers.transferred_on >= ${since} and ${inWindow(sql`(transfers.transferred_on + 0)`)})`;
  const isToReview = sql<SqlBool>`(${isRecent} and transfers.trip_planned = 0)`;
  const ofFacilities =
    isOneOf("transfers.facility_id", question.facilityIds) ?? ALL;
  const isThere = isOneOf("reviews.facility_id", question.facilityIds) ?? ALL;
  const isListed = sql<SqlBool>`transfers.id in (select transfers.id from ${
    typeof npi === "number"
      ? sql`stays join transfers on transfers.stay_id = stays.id where stays.npi = ${npi} and ${isRecent}`
      : sql`transfers where ${ofFacilities} and ${isRecent}`
  }
    union all select reviews.transfer_id from reviews where ${isThere} and ${ACTION_IS_OPEN}
    union all ${transfersOfLeftOver(sql`${isThere} and ${ACTION_IS_OPEN}`)})`;
  const state = sql<string>`coalesce(reviews.state, 'open')`;
  const isOpen = sql<SqlBool>`(${isToReview} and ${state} = 'open')`;
  const isMine = sql<SqlBool>`((reviews.state <> 'signed' and exists (select 1 from review_versions
      where review_versions.review_id = reviews.id and review_versions.user_id = ${userId}))
    or (${ACTION_IS_OPEN} and reviews.owner_key in (${sql.join(ownKeys)})))`;
  const lists: Record<ReviewList, Condition> = {
    open: isOpen,
    overdue: sql<SqlBool>`(${isOpen} and transfers.transferred_on < ${today} - ${sql.lit(reviewDays)})`,
    mine: isMine,
    actions: ACTION_IS_OPEN,
    reviewed: sql<SqlBool>`(${isToReview} and ${state} = 'reviewed')`,
    signed: sql<SqlBool>`(${isToReview} and ${state} = 'signed')`,
  };
  const rows = db
    .selectFrom("transfers")
    .innerJoin("facilities", "facilities.id", "transfers.facility_id")
    .leftJoin("stays", "stays.id", "transfers.stay_id")
    .leftJoin("reviews", (join) => join.on("reviews.id", "=", REVIEW_ID))
    .where(
      sql<boolean>`${ofFacilities} and ${view.transfers} and ${IS_COUNTED}`,
    )
    .where((eb) =>
      eb.or([
        eb("transfers.trip_planned", "=", 0),
        eb("reviews.id", "is not", null),
      ]),
    )
    .$if(question.isnp, (query) => query.where("stays.isnp", "=", 1))
    .$if(npi !== undefined, (query) =>
      query.where("stays.npi", "is not distinct from", npi ?? null),
    );
  return { rows, lists, isToReview, isListed };
}

async function keysOfUser(db: Db, userId: number): Promise<string[]> {
  const user = await db
    .selectFrom("users")
    .where("id", "=", userId)
    .select(["username", "firstname", "lastname"])
    .executeTakeFirstOrThrow();
  return ownerKeysOf(user);
}

/** SQLite takes some 10 ms to count these. */
const FACILITIES_AT_ONCE = 100;

/** Counts by facility and list; lets other requests in between. */
export async function countWork(
  db: Db,
  question: WorkQuestion,
): Promise<FacilityWork[]> {
  return inParts(db, question, (some) => countSome(db, some));
}

async function inParts<Row>(
  db: Db,
  question: WorkQuestion,
  read: (some: WorkQuestion) => Promise<Row[]>,
): Promise<Row[]> {
  if (typeof question.npi === "number") return read(question);
  const found: Row[] = [];
  const ids = await listInView(db, question.facilityIds);
  for (let from = 0; from < ids.length; from += FACILITIES_AT_ONCE) {
    const facilityIds = ids.slice(from, from + FACILITIES_AT_ONCE);
    found.push(...(await read({ ...question, facilityIds })));
  }
  return found;
}

/** Overdue on that day at the earliest. */
export async function listOverdueSince(
  db: Db,
  question: WorkQuestion,
  since: EpochDay,
) {
  const after = question.reviewDays + 1;
  const found = await inParts(db, question, async (some) => {
    const { rows, lists } = await workOf(db, some, since - after);
    return rows
      .where(sql<boolean>`${lists.overdue}`)
      .orderBy("transfers.transferred_on")
      .orderBy("transfers.id")
      .select([
        "transfers.id",
        "transfers.facility_id",
        "transfers.patient_id",
        "transfers.transferred_on",
      ])
      .execute();
  });
  return found.map((row) => ({
    ...row,
    overdueOn: row.transferred_on + after,
  }));
}

async function countSome(
  db: Db,
  question: WorkQuestion,
): Promise<FacilityWork[]> {
  const { rows, lists, isToReview, isListed } = await workOf(db, question);
  const sum = (condition: Condition) =>
    sql<number>`sum(case when ${condition} then 1 else 0 end)`;
  const found = await rows
    .where(isListed)
    .groupBy(["transfers.facility_id", "facilities.name"])
    .select([
      "transfers.facility_id",
      "facilities.name as facility_name",
      sum(isToReview).as("transfers"),
      sum(lists.open).as("open"),
      sum(lists.overdue).as("overdue"),
      sum(lists.mine).as("mine"),
      sum(lists.actions).as("actions"),
      sum(lists.reviewed).as("reviewed"),
      sum(lists.signed).as("signed"),
      sql<
        number | null
      >`min(case when ${lists.open} then transfers.transferred_on end)`.as(
        "oldest",
      ),
    ])
    .execute();
  return found.map(({ facility_id, facility_name, oldest, ...counts }) => ({
    facility_id,
    facility_name,
    oldest,
    ...(Object.fromEntries(
      Object.entries(counts).map(([name, count]) => [name, Number(count)]),
    ) as WorkCounts),
  }));
}

/** Oldest first; done ones newest first, actions by due day. */
export async function listWork(
  db: Db,
  question: WorkQuestion,
  list: ReviewList | undefined,
  part: { limit: number; offset: number },
) {
  const { rows, lists, isToReview, isListed } = await workOf(db, question);
  const isOfLastDays = list !== "mine" && list !== "actions";
  const isDone = list === "reviewed" || list === "signed";
  return (
    rows
      .innerJoin("patients", "patients.id", "transfers.patient_id")
      .leftJoin("physicians", "physicians.npi", "stays.npi")
      .where(list ? lists[list] : isToReview)
      // Reads recent lists by day, only as far as the page goes.
      .$if(!isOfLastDays || typeof question.npi === "number", (query) =>
        query.where(isListed),
      )
      .$if(list === "actions", (query) => query.orderBy("reviews.due_on"))
      .orderBy("transfers.transferred_on", isDone ? "desc" : "asc")
      .orderBy("transfers.id")
      .limit(part.limit)
      .offset(part.offset)
      .select([
        ...WHOSE_TRANSFER,
        "transfers.transferred_on",
        "transfers.outcome",
        "transfers.assumed",
        "reviews.state",
        "reviews.version",
        "reviews.answers",
      ])
      .execute()
  );
}
