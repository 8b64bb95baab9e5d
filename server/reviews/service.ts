import { z } from "zod";
import { id, levelParam, residentId } from "~/contract/wire";
import type { Viewer } from "~/domain/access/viewer";
import { isoDayOf } from "~/domain/calendar";
import { ROWS_OF_A_PAGE } from "~/domain/lists/list-page";
import {
  REVIEW_LISTS,
  type ReviewList,
  REVIEW_WINDOW_DAYS,
} from "~/features/reviews/rules/review-rules";
import {
  accessibleFacilityIds,
  type FacilityIds,
} from "~server/access/facilities";
import { isIsnpOnly, type Subject } from "~server/access/scope";
import type { ApiDeps } from "~server/door/api-deps";
import { service, type Ctx } from "~server/door/services";
import { actorOf } from "~server/handlers/actor-of";
import { recordAccess } from "~server/handlers/record-access";
import { requireScope } from "~server/handlers/require-scope";
import { requireResidentReader } from "~server/handlers/resident-reader";
import { readClocks } from "~server/store/facility-clocks";
import { requireAccountManager } from "~server/users/actor";
import {
  readReview,
  workRowOf,
  type Review,
  type ReviewRow,
} from "./read-review";
import { addCause, endCause, readCauses } from "./review-causes";
import {
  countWork,
  listWork,
  type WorkCounts,
  type WorkQuestion,
} from "./work-list";
import { wantedWrite, writeReview } from "./write-review";

export type { Review, ReviewRow };

export type CountedReviews = NonNullable<
  Awaited<ReturnType<typeof askWork>>["counted"]
>;

const PLACES_OF_AN_ANSWER = 100;

/** Omitted: all that the viewer sees. */
const ofPlace = z.object({
  place: z.object({ level: levelParam, id }).optional(),
});

/** Counts of recent unplanned transfers and their reviews (R350); null without any. */
export const countReviews = service({
  name: "review-counts",
  input: ofPlace,
  async run(ctx, { place }) {
    return (await askWork(ctx, place)).counted;
  },
});

/**
 * Lists the oldest first (R346); null without any. `mine` has the viewer's unsigned reviews and open actions. `page`
 * counts from 0; `next` is null on the last.
 */
export const listReviews = service({
  name: "reviews",
  input: ofPlace.extend({
    list: z.enum(REVIEW_LISTS).optional(),
    page: z.number().int().min(0).max(1_000_000),
  }),
  async run(ctx, { place, list, page }) {
    const { deps } = ctx;
    const { counted, question } = await askWork(ctx, place);
    if (!counted) return null;
    const found = await listWork(deps.store.db, question, list, {
      limit: ROWS_OF_A_PAGE + 1,
      offset: page * ROWS_OF_A_PAGE,
    });
    const rows = found.slice(0, ROWS_OF_A_PAGE);
    if (rows.length > 0) {
      await recordAccess(deps, ctx, {
        action: "view_patients",
        residents: rows.map(({ patient_id }) => patient_id),
        details: {
          list: "reviews",
          group: list ?? null,
          level: place?.level ?? null,
          subject_id: place?.id ?? null,
          page: page + 1,
          rows: rows.length,
        },
      });
    }
    return {
      ...counted,
      rows: rows.map((row) => workRowOf(row, question)),
      next: found.length > rows.length ? page + 1 : null,
    };
  },
});

/** A transfer's review, begun or not. Null without transfer and review, or 403 for viewers limited to places. */
export const findReview = service({
  name: "review",
  input: z.object({ id: residentId }),
  async run({ deps, ...ctx }, { id: transferId }) {
    requireResidentReader(ctx.viewer);
    const review = await readReview(deps, ctx.viewer, transferId);
    if (review) await recordView(deps, ctx, review);
    return review;
  },
});

/**
 * Saves answers, or marks the review as reviewed, signed or amended (R339), and returns it. Others' later answers stay;
 * 409 for conflicts, old versions, wrong states and too many amendments (R540). 400 with the field.
 */
export const changeReview = service({
  name: "review/change",
  input: wantedWrite.extend({ id: residentId }),
  async run({ deps, ...ctx }, { id: transferId, ...wanted }) {
    const { viewer } = ctx;
    requireResidentReader(viewer);
    const actor = actorOf(deps, ctx);
    const isWritten = await writeReview(
      deps.store,
      viewer,
      transferId,
      wanted,
      actor,
    );
    const review = await readReview(deps, viewer, transferId);
    // Unchanged reviews are returned too.
    if (review && !isWritten) await recordView(deps, ctx, review);
    return review;
  },
});

