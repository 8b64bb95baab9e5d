import {
  endReviewCause,
  getReview,
  getReviewCauses,
  getReviews,
  postReview,
  postReviewCause,
  type SentReview,
} from "~/contract/reviews";
import type { Viewer } from "~/domain/access/viewer";
import { epochDayOf, isoDayOf, newYorkDay } from "~/domain/calendar";
import { REVIEW_LISTS } from "~/domain/reviews/review-lists";
import { REVIEW_WINDOW_DAYS } from "~/domain/reviews/review-rules";
import {
  accessibleFacilityIds,
  listInView,
  type FacilityIds,
} from "~server/access/facilities";
import { isIsnpOnly, type Subject } from "~server/access/scope";
import { addCause, endCause, readCauses } from "~server/reviews/review-causes";
import {
  countWork,
  listWork,
  type WorkCounts,
} from "~server/reviews/work-list";
import { writeReview } from "~server/reviews/write-review";
import { readClocks } from "~server/store/facility-clocks";
import { requireAccountManager } from "~server/users/require-account-manager";
import { actorOf } from "./actor-of";
import type { ApiDeps } from "~server/door/api-deps";
import { recordAccess } from "./record-access";
import { requireScope } from "./require-scope";
import { requireResidentReader } from "./resident-reader";
import { readReview, rowOf } from "./review-answer";
import { register, type Doors } from "~server/door/doors";
import type { Call } from "~server/door/handler";

const TRANSFERS_OF_A_PAGE = 50;
const PLACES_OF_AN_ANSWER = 100;

/** Reviews of transfers: the list of work, one review, and the causes that reviews may name (R336). */
export function registerReviews(doors: Doors, deps: ApiDeps): void {
  serveList(doors, deps);
  serveOne(doors, deps);
  serveCauses(doors, deps);
}

function serveList(doors: Doors, deps: ApiDeps): void {
  const { db } = deps.store;
  register(doors, getReviews, async (call) => {
    const { viewer, userId, query } = call;
    requireResidentReader(deps, viewer);
    const { level, id, list, page = 0 } = query;
    const place = level && id !== undefined ? { level, id } : null;
    const now = deps.clock();
    const clocks = await readClocks(db, now);
    const { reviewDays } = deps;
    const question = {
      ...(await placeOf(deps, viewer, place)),
      viewer,
      userId,
      isnp: isIsnpOnly(viewer, query.isnp),
      clocks,
      reviewDays,
    };
    const counted = await countWork(db, question);
    if (counted.length === 0) return null;
    const found = query.counts
      ? []
      : await listWork(db, question, list, {
          limit: TRANSFERS_OF_A_PAGE + 1,
          offset: page * TRANSFERS_OF_A_PAGE,
        });
    const rows = found.slice(0, TRANSFERS_OF_A_PAGE);
    if (rows.length > 0) {
      await recordAccess(deps, call, {
        action: "view_patients",
        details: {
          level: level ?? null,
          subject_id: id ?? null,
          rows: rows.length,
        },
      });
    }
    return {
      data: rows.map((row) =>
        rowOf(row, clocks.todayAt(row.facility_id), reviewDays),
      ),
      counts: countsOf(counted),
      places: counted
        .sort((one, other) => other.overdue - one.overdue)
        .slice(0, PLACES_OF_AN_ANSWER)
        .map(({ facility_id, facility_name, transfers, overdue, ...of }) => ({
          facility_id,
          facility_name,
          transfers,
          reviewed: of.reviewed + of.signed,
          overdue,
        })),
      review_days: reviewDays,
      since: isoDayOf(epochDayOf(newYorkDay(now)) - REVIEW_WINDOW_DAYS + 1),
      next: found.length > rows.length ? page + 1 : null,
    };
  });
}

/** The facilities, and the physician, that are asked for. Refuses places that are not the viewer's. */
async function placeOf(
  deps: ApiDeps,
  viewer: Viewer,
  place: Subject | null,
): Promise<{ facilityIds: number[]; npi?: number | null | undefined }> {
  const { db } = deps.store;
  const own = await accessibleFacilityIds(db, viewer);
  if (!place) return { facilityIds: await listInView(db, own) };
  const { facilityIds, npi } = await requireScope(deps, viewer, place);
  return { facilityIds: await listInView(db, within(own, facilityIds)), npi };
}

function within(own: FacilityIds, asked: FacilityIds): FacilityIds {
  if (own === "all" || asked === "all") return own === "all" ? asked : own;
  return asked.filter((id) => own.includes(id));
}

function countsOf(counted: readonly WorkCounts[]) {
  const sum = (name: keyof WorkCounts) =>
    counted.reduce((total, one) => total + one[name], 0);
  return {
    transfers: sum("transfers"),
    reviewed: sum("reviewed") + sum("signed"),
    lists: Object.fromEntries(REVIEW_LISTS.map((list) => [list, sum(list)])),
  };
}

function serveOne(doors: Doors, deps: ApiDeps): void {
  register(doors, getReview, async (call) => {
    requireResidentReader(deps, call.viewer);
    const data = await readReview(deps, call.viewer, call.params.id);
    if (!data) return null;
    await recordView(deps, call, data);
    return { data };
  });

  register(doors, postReview, async (call) => {
    const { viewer, params, body } = call;
    requireResidentReader(deps, viewer);
    const actor = actorOf(deps, call);
    const isWritten = await writeReview(
      deps.store,
      viewer,
      params.id,
      body,
      actor,
    );
    const data = await readReview(deps, viewer, params.id);
    // Who writes nothing is given the review all the same.
    if (data && !isWritten) await recordView(deps, call, data);
    return data && { data };
  });
}

function recordView(
  deps: ApiDeps,
  call: Call<unknown, unknown, unknown>,
  { transfer_id, patient_id, facility_id }: SentReview,
): Promise<void> {
  const details = { transfer_id, patient_id, facility_id };
  return recordAccess(deps, call, { action: "view_review", details });
}

function serveCauses(doors: Doors, deps: ApiDeps): void {
  const { db } = deps.store;
  register(doors, getReviewCauses, async ({ viewer }) => {
    requireAccountManager(viewer);
    const causes = await readCauses(db);
    const offered = causes.filter(({ isOffered }) => isOffered);
    return {
      data: offered.map(({ id, text, author }) => ({ id, text, author })),
    };
  });

  register(doors, postReviewCause, async (call) => {
    requireAccountManager(call.viewer);
    await addCause(db, call.body.text.trim(), actorOf(deps, call));
    return null;
  });

  register(doors, endReviewCause, async (call) => {
    requireAccountManager(call.viewer);
    await endCause(db, call.body.id, actorOf(deps, call));
    return null;
  });
}
