import { sql, type Kysely } from "kysely";
import { z } from "zod";
import { id, levelParam } from "~/contract/wire";
import { isoDayOf, newYorkDay, type IsoDay } from "~/domain/calendar";
import {
  LEVELS_ABOVE_FACILITIES,
  NO_PHYSICIAN_ID,
  type Level,
} from "~/domain/places/hierarchy";
import { RETURN_WINDOW_DAYS } from "~/domain/residents/return-window";
import {
  RESIDENT_LEVELS,
  type ResidentLevel,
} from "~/features/today/rules/query";
import {
  listResidents,
  sumOf,
  todayCounts,
  type TodayCounts,
} from "~/features/today/rules/list";
import { firstOf, type FacilityCounts } from "~/features/today/rules/order";
import { listInView } from "~server/access/facilities";
import { rememberByFacility } from "~server/door/remember-by-facility";
import { service, type Ctx } from "~server/door/services";
import { actorOf } from "~server/handlers/actor-of";
import { recordAccess } from "~server/handlers/record-access";
import { requireResidentReader } from "~server/handlers/resident-reader";
import { requireScope } from "~server/handlers/require-scope";
import {
  isIn,
  IS_HOSPITALIZATION,
  STAYS,
  staysOf,
} from "~server/measures/question";
import { notFound } from "~server/refusal";
import { hasOwnReport } from "~server/reports/own-reports";
import { residentView } from "~server/residents/read-resident";
import { readClocks } from "~server/store/facility-clocks";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import { inOneSnapshot } from "~server/store/snapshot";
import {
  readDiscussions,
  wantedDiscussion,
  writeDiscussions,
  type Discussion,
  type WantedDiscussion,
} from "./discussions";
import {
  countResidents,
  readResidentsWithNotes,
  type ResidentWithNotes,
} from "./residents-with-notes";
import { mayBeThere, type TodayQuestion } from "./today-residents";

export type { WantedDiscussion };

export type TodayResident = ResidentWithNotes & Discussion;

/** Longer than any list. */
const MOST_DISCUSSED = 2_000;

export type PlaceToday = TodayCounts & {
  /** The facility with most residents in need of attention; only for larger places. */
  most: {
    facility_id: number;
    facility_name: string;
    attention: number;
  } | null;
};

export type FacilityToday = Awaited<ReturnType<typeof countFacilities>>[number];

export interface TodayAnswer {
  data: TodayResident[];
  /** Day at the facility; a physician's in New York. */
  day: IsoDay;
  /** The facilities, their data cut-offs and local days (R490). */
  facilities: {
    facility_id: number;
    facility_name: string;
    /** Null: nothing counts. */
    data_through: IsoDay | null;
    day: IsoDay;
  }[];
  /** False if the level may not read after-hours notes. */
  has_notes: boolean;
}

/**
 * Residents in house or out at hospital (R327), at facilities the viewer may see. 403 and 404 as for figures. Audits
 * each list, as an export if for a file.
 */
export const listToday = service({
  name: "today",
  input: z.object({ level: z.enum(RESIDENT_LEVELS), id, file: z.boolean() }),
  async run(ctx, { level, id, file }): Promise<TodayAnswer> {
    const answer = await readToday(ctx, { level, id });
    const { deps } = ctx;
    const { length: rows } = answer.data;
    if (rows > 0) {
      await recordAccess(deps, ctx, {
        action: file ? "export_rows" : "view_patients",
        residents: answer.data.map(({ resident_id }) => resident_id),
        details: {
          ...(!file && { list: "today" }),
          level,
          subject_id: id,
          facility_id: null,
          ...(file && { measure: "today" }),
          rows,
        },
      });
    }
    return answer;
  },
});