/** The product's causes have no author. Account managers alone may make this call and those below. */
export const listReviewCauses = service({
  name: "review-causes",
  input: z.object({}),
  async run({ deps, viewer }) {
    requireAccountManager(viewer);
    const causes = await readCauses(deps.store.db);
    return causes.filter(({ isOffered }) => isOffered);
  },
});

/** 400 for an invalid or repeated cause. */
export const addReviewCause = service({
  name: "review-causes/add",
  input: z.object({ text: z.string().max(1_000) }),
  async run({ deps, ...ctx }, { text }) {
    requireAccountManager(ctx.viewer);
    await addCause(deps.store.db, text.trim(), actorOf(deps, ctx));
    return null;
  },
});

/** Removes an added cause from the list; 404 without one. */
export const endReviewCause = service({
  name: "review-causes/end",
  input: z.object({ id: z.string().max(40) }),
  async run({ deps, ...ctx }, { id: causeId }) {
    requireAccountManager(ctx.viewer);
    await endCause(deps.store.db, causeId, actorOf(deps, ctx));
    return null;
  },
});

/** Null without transfers. */
async function askWork(
  { deps, viewer, userId }: Pick<Ctx, "deps" | "viewer" | "userId">,
  place: Subject | undefined,
) {
  requireResidentReader(viewer);
  const { reviewDays } = deps;
  const { db } = deps.store;
  const now = deps.clock();
  const clocks = await readClocks(db, now);
  const question = {
    ...(await placeOf(deps, viewer, place)),
    viewer,
    userId,
    isnp: isIsnpOnly(viewer, undefined),
    clocks,
    reviewDays,
  };
  const counted = await countWork(db, question);
  if (counted.length === 0) return { question, counted: null };
  const today = clocks.todayAt(place?.level === "facility" ? place.id : null);
  const since = today - REVIEW_WINDOW_DAYS + 1;
  const waiting = counted.flatMap(({ oldest }) => oldest ?? []);
  const of = {
    counts: countsOf(counted),
    /** Day of the oldest transfer without a review. */
    oldest: waiting.length === 0 ? null : isoDayOf(Math.min(...waiting)),
    places: placesOf(counted),
    reviewDays,
    since: isoDayOf(since),
  };
  return { question, counted: of };
}

/** Refuses places of others. */
async function placeOf(
  deps: ApiDeps,
  viewer: Viewer,
  place: Subject | undefined,
): Promise<Pick<WorkQuestion, "facilityIds" | "npi">> {
  const own = await accessibleFacilityIds(deps.store.db, viewer);
  if (!place) return { facilityIds: own };
  const { facilityIds, npi } = await requireScope(deps, viewer, place);
  return { facilityIds: within(own, facilityIds), npi };
}

function within(own: FacilityIds, asked: FacilityIds): FacilityIds {
  if (own === "all" || asked === "all") return own === "all" ? asked : own;
  return asked.filter((facility) => own.includes(facility));
}

/** All transfers, reviewed ones, and each list. */
function countsOf(counted: readonly WorkCounts[]) {
  const sum = (name: keyof WorkCounts) =>
    counted.reduce((total, one) => total + one[name], 0);
  return {
    transfers: sum("transfers"),
    reviewed: sum("reviewed") + sum("signed"),
    lists: Object.fromEntries(
      REVIEW_LISTS.map((list) => [list, sum(list)]),
    ) as Record<ReviewList, number>,
  };
}

/** Most overdue reviews first. */
function placesOf(counted: Awaited<ReturnType<typeof countWork>>) {
  return counted
    .sort((one, other) => other.overdue - one.overdue)
    .slice(0, PLACES_OF_AN_ANSWER)
    .map(({ facility_id, facility_name, transfers, overdue, ...of }) => ({
      facility_id,
      facility_name,
      transfers,
      reviewed: of.reviewed + of.signed,
      overdue,
    }));
}

function recordView(
  deps: ApiDeps,
  ctx: Omit<Ctx, "deps">,
  { transfer_id, patient_id, facility_id }: Review,
): Promise<void> {
  const details = { transfer_id, patient_id, facility_id };
  return recordAccess(deps, ctx, {
    action: "view_review",
    residents: [patient_id],
    details,
  });
}