/** Returns the stays with another line since `was`; these lines stay (R529). 404 for residents of no such list. */
export const discussToday = service({
  name: "today/discuss",
  input: z.object({
    level: z.enum(RESIDENT_LEVELS),
    id,
    residents: z.array(wantedDiscussion).max(MOST_DISCUSSED),
  }),
  async run(ctx, { level, id, residents }) {
    const { deps, viewer } = ctx;
    requireResidentReader(viewer);
    const asked = await requireScope(deps, viewer, { level, id });
    const { stays: inView } = await residentView(deps.store.db, viewer);
    const isListed = mayBeThere({ ...asked, inView });
    return writeDiscussions(
      deps.store,
      isListed,
      residents,
      actorOf(deps, ctx),
    );
  },
});

/** Counts residents by kind (R332); larger places count all their facilities (R527). */
export const countToday = service({
  name: "today-count",
  input: z.object({ level: levelParam, id, facilityId: id.optional() }),
  async run(ctx, { level, id, facilityId }): Promise<PlaceToday> {
    if (level === "physician") {
      const residents = await residentsOf(ctx, id, facilityId);
      return { ...todayCounts(residents), most: null };
    }
    const rows = await countFacilities(ctx, { level, id });
    const [first, ...others] = rows;
    const most = others.reduce(
      (one, other) => (one && other.attention > one.attention ? other : one),
      first,
    );
    return {
      ...sumOf(rows),
      most: level === "facility" || !most?.attention ? null : most,
    };
  },
});

/**
 * The first residents in need of attention and their reasons (R528); null without any. 403 and 404 as for figures.
 * Audited as a patient list.
 */
export const listFirst = service({
  name: "today-first",
  input: z.object({
    ...{ level: z.enum(RESIDENT_LEVELS), id, facilityId: id.optional() },
  }),
  async run(ctx, { level, id, facilityId }) {
    const first =
      level === "physician"
        ? firstOf(await residentsOf(ctx, id, facilityId))
        : (await rowsOf(ctx, { level, id }))[0]?.first;
    if (!first || first.length === 0) return null;
    await recordAccess(ctx.deps, ctx, {
      action: "view_patients",
      residents: first.map(({ resident_id }) => resident_id),
      details: {
        ...{ list: "today", level, subject_id: id, facility_id: null },
        rows: first.length,
      },
    });
    return first;
  },
});

/** Newest return within 30 days (R79), up to the data cut-off; names nobody. */
export const findLastReturn = service({
  name: "today-last-return",
  input: z.object({ level: z.enum(RESIDENT_LEVELS), id }),
  async run({ deps, viewer }, place) {
    requireResidentReader(viewer);
    const { facilityIds, npi } = await requireScope(deps, viewer, place);
    const { db } = deps.store;
    const { stays: inView } = await residentView(db, viewer);
    return readLastReturn(db, { facilityIds, npi, inView });
  },
});

/** Facilities with counts by kind (R527); null without any. 403 and 404 as for figures. Audits nothing: no names. */
export const listTodayByFacility = service({
  name: "today-facilities",
  input: z.object({ level: z.enum(LEVELS_ABOVE_FACILITIES), id }),
  async run(ctx, place) {
    const rows = await countFacilities(ctx, place);
    return rows.length === 0 ? null : rows;
  },
});

/** Their residents are not named. */
async function countFacilities(ctx: Ctx, place: CountedPlace) {
  const { db } = ctx.deps.store;
  const rows = await rowsOf(ctx, place);
  const [facilities, clocks] = await Promise.all([
    readFacilities(
      db,
      rows.map((row) => row.facility_id),
    ),
    readClocks(db, ctx.deps.clock()),
  ]);
  const counted = new Map(rows.map((row) => [row.facility_id, row]));
  return facilities.flatMap((facility) => {
    const row = counted.get(facility.facility_id);
    if (!row) return [];
    const { first: _, ...counts } = row;
    return {
      ...facility,
      ...counts,
      day: isoDayOf(clocks.todayAt(facility.facility_id)),
    };
  });
}

interface CountedPlace {
  level: Exclude<Level, "physician">;
  id: number;
}

/** Viewers are no physicians; counts stay cached until data or days change. */
async function countByFacility(
  { deps, viewer, userId }: Ctx,
  facilityIds: readonly number[],
): Promise<FacilityCounts[]> {
  const now = deps.clock();
  const hasNotes = await hasOwnReport(
    deps.store.db,
    viewer,
    "after-hours-patient-report",
  );
  return rememberByFacility(deps, userId, facilityIds, {
    memory: deps.census.today,
    asked: ["today", viewer.isnpOnly, hasNotes],
    read: (db, some) =>
      countResidents(db, { viewer, userId, now, hasNotes }, some),
  });
}

async function rowsOf(ctx: Ctx, place: CountedPlace) {
  const { deps, viewer } = ctx;
  requireResidentReader(viewer);
  const { facilityIds } = await requireScope(deps, viewer, place);
  return countByFacility(ctx, await listInView(deps.store.db, facilityIds));
}

async function readToday(
  ctx: Ctx,
  { level, id }: { level: ResidentLevel; id: number },
): Promise<TodayAnswer> {
  const { deps, viewer, userId } = ctx;
  requireResidentReader(viewer);
  const { facilityIds, npi } = await requireScope(deps, viewer, {
    level,
    id,
  });
  // Nobody can look after residents without a physician; their facilities list them.
  if (level === "physician" && id === NO_PHYSICIAN_ID) throw notFound();
  const now = deps.clock();
  return inOneSnapshot(deps.store.db, async (db) => {
    const [hasNotes, clocks] = await Promise.all([
      hasOwnReport(db, viewer, "after-hours-patient-report"),
      readClocks(db, now),
    ]);
    const reader = { viewer, userId, now, hasNotes };
    const asked = { facilityIds, npi };
    const data = await readResidentsWithNotes(db, reader, clocks, asked);
    const places = new Set(data.map((one) => one.facility_id));
    if (level === "facility") places.add(id);
    const [facilities, discussionOf] = await Promise.all([
      readFacilities(db, [...places]),
      readDiscussions(db, [...places], clocks),
    ]);
    const dayAt = (at: number) => isoDayOf(clocks.todayAt(at));
    return {
      data: data.map((one) => ({
        ...one,
        ...discussionOf(one.facility_id, one.resident_id),
      })),
      day: level === "facility" ? dayAt(id) : newYorkDay(now),
      facilities: facilities.map((one) => ({
        ...one,
        day: dayAt(one.facility_id),
      })),
      has_notes: hasNotes,
    };
  });
}

/** `facilityId` limits them to one facility. */
async function residentsOf(ctx: Ctx, npi: number, facilityId?: number) {
  const answer = await readToday(ctx, { level: "physician", id: npi });
  return listResidents(answer).filter(
    ({ row }) => facilityId === undefined || row.facility_id === facilityId,
  );
}

async function readFacilities(db: Store["db"], ids: readonly number[]) {
  const rows = await db
    .selectFrom("facilities")
    .innerJoin("regions", "regions.id", "facilities.region_id")
    .where(isIn("facilities.id", ids))
    .select([
      "facilities.id as facility_id",
      "facilities.name as facility_name",
      "regions.name as region_name",
      "facilities.data_through",
    ])
    .orderBy("facilities.name")
    .execute();
  return rows.map(({ data_through: through, ...row }) => ({
    ...row,
    data_through: through === null ? null : isoDayOf(through),
  }));
}

async function readLastReturn(
  db: Kysely<Schema>,
  { facilityIds, npi, inView }: Omit<TodayQuestion, "todayAt">,
): Promise<IsoDay | null> {
  const { rows } = await sql<{ day: number | null }>`
    select max(transfers.transferred_on) as day
    from ${STAYS} join transfers on transfers.patient_id = stays.patient_id
    where ${staysOf({ facilityIds, npi, isnp: false })} and ${inView} and stays.rth = 1
      and ${IS_HOSPITALIZATION}
      and (transfers.stay_id = stays.id or transfers.transferred_on > stays.admitted_on)
      and transfers.transferred_on between stays.admitted_on and stays.admitted_on + ${sql.lit(RETURN_WINDOW_DAYS)}
      and transfers.transferred_on <= facilities.data_through`.execute(db);
  const day = rows[0]?.day ?? null;
  return day === null ? null : isoDayOf(Number(day));
}
